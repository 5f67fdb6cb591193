/** Receipt for a client's payment, on one printed page. It is not an invoice (infra/docs/api/payments.md#checkout). */
import type { Testimony, User } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api-client.ts';
import { formatDate, formatMoney, t } from '../../core/language.ts';
import { useResource } from '../../core/resource.ts';
import { formatPostalCode } from '../../forms/number-formats.ts';
import { Button, ButtonLink } from '../../ui/buttons.tsx';
import { APP_NAME, Card, FactList, LoadingOrProblem, Notice, Page } from '../../ui/page.tsx';
import { getCodeLabel, getCountryName } from '../../ui/select-options.ts';
import { NotFoundPage } from '../not-found.tsx';
import { getTestimonyNumber, joinName } from './testimony-facts.ts';
import { getTestimonyTitle } from './testimony-row.tsx';

export function ReceiptPage({ id, user }: { id: string; user: User }) {
  const { data, error, reload } = useResource(signal => api.showTestimony({ path: { id }, signal }), id);
  if (user.role === 'expert') return <NotFoundPage />;
  const number = t('numberShort', { number: getTestimonyNumber(id) });
  return (
    <Page
      title={t('receipt')}
      lead={number}
      actions={data?.payment && <Button kind="primary" text={t('print')} onClick={() => print()} />}
      narrow
    >
      {!data ? (
        <LoadingOrProblem shape="sections" error={error} retry={reload} />
      ) : data.payment ? (
        <Receipt testimony={data} payment={data.payment} />
      ) : (
        <Notice tone="info" text={t('noReceipt')} />
      )}
      <p class="actions">
        <ButtonLink href={`/testimonies/${id}`} text={t('toTestimony')} />
      </p>
    </Page>
  );
}

interface ReceiptProps {
  readonly testimony: Testimony;
  readonly payment: NonNullable<Testimony['payment']>;
}

function Receipt({ testimony, payment: { amount, refunded, paidAt, refundedAt } }: ReceiptProps) {
  const { client, expert, completedAt, purpose } = testimony;
  const { billingAddress: address, company } = client;
  const postalCode = address?.country === 'SK' ? formatPostalCode(address.postalCode) : address?.postalCode;
  const city = address && [postalCode, address.city].join(' ');
  return (
    <>
      <Card title={t('payment')}>
        <FactList
          rows={[
            [t('toPay'), <strong class="price">{formatMoney(amount)}</strong>],
            [t('paidAt'), formatDate(paidAt)],
            [t('refunded'), refunded > 0 ? formatMoney(refunded) : null],
            [t('refundedAt'), refundedAt && formatDate(refundedAt)],
            [t('receiver'), APP_NAME],
          ]}
        />
      </Card>
      <Card title={t('buyer')}>
        <FactList
          rows={[
            [t('name'), joinName(client)],
            [
              t('address'),
              address && [address.line1, address.line2, city, getCountryName(address.country)].join(', '),
            ],
            [t('company.businessId'), company?.businessId],
            [t('company.taxId'), company?.taxId],
            [t('company.vatId'), company?.vatId],
          ]}
        />
      </Card>
      <Card title={t('receiptSubject')}>
        <FactList
          rows={[
            [t('testimonyTitle'), getTestimonyTitle(testimony)],
            [t('purpose'), purpose && getCodeLabel('purpose', purpose)],
            [t('expert'), expert && joinName(expert)],
            [t('registrationNumber'), expert?.registrationNumber],
            [t('deliveredAt'), completedAt && formatDate(completedAt)],
          ]}
        />
      </Card>
      <p class="small">{t('receiptNote')}</p>
    </>
  );
}
