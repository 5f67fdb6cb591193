/** Page that lists the sessions of the account. */
import type { Session, User } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api-client.ts';
import { useTexts } from '../../core/language.ts';
import { useResource } from '../../core/resource.ts';
import { endSession } from '../../core/session.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Badge, LoadingOrProblem } from '../../ui/page.tsx';
import { AccountFrame } from './account-frame.tsx';

export function DevicesPage({ user }: { user: User }) {
  const { t } = useTexts();
  const devices = useResource(signal => api.listTokens({ signal }), 'devices');
  return (
    <AccountFrame user={user} title={t('devices')} lead={t('devicesLead')}>
      {devices.data ? (
        <>
          <ul class="devices">
            {devices.data.map(device => (
              <DeviceItem key={device.id} device={device} reload={devices.reload} />
            ))}
          </ul>
          {devices.data.length === 1 && <NoOtherDevice />}
        </>
      ) : (
        <LoadingOrProblem error={devices.error} retry={devices.reload} />
      )}
    </AccountFrame>
  );
}

function NoOtherDevice() {
  const { t } = useTexts();
  return (
    <div class="empty">
      <p>{t('noOtherDevice')}</p>
      <a class="button" href="/account/security">
        {t('changePassword')}
      </a>
    </div>
  );
}

function DeviceItem({ device, reload }: { device: Session; reload(): Promise<void> }) {
  const { t, time } = useTexts();
  async function revokeSession(): Promise<void> {
    await api.revokeToken({ path: { id: device.id } });
    if (device.current) endSession();
    else await reload();
  }
  const name = describeDevice(device.userAgent) ?? t('unknownDevice');
  return (
    <li class="card row">
      <div>
        <strong>{name}</strong> {device.current && <Badge tone="success">{t('thisDevice')}</Badge>}
        <p class="small">{t('lastUsed', { time: time(device.lastUsedAt) })}</p>
      </div>
      <ActionButton action={revokeSession}>
        {t('endSession')}
        <span class="hidden">: {name}</span>
      </ActionButton>
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

/**
 * Describes a device by the browser and the system in its user agent. A user agent can contain the names of several
 * browsers and systems, so the order in `BROWSERS` and `SYSTEMS` matters.
 */
function describeDevice(userAgent: string | null): string | undefined {
  const findName = (list: readonly (readonly [string, string])[]) =>
    list.find(([userAgentPart]) => userAgent?.includes(userAgentPart))?.[1];
  const [browser, system] = [findName(BROWSERS), findName(SYSTEMS)];
  return browser && system ? `${browser}, ${system}` : (userAgent ?? undefined);
}
