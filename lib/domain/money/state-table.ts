/**
 * Table of states (infra/docs/api/payments.md#table-of-states): each legal combination of the states of a testimony,
 * its payment and its payout, and everything that follows from the combination. The page is generated from this table
 * and from infra/docs/money-state-texts.ts.
 */
import type { HoldReason, TestimonyPayment, TestimonyPayout } from '../model/escrow.ts';
import type { Testimony, TestimonyAction, TestimonyList, TestimonyState } from '../model/testimony.ts';
import { holdReason } from './payout-hold.ts';

export type Party = 'client' | 'expert';

type PaymentStatus = TestimonyPayment['status'];
type PayoutStatus = TestimonyPayout['status'];

/** One or several combinations of states with the same consequences. */
export interface MoneyState {
  readonly testimony: TestimonyState;
  /** State of the payment; null if there is none. */
  readonly payment: PaymentStatus | null;
  /** State of the payout; null if there is none. */
  readonly payout: PayoutStatus | null;
  /** Reasons for which a payout is held. Undefined: no reason, so its job is about to send it. */
  readonly reasons?: readonly (HoldReason | 'complaint' | undefined)[];
  /** Actions that each party can take if all conditions that do not depend on money are met. */
  readonly actions: Readonly<Partial<Record<Party, readonly TestimonyAction[]>>>;
  /** List that contains the testimony, unless it is unbalanced or a part of the payment is disputed. */
  readonly list: Exclude<TestimonyList['name'], 'unbalanced'> | null;
  readonly mayClose: readonly Party[];
}

const BOTH: readonly Party[] = ['client', 'expert'];
/** Actions after the delivery. The expert may deliver a corrected document if there is a complaint or a failed check. */
const DELIVERED = { client: ['download'], expert: ['complete', 'download'] } as const;
const CONFIRMABLE = { ...DELIVERED, client: ['download', 'confirm'] } as const;
const REVIEWABLE = { ...DELIVERED, client: ['download', 'confirm', 'complain'] } as const;
const NOBODY: readonly Party[] = [];

