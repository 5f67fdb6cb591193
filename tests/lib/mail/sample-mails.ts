/** Sample mails, one of each kind, for tests and screenshots. */
import type { MailMessage } from '../../../lib/domain/model/mail.ts';

const LINK =
  'https://www.example/verify-email?url=https%3A%2F%2Fapi.example%2Fx%3Fexpires%3D1%26signature%3Dabc';
const HOME = { frontendUrl: 'https://www.example' };
const TESTIMONY = {
  testimony: { id: '01a1fddd-ff47-7274-a9b4-e43d50a27f12', purpose: 'mortgage', region: 'ke' },
  link: 'https://www.example/testimonies/01a1fddd-ff47-7274-a9b4-e43d50a27f12',
};
const OFFER = { ...TESTIMONY, price: 123450, daysToComplete: 3 };
const DATE = { ...TESTIMONY, dueAt: '2026-03-02T09:05:00.000Z' };

export const SAMPLE_MAILS: readonly MailMessage[] = [
  { name: 'verify-email', firstName: 'Jana', link: LINK, validMinutes: 60, isNewAccount: true },
  { name: 'expert-approved', firstName: 'Jana', ...HOME, emailVerified: false, identityReview: 'pending' },
  {
    name: 'password-reset' as const,
    firstName: 'Jana',
    validMinutes: 60,
    link: 'https://www.example/reset-password?token=x&email=jana%40klienti.sk',
  },
  { name: 'password-changed', firstName: 'Jana', ...HOME },
  {
    name: 'email-changed' as const,
    firstName: 'Jana',
    isReserved: true,
    accountId: '01a1fddd-ff47-7274-a9b4-e43d50a27f13',
  },
  { name: 'failed-logins', firstName: 'Jana', ...HOME },
  { name: 'email-restored', firstName: 'Jana', ...HOME, isRestoredAddress: true },
  {
    name: 'account-locked' as const,
    firstName: 'Jana',
    reason: 'Do účtu sa zrejme prihlásil niekto iný.',
  },
  { name: 'account-unlocked', firstName: 'Jana', ...HOME, reason: 'Overili sme, že účet patrí vám.' },
  { name: 'second-factor-on', firstName: 'Jana', ...HOME },
  { name: 'second-factor-off', firstName: 'Jana', ...HOME },
  { name: 'second-factor-removed', firstName: 'Jana', ...HOME, reason: 'Overili sme vašu totožnosť.' },
  { name: 'wrong-codes', firstName: 'Jana', ...HOME },
  { name: 'recovery-code-used', firstName: 'Jana', ...HOME, left: 9 },
  {
    name: 'sessions-ended' as const,
    firstName: 'Jana',
    ...HOME,
    reason: 'Nahlásili ste stratený telefón.',
  },
  { name: 'bank-account-changed', firstName: 'Jana', ...HOME, ibanEnd: '7541' },
  { name: 'data-exported', firstName: 'Jana', ...HOME },
  { name: 'account-closed', firstName: 'Jana' },
  { name: 'identity-accepted', firstName: 'Jana', ...HOME },
  { name: 'identity-rejected', firstName: 'Jana', ...HOME, reason: 'Zadná strana sa nedá prečítať.' },
  { name: 'new-offer', firstName: 'Jana', ...OFFER },
  {
    name: 'offer-accepted' as const,
    firstName: 'Jana',
    ...OFFER,
    ...DATE,
    client: 'Peter Novák',
    commission: 12345,
  },
  { name: 'completed', firstName: 'Jana', ...TESTIMONY, complaintUntil: '2026-03-05T09:05:00.000Z' },
  {
    name: 'document-corrected' as const,
    firstName: 'Jana',
    ...TESTIMONY,
    isComplaintOpen: true,
    complaintUntil: null,
  },
  ...(['client', 'expert'] as const).flatMap(to => [
    { name: 'complaint-made', firstName: 'Jana', ...TESTIMONY, to } as const,
    { name: 'cancelled-overdue', firstName: 'Jana', ...DATE, to } as const,
    {
      name: 'complaint-ended' as const,
      firstName: 'Jana',
      ...TESTIMONY,
      to,
      outcome: 'refunded' as const,
      refund: 5000,
      payout: 106105,
      decision: 'Chýba príloha.',
    },
  ]),
  { name: 'cancelled', firstName: 'Jana', ...TESTIMONY, hasReason: true },
  ...(['client', 'expert'] as const).map(to => ({
    name: 'cancelled-by-platform' as const,
    firstName: 'Jana',
    ...TESTIMONY,
    to,
    reason: 'Znalec posudok nedodal.',
    isRefunded: false,
  })),
  { name: 'document-rejected', firstName: 'Jana', ...TESTIMONY, verdict: 'active-content' },
  { name: 'payout-sent', firstName: 'Jana', ...TESTIMONY, amount: 111105, price: 123450, commission: 12345 },
  {
    name: 'payment-refunded',
    firstName: 'Jana',
    ...TESTIMONY,
    amount: 23450,
    byBank: 50000,
    rest: 50000,
    arrived: true,
    why: 'late',
    state: 'accepted',
  },
  { name: 'refund-failed', firstName: 'Jana', ...TESTIMONY, amount: 23450 },
  { name: 'work-paused', firstName: 'Jana', ...TESTIMONY, isDelivered: false },
  { name: 'work-resumed', firstName: 'Jana', ...DATE },
  { name: 'payout-changed', firstName: 'Jana', ...TESTIMONY, before: 111105, amount: 61105 },
  { name: 'payment-received', firstName: 'Jana', ...OFFER, ...DATE, expert: 'Jana Kováčová' },
  { name: 'not-chosen', firstName: 'Jana', ...TESTIMONY },
  { name: 'due-soon', firstName: 'Jana', ...DATE },
  { name: 'overdue', firstName: 'Jana', ...DATE },
  { name: 'overdue-for-client', firstName: 'Jana', ...DATE },
  { name: 'payment-account-attention', firstName: 'Jana', ...HOME },
  { name: 'payment-account-opened', firstName: 'Jana', ...HOME },
  {
    name: 'new-testimonies' as const,
    firstName: 'Jana',
    hasMore: true,
    testimonies: [
      { ...TESTIMONY.testimony, type: 'apartment', area: 72, link: TESTIMONY.link },
      {
        id: '01a1fddd-ff47-7274-a9b4-e43d50a27f13',
        type: 'land',
        region: 'po',
        link: 'https://www.example/testimonies/01a1fddd-ff47-7274-a9b4-e43d50a27f13',
      },
    ],
    ...HOME,
    unsubscribeUrl: 'https://api.example/api/v1/digests/unsubscribe/x?signature=y',
    claim: {
      digest: {
        expertId: '01a1fddd-ff47-7274-a9b4-e43d50a27f14',
        jobId: '01a1fddd-ff47-7274-a9b4-e43d50a27f15',
        from: '2026-03-02T08:00:00.000Z',
        until: '2026-03-02T09:00:00.000Z',
      },
      replaced: undefined,
    },
  },
  {
    name: 'partner-changed' as const,
    firstName: 'Jana',
    change: 'key-rotated' as const,
    partnerId: '01a1fdbd-07e8-736d-9fb7-ddc68d9d131e',
  },
];

export const SAMPLE_LINKS = {
  terms: 'https://www.testimony.example/terms',
  privacy: 'https://www.testimony.example/privacy',
  contact: 'mailto:podpora@testimony.example',
};
