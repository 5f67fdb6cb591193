/** Cards with the real estate, the contact and the payment of a testimony. */
import type { Testimony, User } from '../../../../client/runtime/index.ts';
import { useTexts } from '../../core/language.ts';
import { Card, FactList, Quotation } from '../../ui/page.tsx';
import { useCodeLabel } from '../../ui/select-options.ts';

/** Returns the testimony number, which mails and the hosted checkout page also show. */
const getTestimonyNumber = (id: string) => id.slice(-8).toUpperCase();

const joinParts = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(', ');

export function RealEstateCard({ testimony }: { testimony: Testimony }) {
  const { t, date } = useTexts();
  const getLabel = useCodeLabel();
  const { type, region, address, properties } = testimony.realEstate;
  const propertyRows = Object.entries(properties ?? {}).map(
    ([property, value]) => [getLabel('property', property), String(value)] as const,
  );
  return (
    <Card title={t('realEstate')}>
      <FactList
        rows={[
          [t('estateType'), getLabel('estate', type)],
          ...propertyRows,
          [t('address'), joinParts(address.line1, address.line2, `${address.postalCode} ${address.city}`)],
          [t('region'), getLabel('region', region)],
          [t('parcelNumber'), address.parcelNumber],
          [t('cadastralArea'), address.cadastralArea],
          [t('notes'), testimony.notes && <Quotation label={t('clientWrote')}>{testimony.notes}</Quotation>],
          [t('requested'), date(testimony.createdAt)],
          [t('testimonyNumber'), getTestimonyNumber(testimony.id)],
        ]}
      />
      {!address.line1 && !address.parcelNumber && <p class="small">{t('streetHidden')}</p>}
    </Card>
  );
}

/** Shows the client to the assigned expert, and the expert to the client. */
export function ContactCard({ testimony, user }: { testimony: Testimony; user: User }) {
  const { t } = useTexts();
  const { client, expert } = testimony;
  if (user.role === 'client') {
    if (!expert) return null;
    return (
      <Card title={t('expert')}>
        <FactList
          rows={[
            [t('name'), joinParts([expert.firstName, expert.lastName].filter(Boolean).join(' '))],
            [t('registrationNumber'), expert.registrationNumber],
          ]}
        />
      </Card>
    );
  }
  if (!client.email) return null;
  return (
    <Card title={t('client')}>
      <FactList
        rows={[
          [t('name'), [client.firstName, client.lastName].filter(Boolean).join(' ')],
          [t('email'), <a href={`mailto:${client.email}`}>{client.email}</a>],
          [t('phone'), client.phone && <a href={`tel:${client.phone}`}>{client.phone}</a>],
        ]}
      />
    </Card>
  );
}

export function PaymentCard({
  testimony: { state, payment, acceptedOffer, ...testimony },
}: {
  testimony: Testimony;
}) {
  // The expert gets no payout for a cancelled testimony.
  const payout = state === 'cancelled' ? null : testimony.payout;
  const { t, money, date } = useTexts();
  const getLabel = useCodeLabel();
  if (!payment && !payout) return null;
  return (
    <Card title={t(payment ? 'payment' : 'payout')}>
      {payment && (
        <FactList
          rows={[
            [t('amount'), <strong>{money(payment.amount)}</strong>],
            [t('status'), getLabel('payment', payment.status)],
            [t('paidAt'), payment.paidAt && date(payment.paidAt)],
            [t('refundedAt'), payment.refundedAt && date(payment.refundedAt)],
          ]}
        />
      )}
      {payout && (
        <FactList
          rows={[
            [t('price'), acceptedOffer && money(acceptedOffer.price)],
            [t('commission'), money(payout.commission)],
            [t('toBePaidOut'), <strong>{money(payout.amount)}</strong>],
            [
              t('status'),
              payout.reason ? getLabel('holdReason', payout.reason) : getLabel('payout', payout.status),
            ],
            [t('payoutDueAt'), payout.reason === 'not-due' && payout.dueAt && date(payout.dueAt)],
            [t('sentAt'), payout.sentAt && date(payout.sentAt)],
          ]}
        />
      )}
    </Card>
  );
}