export const STATE_TABLE: readonly MoneyState[] = [
  {
    testimony: 'pending',
    payment: null,
    payout: null,
    actions: { client: ['cancel'], expert: ['offer', 'withdraw'] },
    list: 'open',
    mayClose: BOTH,
  },
  {
    testimony: 'offered',
    payment: null,
    payout: null,
    actions: { client: ['checkout', 'cancel'], expert: ['offer', 'withdraw'] },
    list: 'open',
    mayClose: BOTH,
  },
  {
    testimony: 'cancelled',
    payment: null,
    payout: null,
    actions: {},
    list: null,
    mayClose: BOTH,
  },
  {
    testimony: 'accepted',
    payment: 'paid',
    payout: 'held',
    actions: { client: ['cancel'], expert: ['complete'] },
    list: 'overdue',
    mayClose: NOBODY,
  },
  {
    testimony: 'accepted',
    payment: 'paid',
    payout: 'void',
    actions: { client: ['cancel'], expert: ['complete'] },
    list: 'overdue',
    mayClose: NOBODY,
  },
  ...(['sent', 'failed'] as const).map(
    (payout): MoneyState => ({
      testimony: 'accepted',
      payment: 'paid',
      payout,
      actions: { expert: ['complete'] },
      list: 'overdue',
      mayClose: NOBODY,
    }),
  ),
  ...(['held', 'void', 'sent', 'failed'] as const).flatMap((payout): MoneyState[] => [
    {
      testimony: 'accepted',
      payment: 'refunding',
      payout,
      actions: {},
      list: 'overdue',
      mayClose: NOBODY,
    },
    {
      testimony: 'accepted',
      payment: 'disputed',
      payout,
      actions: {},
      list: 'disputed',
      mayClose: NOBODY,
    },
  ]),
  ...(['void', 'sent'] as const).flatMap((payout): MoneyState[] => [
    {
      testimony: 'cancelled',
      payment: 'refunding',
      payout,
      actions: {},
      list: null,
      mayClose: ['expert'],
    },
    {
      testimony: 'cancelled',
      payment: 'disputed',
      payout,
      actions: {},
      list: 'disputed',
      mayClose: ['expert'],
    },
    {
      testimony: 'cancelled',
      payment: 'refunded',
      payout,
      actions: {},
      list: null,
      mayClose: BOTH,
    },
  ]),
  {
    testimony: 'completed',
    payment: 'paid',
    payout: 'held',
    reasons: [undefined],
    actions: DELIVERED,
    list: null,
    mayClose: ['client'],
  },
  {
    testimony: 'completed',
    payment: 'paid',
    payout: 'held',
    reasons: ['not-due'],
    actions: REVIEWABLE,
    list: null,
    mayClose: ['client'],
  },
  {
    testimony: 'completed',
    payment: 'paid',
    payout: 'held',
    reasons: ['complaint'],
    actions: CONFIRMABLE,
    list: 'complaint',
    mayClose: NOBODY,
  },
  ...(['risk', 'document'] as const).map(
    (reason): MoneyState => ({
      testimony: 'completed',
      payment: 'paid',
      payout: 'held',
      reasons: [reason],
      actions: REVIEWABLE,
      list: 'payout-held',
      mayClose: ['client'],
    }),
  ),
  {
    testimony: 'completed',
    payment: 'paid',
    payout: 'held',
    reasons: ['decision'],
    actions: DELIVERED,
    list: null,
    mayClose: NOBODY,
  },
  ...(['expert', 'review', 'cap'] as const).map(
    (reason): MoneyState => ({
      testimony: 'completed',
      payment: 'paid',
      payout: 'held',
      reasons: [reason],
      actions: DELIVERED,
      list: 'payout-held',
      mayClose: ['client'],
    }),
  ),
  {
    testimony: 'completed',
    payment: 'paid',
    payout: 'owed',
    actions: DELIVERED,
    list: 'payout-owed',
    mayClose: ['client'],
  },
  {
    testimony: 'completed',
    payment: 'paid',
    payout: 'failed',
    actions: DELIVERED,
    list: 'payout-failed',
    mayClose: ['client'],
  },
  {
    testimony: 'completed',
    payment: 'paid',
    payout: 'sent',
    actions: DELIVERED,
    list: null,
    mayClose: BOTH,
  },
  {
    testimony: 'completed',
    payment: 'paid',
    payout: 'void',
    actions: DELIVERED,
    list: null,
    mayClose: BOTH,
  },
  ...(['held', 'failed', 'sent', 'void'] as const).flatMap((payout): MoneyState[] => [
    {
      testimony: 'completed',
      payment: 'refunding',
      payout,
      actions: {},
      list: payout === 'failed' ? 'payout-failed' : null,
      mayClose: NOBODY,
    },
    {
      testimony: 'completed',
      payment: 'disputed',
      payout,
      actions: {},
      list: 'disputed',
      mayClose: NOBODY,
    },
  ]),
  ...(['sent', 'void'] as const).map(
    (payout): MoneyState => ({
      testimony: 'completed',
      payment: 'refunded',
      payout,
      actions: {},
      list: null,
      mayClose: BOTH,
    }),
  ),
];

type Facts = Pick<Testimony, 'state' | 'payment' | 'payout' | 'complaint' | 'documentCheck'>;

/** Finds the table's entry for the states of a testimony; undefined if the combination is not legal. */
export function findMoneyState(testimony: Facts): MoneyState | undefined {
  const { state, payment, payout, complaint } = testimony;
  const status = payment?.status ?? null;
  const reason = complaint?.endedAt === null ? 'complaint' : holdReason(testimony);
  return STATE_TABLE.find(
    row =>
      row.testimony === state &&
      row.payment === status &&
      row.payout === (payout?.status ?? null) &&
      (!row.reasons || row.reasons.includes(reason)),
  );
}

/** Returns whether the table allows a party to take an action. */
export const isOpenTo = (testimony: Facts, party: Party, action: TestimonyAction): boolean =>
  findMoneyState(testimony)?.actions[party]?.includes(action) ?? false;
