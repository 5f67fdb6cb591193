import { isProblem, type Session, type User } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api-client.ts';
import { formatTime, t } from '../../core/language.ts';
import { useResource } from '../../core/resource.ts';
import { endSessionAfter } from '../../core/session.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { ButtonLink } from '../../ui/buttons.tsx';
import { Badge, LoadingOrProblem } from '../../ui/page.tsx';
import { AccountFrame } from './account-frame.tsx';

export function DevicesPage({ user }: { user: User }) {
  const devices = useResource(signal => api.listTokens({ signal }), 'devices');
  const others = devices.data?.filter(({ current }) => !current) ?? [];
  async function revokeOtherSessions(): Promise<void> {
    try {
      for (const { id } of others) await revokeSession(id);
    } finally {
      await devices.reload();
    }
  }
  return (
    <AccountFrame user={user} title={t('devices')} lead={t('devicesLead')}>
      {devices.data ? (
        <>
          <ul>
            {devices.data
              .toSorted((one, other) => Number(other.current) - Number(one.current))
              .map(device => (
                <DeviceItem key={device.id} device={device} reload={devices.reload} />
              ))}
          </ul>
          {others.length === 0 && <NoOtherDevice />}
          {others.length > 1 && (
            <ActionButton action={revokeOtherSessions} kind="danger" text={t('endOtherSessions')} />
          )}
        </>
      ) : (
        <LoadingOrProblem error={devices.error} retry={devices.reload} />
      )}
    </AccountFrame>
  );
}

/** Revokes a token. The request also succeeds if the device has signed out in the meantime. */
const revokeSession = (id: string) =>
  api.revokeToken({ path: { id } }).catch(problem => {
    if (!isProblem(problem, 'not-found')) throw problem;
  });

const NoOtherDevice = () => (
  <div class="empty">
    <p>{t('noOtherDevice')}</p>
    <ButtonLink href="/account/security" text={t('changePassword')} />
  </div>
);

function DeviceItem({ device, reload }: { device: Session; reload(): Promise<void> }) {
  async function endDevice(): Promise<void> {
    const revoke = () => revokeSession(device.id);
    if (device.current) return endSessionAfter(revoke);
    await revoke();
    await reload();
  }
  const name = device.name ?? t('unknownDevice');
  const since = t('signedInSince', { time: formatTime(device.createdAt) });
  return (
    <li class="card row">
      <div>
        <strong>{name}</strong> {device.current && <Badge tone="success">{t('thisDevice')}</Badge>}
        <p class="small">
          {since} · {t('lastUsed', { time: formatTime(device.lastUsedAt) })}
        </p>
      </div>
      <ActionButton action={endDevice} text={t('endSession')}>
        <span class="hidden">
          : {name}, {since}
        </span>
      </ActionButton>
    </li>
  );
}
