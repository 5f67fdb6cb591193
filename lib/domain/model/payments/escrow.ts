/** Payment and payout of a testimony, and the time limits of the escrow between them (infra/docs/deployment.md). */
import * as v from 'valibot';
import { DAY } from '../../../durations.ts';
import {
  flagSchema,
  nullableTextSchema,
  numberSchema,
  type Stored,
  textSchema,
} from '../schemas/record-schema.ts';
import { LEDGER_ACCOUNTS } from './ledger-entry.ts';
import { RISK_LEVELS } from './payment.ts';

/**
 * Maximum number of days in escrow according to the payment provider's documentation. (Other limits apply in the US and
 * Thailand.)
 */
const LONGEST_DAYS = 90;
/** Number of days before the end of the maximum escrow at which operators are alerted. */
const NOTICE_DAYS = 10;

/** The part of a testimony that tells whether money is in escrow. */
export interface EscrowParts {
  /** The client's payment for the accepted offer; null before an offer is accepted. */
  readonly payment: TestimonyPayment | null;
  /** Payout to the assigned expert; null before an offer is accepted. */
  readonly payout: TestimonyPayout | null;
}

export const PAYMENT_STATUSES = ['paid', 'refunding', 'refunded', 'disputed'] as const;

export const createPaymentSchema = () =>
  v.object({
    status: v.picklist(PAYMENT_STATUSES),
    paymentId: textSchema,
    /** Amount in cents. */
    amount: numberSchema,
    /** Part of the amount that the platform keeps, in cents. */
    commission: numberSchema,
    paidAt: textSchema,
    /** Time at which money last went back to the client. */
    refundedAt: nullableTextSchema,
    /** Cents that were returned to the client by refunds and lost disputes. */
    refunded: numberSchema,
    /** Cents of refunds that were ordered or started, but have not arrived. */
    returning: numberSchema,
    /**
     * Time since when the payment is disputed; null while it is not. During a dispute, the due date and the period for
     * a complaint are suspended.
     */
    disputedSince: nullableTextSchema,
    /** Balances of the payment's ledger at its last change. They lack fees that were recorded later. */
    balances: v.object(v.entriesFromList(LEDGER_ACCOUNTS, numberSchema)),
    /** Whether an inquiry of the client's bank is open. */
    hasInquiry: flagSchema,
    riskLevel: v.picklist(RISK_LEVELS),
    /** Time before which only an operator can release the payout; null if there is no waiting period. */
    waitsUntil: nullableTextSchema,
  });

/**
 * Reasons for which a payout is held. `not-due`: its date or the waiting period after the payment has not passed;
 * `document`: the document has not passed its check; `risk`: the provider suspects that the card is stolen; `expert`:
 * the expert is locked, revoked, rejected or restricted; `review`: the expert's name waits for a review; `cap`: the
 * amount that can be sent to the expert per day without release by an operator is exhausted; `decision`: it must be
 * decided who bears a refund or a dispute, or what happens with money that the expert has returned outside the
 * provider. They are in the order in which they take precedence.
 */
export const HOLD_REASONS = ['risk', 'document', 'expert', 'review', 'cap', 'not-due', 'decision'] as const;

/**
 * Statuses of a payout. `held`: there is a reason to wait (`money/payout-hold.ts`); `owed`: delivered, but the expert
 * has no verified payment account; `void`: nothing will be sent.
 */
export const PAYOUT_STATUSES = ['held', 'owed', 'sent', 'failed', 'void'] as const;

const createReleaseSchema = () =>
  v.object({
    by: v.picklist(['client', 'operator', 'complaint']),
    at: textSchema,
    /** `expert` covers the state of the expert at the time of the release, not a later lock. */
    covers: v.array(v.picklist(HOLD_REASONS)),
  });

