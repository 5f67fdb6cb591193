import { isProblem, type Session, type User } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api-client.ts';
import { formatTime, t } from '../../core/language.ts';
import { useResource } from '../../core/resource.ts';
import { endSessionAfter } from '../../core/session.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { LoadingOrError } from '../../ui/error-page.tsx';
import { Badge, Card } from '../../ui/page.tsx';
import { SettingRow } from '../../ui/setting-row.tsx';
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
          <Card>
            {devices.data
              .toSorted((one, other) => Number(other.current) - Number(one.current))
              .map(device => (
                <DeviceRow key={device.id} device={device} reload={devices.reload} />
              ))}
          </Card>
          {others.length > 1 && (
            <ActionButton action={revokeOtherSessions} kind="danger" text={t('endOtherSessions')} />
          )}
        </>
      ) : (
        <LoadingOrError error={devices.error} retry={devices.reload} />
      )}
    </AccountFrame>
  );
}

/** Revokes a token. The request also succeeds if the device has signed out in the meantime. */
const revokeSession = (id: string) =>
  api.revokeToken({ path: { id } }).catch(problem => {
    if (!isProblem(problem, 'not-found')) throw problem;
  });

function DeviceRow({ device, reload }: { device: Session; reload(): Promise<void> }) {
  async function endDevice(): Promise<void> {
    const revoke = () => revokeSession(device.id);
    if (device.current) return endSessionAfter(revoke);
    await revoke();
    await reload();
  }
  const name = device.name ?? t('unknownDevice');
  const since = t('signedInSince', { time: formatTime(device.createdAt) });
  return (
    <SettingRow
      title={name}
      state={device.current && <Badge tone="success">{t('thisDevice')}</Badge>}
      text={`${since} · ${t('lastUsed', { time: formatTime(device.lastUsedAt) })}`}
    >
      <ActionButton action={endDevice} text={t('endSession')}>
        <span class="hidden">
          : {name}, {since}
        </span>
      </ActionButton>
    </SettingRow>
  );
}
