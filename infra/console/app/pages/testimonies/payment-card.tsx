/** Card with the payment of a testimony for its client, or with the payout for its expert. */
import type { Testimony } from '../../../../client/runtime/index.ts';
import { useTexts } from '../../core/language.ts';
import { TEXTS, type TextKey } from '../../texts/all-texts.ts';
import { Card, FactList } from '../../ui/page.tsx';
import { useCodeLabel } from '../../ui/select-options.ts';

type Payment = NonNullable<Testimony['payment']>;
type Payout = NonNullable<Testimony['payout']>;

export function PaymentCard({ testimony }: { testimony: Testimony }) {
  const { payment, payout, state } = testimony;
  if (payment) return <ClientPaymentCard payment={payment} />;
  // The expert gets no payout for a cancelled testimony.
  if (payout && state !== 'cancelled') return <PayoutCard testimony={testimony} payout={payout} />;
  return null;
}

function ClientPaymentCard({ payment }: { payment: Payment }) {
  const { t, money, date } = useTexts();
  const getLabel = useCodeLabel();
  const { amount, refunded, status, paidAt, refundedAt } = payment;
  const isPartlyRefunded = refunded > 0 && refunded < amount;
  return (
    <Card title={t('payment')}>
      <FactList
        rows={[
          [t('amount'), <strong>{money(amount)}</strong>],
          [t('status'), getLabel('payment', status)],
          [t('paidAt'), paidAt && date(paidAt)],
          [t('refunded'), refunded > 0 ? money(refunded) : null],
          [t('stillPaid'), isPartlyRefunded ? money(amount - refunded) : null],
          [t('refundedAt'), refundedAt && date(refundedAt)],
        ]}
      />
    </Card>
  );
}

function PayoutCard({ testimony, payout }: { testimony: Testimony; payout: Payout }) {
  const { t, money, date } = useTexts();
  const getLabel = useCodeLabel();
  const { status, amount, commission, netAmount, sentAt } = payout;
  // Cents, because a difference of euros is not exact.
  const deduction = Math.round(netAmount * 100) - Math.round(amount * 100);
  return (
    <Card title={t('payout')}>
      <FactList
        rows={[
          [t('price'), testimony.acceptedOffer && money(testimony.acceptedOffer.price)],
          [t('commission'), money(-commission)],
          [t('payoutDeduction'), deduction === 0 ? null : money(-deduction / 100)],
          [t(status === 'sent' ? 'paidOut' : 'toBePaidOut'), <strong>{money(amount)}</strong>],
          [t('status'), getLabel('payout', status)],
          [t('sentAt'), sentAt && date(sentAt)],
        ]}
      />
      <PayoutExplanation testimony={testimony} payout={payout} />
    </Card>
  );
}

/** Explains for what a payout waits and until when, and what the expert can do about it. */
function PayoutExplanation({ testimony, payout }: { testimony: Testimony; payout: Payout }) {
  const { t, time } = useTexts();
  const key = findExplanation(testimony, payout);
  if (!key) return null;
  return (
    <>
      <p class="small">{t(key, { time: payout.dueAt ? time(payout.dueAt) : '' })}</p>
      {payout.status === 'owed' && (
        <p>
          <a href="/account/verification">{t('toVerification')}</a>
        </p>
      )}
    </>
  );
}

function findExplanation({ documentCheck }: Testimony, { status, reason }: Payout): TextKey | undefined {
  const isBeingChecked = reason === 'document' && documentCheck === 'pending';
  const key =
    status === 'held'
      ? `payoutWaits.${isBeingChecked ? 'document-pending' : (reason ?? 'sending')}`
      : `payoutText.${status}`;
  return key in TEXTS ? (key as TextKey) : undefined;
}