export const createPayoutSchema = () =>
  v.object({
    status: v.picklist(PAYOUT_STATUSES),
    /** Amount in cents. */
    amount: numberSchema,
    sentAt: nullableTextSchema,
    /** Id of the only job that may send the payout, so that it is not sent twice; null until one has claimed it. */
    jobId: nullableTextSchema,
    /** Time from which the payout may be sent; null when there is no delay. */
    dueAt: nullableTextSchema,
    /**
     * Reason for a held payout that does not follow from the testimony, and that the payout job has recorded.
     * `decision`: an operator has ended the payout, so that only another decision sends the unsent amount.
     */
    hold: v.nullable(v.picklist(['expert', 'review', 'cap', 'decision'])),
    /** Cents of the unsent payout that count towards the daily cap of a Slovak day; null once they were sent. */
    counted: v.exactOptional(v.nullable(v.object({ day: textSchema, amount: numberSchema }))),
    /** Decisions after which some reasons no longer hold the payout, oldest first. */
    releases: v.array(createReleaseSchema()),
  });

/**
 * Payment of a client. The checkout has the original; the testimony has a copy of the payment that accepted the offer
 * (`payment-state.ts`).
 */
export type TestimonyPayment = Stored<typeof createPaymentSchema>;

/** Balances of a ledger in cents. Their sum is zero. */
export type Balances = TestimonyPayment['balances'];

export type TestimonyPayout = Stored<typeof createPayoutSchema>;
export type HoldReason = (typeof HOLD_REASONS)[number];

/** Decision of the client (a confirmation), of an operator, or about a complaint. */
export type PayoutRelease = Stored<typeof createReleaseSchema>;

/** Returns the latest decision that released the payout despite this reason to hold it. */
export const findRelease = (payout: TestimonyPayout | null, reason: HoldReason): PayoutRelease | undefined =>
  payout?.releases.findLast(({ covers }) => covers.includes(reason));

export const isCovered = (payout: TestimonyPayout | null, reason: HoldReason): boolean =>
  findRelease(payout, reason) !== undefined;

/** Returns the time at which the client confirmed the delivery; null until then. */
export const getConfirmedAt = (payout: TestimonyPayout | null): string | null =>
  payout?.releases.find(({ by }) => by === 'client')?.at ?? null;

/** Adds the release of a held payout, after which these reasons no longer hold it. */
export const addRelease = (
  payout: TestimonyPayout,
  by: PayoutRelease['by'],
  at: string,
  covers: readonly HoldReason[],
): TestimonyPayout => ({ ...payout, releases: [...payout.releases, { by, at, covers }] });

/**
 * Returns whether the payout is still open. It is not open after it was sent or became void, or after a full refund.
 */
export const isPayoutOpen = ({ payment, payout }: EscrowParts): boolean =>
  payout !== null && payout.status !== 'sent' && payout.status !== 'void' && payment?.status !== 'refunded';

/** Returns whether the payout is waiting and no job is sending it. */
export const isPayoutHeldWithoutJob = ({ payout }: Pick<EscrowParts, 'payout'>): boolean =>
  payout?.status === 'held' && payout.jobId === null;

/** Returns whether a job has claimed the payout and is sending it. Operators must not settle or refund it meanwhile. */
export const isPayoutBeingSent = (payout: TestimonyPayout | null): boolean => Boolean(payout?.jobId);

/** Returns whether the payment is in escrow: paid by the client, with a payout that is still open. */
export const isInEscrow = ({ payment, payout }: EscrowParts): boolean =>
  payment?.status === 'paid' && isPayoutOpen({ payment, payout });

/** Returns the date by which the money must leave escrow, or null if the testimony has no money in escrow. */
export const getEscrowDeadline = (testimony: EscrowParts): string | null =>
  testimony.payment && isInEscrow(testimony) ? after(testimony.payment.paidAt, LONGEST_DAYS) : null;

/** Returns the date on which operators are alerted if a payment made at `paidAt` is still in escrow. */
export const getEscrowNoticeDate = (paidAt: string): string => after(paidAt, LONGEST_DAYS - NOTICE_DAYS);

/** Sets the time of the payout from the time of the newest delivery. Without a delay the payout has no due date. */
export function schedulePayout<Delivered extends Pick<EscrowParts, 'payout'>>(
  delivered: Delivered,
  deliveredAt: string,
  days: number,
): Delivered & { readonly payoutDelayDays: number } {
  const { payout } = delivered;
  const dueAt = days > 0 ? after(deliveredAt, days) : null;
  return { ...delivered, payoutDelayDays: days, payout: payout && { ...payout, dueAt } };
}

const after = (date: string, days: number): string => new Date(Date.parse(date) + days * DAY).toISOString();
