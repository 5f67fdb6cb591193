/** Where this account is signed in. */
import type { Session, User } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api.ts';
import { useTexts } from '../../core/language.ts';
import { useResource } from '../../core/resource.ts';
import { leave } from '../../core/session.ts';
import { Act } from '../../ui/act.tsx';
import { Badge, Pending } from '../../ui/page.tsx';
import { AccountFrame } from './frame.tsx';

export function DevicesPage({ user }: { user: User }) {
  const { t } = useTexts();
  const devices = useResource(signal => api.listTokens({ signal }), 'devices');
  return (
    <AccountFrame user={user} title={t('devices')} lead={t('devicesLead')}>
      {devices.data ? (
        <ul class="devices">
          {devices.data.map(device => (
            <Device key={device.id} device={device} reload={devices.reload} />
          ))}
        </ul>
      ) : (
        <Pending error={devices.error} retry={devices.reload} />
      )}
    </AccountFrame>
  );
}

function Device({ device, reload }: { device: Session; reload(): Promise<void> }) {
  const { t, time } = useTexts();
  async function end(): Promise<void> {
    await api.revokeToken({ path: { id: device.id } });
    if (device.current) leave();
    else await reload();
  }
  const name = nameOf(device.userAgent) ?? t('unknownDevice');
  return (
    <li class="card row">
      <div>
        <strong>{name}</strong> {device.current && <Badge tone="success">{t('thisDevice')}</Badge>}
        <p class="small">{t('lastUsed', { time: time(device.lastUsedAt) })}</p>
      </div>
      <Act act={end}>
        {t('endSession')}
        <span class="hidden">: {name}</span>
      </Act>
    </li>
  );
}

const BROWSERS = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;

const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** Browsers pretend to be each other, so the order of the lists matters. */
function nameOf(userAgent: string | null): string | undefined {
  const found = (list: readonly (readonly [string, string])[]) =>
    list.find(([mark]) => userAgent?.includes(mark))?.[1];
  const [browser, system] = [found(BROWSERS), found(SYSTEMS)];
  return browser && system ? `${browser}, ${system}` : (userAgent ?? undefined);
}
