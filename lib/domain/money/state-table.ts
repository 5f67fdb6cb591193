/**
 * Table of states (infra/docs/api/payments.md#table-of-states): each legal combination of the states of a testimony,
 * its payment and its payout, and everything that follows from the combination. The page is generated from this table.
 */
import type { TestimonyPayment, TestimonyPayout } from '../model/escrow.ts';
import type { Testimony, TestimonyAction, TestimonyList, TestimonyState } from '../model/testimony.ts';
import { type HoldReason, holdReason } from './payout-hold.ts';

export type Party = 'client' | 'expert';

type PaymentStatus = TestimonyPayment['status'];
type PayoutStatus = TestimonyPayout['status'];

/** One or several combinations of states with the same consequences. */
export interface MoneyState {
  readonly testimony: TestimonyState;
  /** Null without a payment. */
  readonly payment: PaymentStatus | null;
  /** Null without a payout. */
  readonly payout: PayoutStatus | null;
  /** Reasons of a held payout. Undefined stands for a payout that its job is about to send. */
  readonly reasons?: readonly (HoldReason | undefined)[];
  readonly meaning: string;
  /** Actions that are open to each party, if the conditions that do not depend on money are met. */
  readonly actions: Readonly<Partial<Record<Party, readonly TestimonyAction[]>>>;
  /** List in which the testimony stands, unless it is unbalanced or a part of the payment is disputed. */
  readonly list: Exclude<TestimonyList['name'], 'unbalanced'> | null;
  /** Parties who may close their account. */
  readonly mayClose: readonly Party[];
  /** Acts that lead out of the combination; null when it is final. */
  readonly wayOut: string | null;
}

const BOTH: readonly Party[] = ['client', 'expert'];
/** Actions after the delivery. The expert may deliver a corrected document if there is a complaint or a failed check. */
const DELIVERED = { client: ['download'], expert: ['complete', 'download'] } as const;
const CONFIRMABLE = { ...DELIVERED, client: ['download', 'confirm'] } as const;
const REVIEWABLE = { ...DELIVERED, client: ['download', 'confirm', 'complain'] } as const;
const NOBODY: readonly Party[] = [];

/** Ways out that several combinations share. */
const DECISIONS = {
  refund: 'the refund is confirmed, or fails and is retried or settled outside',
  dispute: 'the dispute is won or lost',
  unbalanced: 'final; if unbalanced, a refund, a retry, or `testimonies settle`',
} as const;

