/** What an order is about, whose it is, and what was paid. */
import type { Testimony, User } from '../../../../client/runtime/index.ts';
import { useTexts } from '../../core/language.ts';
import { useName } from '../../ui/choices.ts';
import { Card, Facts } from '../../ui/page.tsx';

/** As mails and payment pages say it. */
const orderNumber = (id: string) => id.slice(-8).toUpperCase();

const lines = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(', ');

export function Estate({ testimony }: { testimony: Testimony }) {
  const { t, date } = useTexts();
  const name = useName();
  const { type, region, address, properties } = testimony.realEstate;
  const measured = Object.entries(properties ?? {}).map(
    ([property, value]) => [name('property', property), String(value)] as const,
  );
  return (
    <Card title={t('realEstate')}>
      <Facts
        rows={[
          [t('estateType'), name('estate', type)],
          ...measured,
          [t('address'), lines(address.line1, address.line2, `${address.postalCode} ${address.city}`)],
          [t('region'), name('region', region)],
          [t('parcelNumber'), address.parcelNumber],
          [t('cadastralArea'), address.cadastralArea],
          [t('notes'), testimony.notes],
          [t('ordered'), date(testimony.createdAt)],
          [t('orderNumber'), orderNumber(testimony.id)],
        ]}
      />
      {!address.line1 && !address.parcelNumber && <p class="small">{t('streetHidden')}</p>}
    </Card>
  );
}

/** The client, for the assigned expert; the expert, for the client. */
export function Contact({ testimony, user }: { testimony: Testimony; user: User }) {
  const { t } = useTexts();
  const { client, expert } = testimony;
  if (user.role === 'client') {
    if (!expert) return null;
    return (
      <Card title={t('expert')}>
        <Facts
          rows={[
            [t('name'), lines([expert.firstName, expert.lastName].filter(Boolean).join(' '))],
            [t('registrationNumber'), expert.registrationNumber],
          ]}
        />
      </Card>
    );
  }
  if (!client.email) return null;
  return (
    <Card title={t('client')}>
      <Facts
        rows={[
          [t('name'), [client.firstName, client.lastName].filter(Boolean).join(' ')],
          [t('email'), <a href={`mailto:${client.email}`}>{client.email}</a>],
          [t('phone'), client.phone && <a href={`tel:${client.phone}`}>{client.phone}</a>],
        ]}
      />
    </Card>
  );
}

export function Money({
  testimony: { state, payment, acceptedOffer, ...testimony },
}: {
  testimony: Testimony;
}) {
  // Of what was cancelled nobody is paid.
  const payout = state === 'cancelled' ? null : testimony.payout;
  const { t, money, date } = useTexts();
  const name = useName();
  if (!payment && !payout) return null;
  return (
    <Card title={t(payment ? 'payment' : 'payout')}>
      {payment && (
        <Facts
          rows={[
            [t('amount'), <strong>{money(payment.amount)}</strong>],
            [t('status'), name('payment', payment.status)],
            [t('paidAt'), date(payment.paidAt)],
            [t('refundedAt'), payment.refundedAt && date(payment.refundedAt)],
          ]}
        />
      )}
      {payout && (
        <Facts
          rows={[
            [t('price'), acceptedOffer && money(acceptedOffer.price)],
            [t('toBePaidOut'), <strong>{money(payout.amount)}</strong>],
            [t('status'), name('payout', payout.status)],
            [t('sentAt'), payout.sentAt && date(payout.sentAt)],
          ]}
        />
      )}
    </Card>
  );
}
