/** Time between delivery and payout of a stage. */
import { MAX_PAYOUT_DELAY_DAYS } from '../domain/model/payout-delay.ts';
import type { PayoutDelay } from '../domain/ports/payments.ts';
import { type Environment, readDays } from './environment.ts';

/** @throws Error when `PAYOUT_DELAY_DAYS` is not a whole number from 0 to 30 */
export function readPayoutDelay(environment: Environment): PayoutDelay {
  return { days: readDays(environment, 'PAYOUT_DELAY_DAYS', MAX_PAYOUT_DELAY_DAYS) };
}
