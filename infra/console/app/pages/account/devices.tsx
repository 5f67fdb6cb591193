import type { Session, User } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api-client.ts';
import { formatTime, t } from '../../core/language.ts';
import { useResource } from '../../core/resource.ts';
import { endSession } from '../../core/session.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { ButtonLink } from '../../ui/buttons.tsx';
import { Badge, LoadingOrProblem } from '../../ui/page.tsx';
import { AccountFrame } from './account-frame.tsx';

export function DevicesPage({ user }: { user: User }) {
  const devices = useResource(signal => api.listTokens({ signal }), 'devices');
  return (
    <AccountFrame user={user} title={t('devices')} lead={t('devicesLead')}>
      {devices.data ? (
        <>
          <ul>
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

const NoOtherDevice = () => (
  <div class="empty">
    <p>{t('noOtherDevice')}</p>
    <ButtonLink href="/account/security" text={t('changePassword')} />
  </div>
);

function DeviceItem({ device, reload }: { device: Session; reload(): Promise<void> }) {
  async function revokeSession(): Promise<void> {
    await api.revokeToken({ path: { id: device.id } });
    if (device.current) endSession();
    else await reload();
  }
  const name = device.name ?? t('unknownDevice');
  return (
    <li class="card row">
      <div>
        <strong>{name}</strong> {device.current && <Badge tone="success">{t('thisDevice')}</Badge>}
        <p class="small">{t('lastUsed', { time: formatTime(device.lastUsedAt) })}</p>
      </div>
      <ActionButton action={revokeSession} text={t('endSession')}>
        <span class="hidden">: {name}</span>
      </ActionButton>
    </li>
  );
}
