/** One mail of each kind, as its reader would get it. */
import type { MailMessage } from '../../../lib/domain/model/mail.ts';

const LINK =
  'https://www.example/verify-email?url=https%3A%2F%2Fapi.example%2Fx%3Fexpires%3D1%26signature%3Dabc';
const OFFER = {
  expert: 'Jana Kováčová',
  price: 123450,
  daysToComplete: 3,
  city: 'Košice',
  link: 'https://www.example/testimonies/01a1fddd-ff47-7274-a9b4-e43d50a27f12',
};

const DATE = { city: 'Košice', dueAt: '2026-03-02T09:05:00.000Z', link: OFFER.link };

export const MAILS: readonly MailMessage[] = [
  { name: 'verify-email', firstName: 'Jana', link: LINK, validMinutes: 60 },
  { name: 'expert-approved', firstName: 'Jana', frontendUrl: 'https://www.example/?a=1&b=2' },
  { name: 'password-reset', firstName: 'Jana', link: LINK, validMinutes: 60 },
  { name: 'password-changed', firstName: 'Jana' },
  { name: 'address-changed', firstName: 'Jana' },
  { name: 'bank-account-changed', firstName: 'Jana', ibanEnd: '7541' },
  { name: 'data-exported', firstName: 'Jana' },
  { name: 'account-closed', firstName: 'Jana' },
  { name: 'identity-accepted', firstName: 'Jana' },
  { name: 'identity-rejected', firstName: 'Jana', reason: 'Zadná strana sa nedá prečítať.' },
  { name: 'new-offer', firstName: 'Jana', ...OFFER },
  { name: 'offer-accepted', firstName: 'Jana', ...OFFER, client: 'Peter Novák' },
  { name: 'completed', firstName: 'Jana', link: OFFER.link },
  { name: 'cancelled', firstName: 'Jana', city: 'Košice', reason: 'Nehnuteľnosť sme predali.' },
  ...(['client', 'expert'] as const).map(to => ({
    ...({ name: 'cancelled-by-platform', firstName: 'Jana', city: 'Košice', to } as const),
    reason: 'Znalec posudok nedodal.',
  })),
  { name: 'payout-sent', firstName: 'Jana', city: 'Košice', amount: 111105, link: OFFER.link },
  {
    name: 'payment-refunded',
    firstName: 'Jana',
    city: 'Košice',
    amount: 123450,
    arrived: true,
    why: 'late',
    state: 'accepted',
  },
  { name: 'payment-received', firstName: 'Jana', ...OFFER },
  { name: 'not-chosen', firstName: 'Jana', city: 'Košice' },
  { name: 'due-soon', firstName: 'Jana', ...DATE },
  { name: 'overdue', firstName: 'Jana', ...DATE },
  { name: 'overdue-for-client', firstName: 'Jana', ...DATE },
  { name: 'payment-account-attention', firstName: 'Jana', frontendUrl: 'https://www.example/?a=1&b=2' },
];
