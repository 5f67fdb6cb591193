/** Facts that are derived from a testimony and that several parts of the console need. */
import { DAY } from '../../../../../lib/durations.ts';
import type { Testimony } from '../../../../client/runtime/index.ts';

/**
 * Days that a testimony is overdue before its client can cancel it
 * (infra/docs/api/testimonies.md#cancelling-a-testimony).
 */
const DAYS_UNTIL_CANCELLABLE = 7;

/** Returns the testimony number, which mails and the hosted checkout page also show. */
export const getTestimonyNumber = (id: string): string => id.slice(-8).toUpperCase();

export const isOpen = ({ state }: Testimony): boolean => state === 'pending' || state === 'offered';

export const countOpenOffers = ({ offers }: Testimony): number =>
  offers.filter(({ state }) => state === 'open').length;

export const hasOpenOffer = (testimony: Testimony): boolean => countOpenOffers(testimony) > 0;

export const isOverdue = ({ state, dueAt }: Testimony, now: Date): boolean =>
  state === 'accepted' && dueAt !== null && new Date(dueAt) < now;

/** Returns the time from which the client can cancel an overdue testimony, in ISO 8601. */
export const getEarliestCancellation = (dueAt: string): string =>
  new Date(new Date(dueAt).getTime() + DAYS_UNTIL_CANCELLABLE * DAY).toISOString();

export const hasOpenComplaint = ({ complaint }: Testimony): boolean =>
  complaint !== null && complaint.endedAt === null;

/**
 * Returns the key of the text about the outcome of a complaint. Only the text for the client says whether the refund
 * was sent, because the expert does not see the payment.
 */
export function findOutcomeText({ complaint, payment }: Testimony) {
  const outcome = complaint?.outcome;
  if (outcome !== 'refunded' || !payment) return outcome && (`complaint.${outcome}` as const);
  return payment.refunded > 0 ? 'complaint.refunded.done' : 'complaint.refunded.client';
}

export const isCorrectedSinceComplaint = ({ complaint, versions }: Testimony): boolean =>
  complaint !== null && versions.some(({ deliveredAt }) => deliveredAt > complaint.madeAt);

/** Returns whether the check of the document found a fault that the expert has to correct. */
export const hasFailedCheck = ({ documentCheck }: Testimony): boolean =>
  documentCheck !== null && documentCheck !== 'pending' && documentCheck !== 'ok';

/**
 * Returns the part of a price that the platform keeps, as the API computes it (infra/docs/api/payments.md#commission).
 * All amounts are euros.
 */
export function computeCommissionInEuros(price: number, percent: number, minimum: number): number {
  const cents = Math.round(price * 100);
  const share = Math.floor((cents * Math.round(percent * 100) + 5000) / 10_000);
  return Math.min(Math.max(share, Math.round(minimum * 100)), cents - 1) / 100;
}

/**
 * Returns the state to show to a client: `pending` if no offer is open any more, although the API still says `offered`.
 */
export const findShownState = (testimony: Testimony): Testimony['state'] =>
  testimony.state === 'offered' && !hasOpenOffer(testimony) ? 'pending' : testimony.state;

/** Returns whether a job is about to change the testimony: the document check, the refund or the payout. */
export const waitsForJob = (testimony: Testimony): boolean =>
  testimony.documentCheck === 'pending' ||
  getPaymentStatus(testimony) === 'refunding' ||
  isPayoutBeingSent(testimony);

const isPayoutBeingSent = (testimony: Testimony): boolean =>
  testimony.state === 'completed' &&
  testimony.payout?.status === 'held' &&
  testimony.payout.reason === null &&
  testimony.payout.paymentStatus === 'paid' &&
  !hasOpenComplaint(testimony);

/** Returns the status of the payment, which the client and the assigned expert see. */
export const getPaymentStatus = ({ payment, payout }: Testimony) => payment?.status ?? payout?.paymentStatus;

export const formatArea = (squareMetres: unknown): string => `${squareMetres}\u00a0m²`;

export const joinName = (person: { firstName: string | null; lastName: string | null } | null): string =>
  [person?.firstName, person?.lastName].filter(Boolean).join(' ');
