/**
 * Waiting period between a payment and its payout, in which the use of a stolen card is usually discovered
 * (infra/docs/api/payments.md#protection-against-fraud).
 */

import type { EarlierTrades } from '../model/payment.ts';

const FIRST_TESTIMONIES = 3;
const PAIR_PAYMENTS = 3;
const PAIR_DAYS = 30;
/** Amount in cents above which a payment has a waiting period. */
const HIGHEST_AMOUNT = 100_000;
const DAY_MS = 24 * 3600_000;

/**
 * Returns whether a user is new, by the number of paid testimonies. Only then does the number affect the waiting
 * period, so that it must not change before the commit.
 */
export const isNewTrader = (paidTestimonies: number): boolean => paidTestimonies < FIRST_TESTIMONIES;

/**
 * Returns the end of the waiting period. There is one for the first testimonies of a client or an expert, for a pair
 * that trades often, and for a high amount.
 * @param amount cents
 * @param days length of the waiting period; 0 for none
 * @returns null if there is no waiting period
 */
export function findWaitingEnd(
  { ofClient, ofExpert, ofPair }: EarlierTrades,
  amount: number,
  paidAt: Date,
  days: number,
): string | null {
  const pairSince = addDays(paidAt, -PAIR_DAYS);
  const isFrequentPair = ofPair.filter(time => time > pairSince).length >= PAIR_PAYMENTS;
  const isNew = isNewTrader(ofClient) || isNewTrader(ofExpert);
  const mustWait = days > 0 && (isNew || isFrequentPair || amount > HIGHEST_AMOUNT);
  return mustWait ? addDays(paidAt, days) : null;
}

/** Adds a payment to the stored latest payments of the pair. */
export const appendPairPayment = ({ ofPair }: EarlierTrades, paidAt: Date): readonly string[] =>
  [...ofPair, paidAt.toISOString()].slice(-PAIR_PAYMENTS);

const addDays = (date: Date, days: number): string => new Date(date.getTime() + days * DAY_MS).toISOString();
