/**
 * Cards with the payment and the other party of a testimony. The client sees one card with both; the expert sees one
 * card for the payout and one for the contact details of the client.
 */
import type { Testimony, User } from '../../../../client/runtime/index.ts';
import { formatMoney, t } from '../../core/language.ts';
import { tPayout } from '../../core/payout-texts.ts';
import { formatPhone } from '../../forms/number-formats.ts';
import { Card, FactList, Quotation } from '../../ui/page.tsx';
import { getCodeLabel } from '../../ui/select-options.ts';
import { isOverdue, joinName } from './testimony-facts.ts';

type Payout = NonNullable<Testimony['payout']>;

export function PaymentCard({ testimony }: { testimony: Testimony }) {
  const { payment, payout, state } = testimony;
  if (payment) return <ClientPaymentCard testimony={testimony} payment={payment} />;
  // The expert gets no payout for a cancelled testimony.
  if (payout && state !== 'cancelled') return <PayoutCard testimony={testimony} payout={payout} />;
  return null;
}

interface ClientPaymentCardProps {
  readonly testimony: Testimony;
  readonly payment: NonNullable<Testimony['payment']>;
}

function ClientPaymentCard({ testimony, payment }: ClientPaymentCardProps) {
  const { expert, state, acceptedOffer } = testimony;
  const { amount, refunded, status } = payment;
  const isPartlyRefunded = refunded > 0 && refunded < amount;
  return (
    <Card title={t(expert ? 'paymentAndExpert' : 'payment')}>
      <p class="price">{formatMoney(amount)}</p>
      <FactList
        rows={[
          [
            t('status'),
            isPartlyRefunded && status === 'paid' ? t('partlyRefunded') : getCodeLabel('payment', status),
          ],
          [t('refunded'), refunded > 0 ? formatMoney(refunded) : null],
          [t('stillPaid'), isPartlyRefunded ? formatMoney(amount - refunded) : null],
          [t('expert'), expert && describeExpert(expert)],
        ]}
      />
      {acceptedOffer?.note && <Quotation label={t('expertWrote')}>{acceptedOffer.note}</Quotation>}
      {/* The next step of an overdue testimony already says when the client can cancel. */}
      {status === 'paid' && state === 'accepted' && !isOverdue(testimony, new Date()) && (
        <p class="small">{tPayout('escrowNote')}</p>
      )}
    </Card>
  );
}

/** Returns the name and the number of an expert, each of which stays in one line. */
const describeExpert = (expert: NonNullable<Testimony['expert']>): string =>
  [joinName(expert), t('numberShort', { number: expert.registrationNumber })]
    .map(part => part.replaceAll(' ', '\u00a0'))
    .join(', ');

function PayoutCard({ testimony, payout }: { testimony: Testimony; payout: Payout }) {
  const { status, amount, commission, netAmount } = payout;
  // The deduction is computed in cents, because subtraction of fractional euros is not exact.
  const deduction = Math.round(netAmount * 100) - Math.round(amount * 100);
  return (
    <Card title={t('payout')}>
      <FactList
        rows={[
          [t('price'), testimony.acceptedOffer && formatMoney(testimony.acceptedOffer.price)],
          [t('commission'), formatMoney(-commission)],
          [t('payoutDeduction'), deduction === 0 ? null : formatMoney(-deduction / 100)],
          [t(status === 'sent' ? 'paidOut' : 'toBePaidOut'), <strong>{formatMoney(amount)}</strong>],
          [t('status'), getCodeLabel('payout', status)],
        ]}
      />
    </Card>
  );
}

/** Shows the client's contact details to the assigned expert. Clients see the expert's name in their payment card. */
export function ContactCard({ testimony: { client }, user }: { testimony: Testimony; user: User }) {
  if (user.role === 'client' || !client.email) return null;
  const [mailbox, domain] = client.email.split('@');
  return (
    <Card title={t('client')}>
      <FactList
        rows={[
          [t('name'), joinName(client)],
          [
            t('email'),
            <a href={`mailto:${client.email}`}>
              {mailbox}@<wbr />
              {domain}
            </a>,
          ],
          [t('phone'), client.phone && <a href={`tel:${client.phone}`}>{formatPhone(client.phone)}</a>],
        ]}
      />
    </Card>
  );
}