export const STATE_TABLE: readonly MoneyState[] = [
  {
    testimony: 'pending',
    payment: null,
    payout: null,
    meaning: 'the client has no offers yet',
    actions: { client: ['cancel'], expert: ['offer', 'withdraw'] },
    list: 'open',
    mayClose: BOTH,
    wayOut: 'an offer, or the client cancels',
  },
  {
    testimony: 'offered',
    payment: null,
    payout: null,
    meaning: 'the client chooses an offer',
    actions: { client: ['checkout', 'cancel'], expert: ['offer', 'withdraw'] },
    list: 'open',
    mayClose: BOTH,
    wayOut: 'the client pays or cancels',
  },
  {
    testimony: 'cancelled',
    payment: null,
    payout: null,
    meaning: 'cancelled before an offer was accepted',
    actions: {},
    list: null,
    mayClose: BOTH,
    wayOut: null,
  },
  {
    testimony: 'accepted',
    payment: 'paid',
    payout: 'held',
    reasons: ['not-delivered', 'disputed'],
    meaning: 'the expert works',
    actions: { client: ['cancel'], expert: ['complete'] },
    list: 'overdue',
    mayClose: NOBODY,
    wayOut:
      'the expert delivers, the client cancels when it is long overdue, or an operator cancels or refunds',
  },
  {
    testimony: 'accepted',
    payment: 'paid',
    payout: 'void',
    meaning: 'the expert works, but refunds have used up the payout',
    actions: { client: ['cancel'], expert: ['complete'] },
    list: 'overdue',
    mayClose: NOBODY,
    wayOut:
      'the expert delivers, the client cancels when it is long overdue, or an operator cancels or refunds',
  },
  ...(['sent', 'failed'] as const).map(
    (payout): MoneyState => ({
      testimony: 'accepted',
      payment: 'paid',
      payout,
      meaning: 'the expert works, and was paid already, for example before a restore of the table',
      actions: { expert: ['complete'] },
      list: 'overdue',
      mayClose: NOBODY,
      wayOut: 'the expert delivers',
    }),
  ),
  ...(['held', 'void', 'sent', 'failed'] as const).flatMap((payout): MoneyState[] => [
    {
      testimony: 'accepted',
      payment: 'refunding',
      payout,
      ...(payout === 'held' && { reasons: ['refunding'] }),
      meaning: 'the rest of the payment is on its way back; the work waits',
      actions: {},
      list: 'overdue',
      mayClose: NOBODY,
      wayOut: DECISIONS.refund,
    },
    {
      testimony: 'accepted',
      payment: 'disputed',
      payout,
      ...(payout === 'held' && { reasons: ['disputed'] }),
      meaning: 'the work waits and the due date stands still',
      actions: {},
      list: 'disputed',
      mayClose: NOBODY,
      wayOut: DECISIONS.dispute,
    },
  ]),
  ...(['void', 'sent'] as const).flatMap((payout): MoneyState[] => [
    {
      testimony: 'cancelled',
      payment: 'refunding',
      payout,
      meaning: 'cancelled, and the payment is on its way back',
      actions: {},
      list: null,
      mayClose: ['expert'],
      wayOut: DECISIONS.refund,
    },
    {
      testimony: 'cancelled',
      payment: 'disputed',
      payout,
      meaning: 'cancelled while the payment is disputed',
      actions: {},
      list: 'disputed',
      mayClose: ['expert'],
      wayOut: DECISIONS.dispute,
    },
    {
      testimony: 'cancelled',
      payment: 'refunded',
      payout,
      meaning: 'cancelled, and the client got the payment back',
      actions: {},
      list: null,
      mayClose: BOTH,
      wayOut: DECISIONS.unbalanced,
    },
  ]),
  {
    testimony: 'completed',
    payment: 'paid',
    payout: 'held',
    reasons: [undefined],
    meaning: 'the payout is being sent',
    actions: DELIVERED,
    list: null,
    mayClose: ['client'],
    wayOut: 'the payout job',
  },
  {
    testimony: 'completed',
    payment: 'paid',
    payout: 'held',
    reasons: ['not-due'],
    meaning: 'the client may still complain',
    actions: REVIEWABLE,
    list: null,
    mayClose: ['client'],
    wayOut: 'time, or the client confirms or complains',
  },
  {
    testimony: 'completed',
    payment: 'paid',
    payout: 'held',
    reasons: ['complaint'],
    meaning: 'the client has complained',
    actions: CONFIRMABLE,
    list: 'complaint',
    mayClose: NOBODY,
    wayOut: 'the client confirms, or an operator ends the complaint',
  },
  {
    testimony: 'completed',
    payment: 'paid',
    payout: 'held',
    reasons: ['document'],
    meaning: 'the document is not checked, did not pass its check, or is infected',
    actions: REVIEWABLE,
    list: 'payout-held',
    mayClose: ['client'],
    wayOut:
      'the check, the client confirms or complains (an infected document cannot be confirmed), the expert corrects the document, or an operator releases the payout or refunds',
  },
  {
    testimony: 'completed',
    payment: 'paid',
    payout: 'held',
    reasons: ['refund-decision'],
    meaning: 'an operator must decide who bears a refund or a lost dispute',
    actions: DELIVERED,
    list: null,
    mayClose: NOBODY,
    wayOut: '`testimonies settle` with `borne-by-expert`, `borne-by-platform` or `written-off`',
  },
  {
    testimony: 'completed',
    payment: 'paid',
    payout: 'held',
    reasons: ['expert'],
    meaning: 'the expert is locked, revoked, rejected or restricted',
    actions: DELIVERED,
    list: 'payout-held',
    mayClose: ['client'],
    wayOut: 'an operator releases the payout or refunds',
  },
  {
    testimony: 'completed',
    payment: 'paid',
    payout: 'held',
    reasons: ['disputed'],
    meaning: 'a dispute holds the part of the payment that is due to the expert',
    actions: DELIVERED,
    list: 'disputed',
    mayClose: ['client'],
    wayOut: DECISIONS.dispute,
  },
  {
    testimony: 'completed',
    payment: 'paid',
    payout: 'owed',
    meaning: 'the expert has no verified payment account',
    actions: DELIVERED,
    list: 'payout-owed',
    mayClose: ['client'],
    wayOut: 'the account is verified, or an operator refunds or settles outside',
  },
  {
    testimony: 'completed',
    payment: 'paid',
    payout: 'failed',
    meaning: 'the transfer failed or came back',
    actions: DELIVERED,
    list: 'payout-failed',
    mayClose: ['client'],
    wayOut: 'an operator retries or dismisses the job, refunds, or settles outside',
  },
  {
    testimony: 'completed',
    payment: 'paid',
    payout: 'sent',
    meaning: 'the expert got the payout',
    actions: DELIVERED,
    list: null,
    mayClose: BOTH,
    wayOut: DECISIONS.unbalanced,
  },
  {
    testimony: 'completed',
    payment: 'paid',
    payout: 'void',
    meaning: 'nothing is sent: an operator ended the payout, or refunds used it up',
    actions: DELIVERED,
    list: null,
    mayClose: BOTH,
    wayOut: 'final when the sums agree; otherwise `testimonies reopen-payout`, `refund` or `settle`',
  },
  ...(['held', 'failed', 'sent', 'void'] as const).flatMap((payout): MoneyState[] => [
    {
      testimony: 'completed',
      payment: 'refunding',
      payout,
      ...(payout === 'held' && { reasons: ['refunding'] }),
      meaning: 'the whole payment is on its way back',
      actions: {},
      list: payout === 'failed' ? 'payout-failed' : null,
      mayClose: NOBODY,
      wayOut: DECISIONS.refund,
    },
    {
      testimony: 'completed',
      payment: 'disputed',
      payout,
      ...(payout === 'held' && { reasons: ['disputed'] }),
      meaning: 'the payment is disputed; nothing is downloaded',
      actions: {},
      list: 'disputed',
      mayClose: NOBODY,
      wayOut: DECISIONS.dispute,
    },
  ]),
  ...(['sent', 'void'] as const).map(
    (payout): MoneyState => ({
      testimony: 'completed',
      payment: 'refunded',
      payout,
      meaning: 'the client got the payment back after the delivery',
      actions: {},
      list: null,
      mayClose: BOTH,
      wayOut: DECISIONS.unbalanced,
    }),
  ),
];

type Facts = Pick<Testimony, 'state' | 'payment' | 'payout' | 'complaint' | 'documentCheck'>;

/** Finds the combination of a testimony in the table; undefined for a combination that is not legal. */
export function findMoneyState(testimony: Facts): MoneyState | undefined {
  const { state, payment, payout } = testimony;
  const status = payment?.status ?? null;
  const reason = payout?.status === 'held' ? holdReason(testimony) : undefined;
  return STATE_TABLE.find(
    row =>
      row.testimony === state &&
      row.payment === status &&
      row.payout === (payout?.status ?? null) &&
      (!row.reasons || row.reasons.includes(reason)),
  );
}

/** Returns whether the table opens the action to the party. */
export const isOpenTo = (testimony: Facts, party: Party, action: TestimonyAction): boolean =>
  findMoneyState(testimony)?.actions[party]?.includes(action) ?? false;
