/** Sample mails, one of each kind, for tests and screenshots. */
import type { MailMessage } from '../../../lib/domain/model/mail.ts';

const LINK =
  'https://www.example/verify-email?url=https%3A%2F%2Fapi.example%2Fx%3Fexpires%3D1%26signature%3Dabc';
const TESTIMONY = {
  testimony: { id: '01a1fddd-ff47-7274-a9b4-e43d50a27f12', purpose: 'mortgage', region: 'ke' },
};
const OFFER = { ...TESTIMONY, price: 123450, daysToComplete: 3 };
const DATE = { ...TESTIMONY, dueAt: '2026-03-02T09:05:00.000Z' };

export const SAMPLE_MAILS: readonly MailMessage[] = [
  { name: 'verify-email', firstName: 'Jana', link: LINK, isNewAccount: true },
  { name: 'expert-approved', firstName: 'Jana', emailVerified: false, identityReview: 'pending' },
  {
    name: 'password-reset' as const,
    firstName: 'Jana',
    link: 'https://www.example/reset-password?token=x&email=jana%40klienti.sk',
  },
  { name: 'password-changed', firstName: 'Jana' },
  {
    name: 'email-changed' as const,
    firstName: 'Jana',
    isReserved: true,
    accountId: '01a1fddd-ff47-7274-a9b4-e43d50a27f13',
  },
  { name: 'failed-logins', firstName: 'Jana' },
  { name: 'email-restored', firstName: 'Jana', isRestoredAddress: true },
  {
    name: 'account-locked' as const,
    firstName: 'Jana',
    reason: 'Do účtu sa zrejme prihlásil niekto iný.',
  },
  { name: 'account-unlocked', firstName: 'Jana', reason: 'Overili sme, že účet patrí vám.' },
  { name: 'second-factor-on', firstName: 'Jana' },
  { name: 'second-factor-off', firstName: 'Jana' },
  { name: 'second-factor-removed', firstName: 'Jana', reason: 'Overili sme vašu totožnosť.' },
  { name: 'wrong-codes', firstName: 'Jana' },
  { name: 'recovery-code-used', firstName: 'Jana', left: 9 },
  {
    name: 'sessions-ended' as const,
    firstName: 'Jana',
    reason: 'Nahlásili ste stratený telefón.',
  },
  { name: 'bank-account-changed', firstName: 'Jana', ibanEnd: '7541' },
  { name: 'data-exported', firstName: 'Jana' },
  { name: 'account-closed', firstName: 'Jana' },
  { name: 'identity-accepted', firstName: 'Jana' },
  { name: 'identity-rejected', firstName: 'Jana', reason: 'Zadná strana sa nedá prečítať.' },
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
  { name: 'payment-account-attention', firstName: 'Jana' },
  { name: 'payment-account-opened', firstName: 'Jana' },
  {
    name: 'new-testimonies' as const,
    firstName: 'Jana',
    hasMore: true,
    testimonies: [
      { ...TESTIMONY.testimony, type: 'apartment', area: 72 },
      {
        id: '01a1fddd-ff47-7274-a9b4-e43d50a27f13',
        type: 'land',
        region: 'po',
      },
    ],
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

/** Settings of a stage without a support address and without links in the footer. */
export const SAMPLE_SETTINGS = { frontendUrl: 'https://www.example' };

export const SAMPLE_LINKS = {
  terms: 'https://www.testimony.example/terms',
  privacy: 'https://www.testimony.example/privacy',
  contact: 'mailto:podpora@testimony.example',
};
