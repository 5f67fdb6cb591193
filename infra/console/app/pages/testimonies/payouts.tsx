/** Page with an expert's payment account and latest payouts. */
import type { Expert } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api-client.ts';
import { formatMoney, t } from '../../core/language.ts';
import { useResource } from '../../core/resource.ts';
import { LoadingOrError } from '../../ui/error-page.tsx';
import { Card } from '../../ui/page.tsx';
import { getCodeLabel } from '../../ui/select-options.ts';
import { SettingRow } from '../../ui/setting-row.tsx';
import { AccountFrame } from '../account/account-frame.tsx';
import { PaymentAccountRow } from '../account/payment-account.tsx';
import { getTestimonyTitle } from './testimony-row.tsx';

export const PayoutsPage = ({ user }: { user: Expert }) => (
  <AccountFrame user={user} title={t('payouts')}>
    <Card>
      <PaymentAccountRow user={user} />
    </Card>
    <Fees />
  </AccountFrame>
);

function Fees() {
  const completed = useResource(
    signal => api.listTestimonies({ query: { state: 'completed' }, signal }),
    'payouts',
  );
  if (!completed.data) return <LoadingOrError error={completed.error} retry={completed.reload} />;
  const { data } = completed.data;
  if (data.length === 0) return null;
  return (
    <Card title={t('fees')}>
      {data.map(testimony => {
        const { id, payout } = testimony;
        return (
          payout && (
            <SettingRow
              key={id}
              title={<a href={`/testimonies/${id}`}>{getTestimonyTitle(testimony)}</a>}
              text={getCodeLabel('payout', payout.status)}
            >
              <strong>{formatMoney(payout.amount)}</strong>
            </SettingRow>
          )
        );
      })}
    </Card>
  );
}
