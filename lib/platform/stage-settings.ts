/** Settings of a stage that the domain reads. */
import { UNREVIEWED_SCAN_RETENTION_DAYS } from '../domain/model/file.ts';
import { MAX_PAYOUT_DELAY_DAYS } from '../domain/model/payout-delay.ts';
import type { Retention } from '../domain/ports/files.ts';
import type { CommissionSettings, PayoutDelay } from '../domain/ports/payments.ts';
import { type Environment, readInteger, requireVariable } from './environment.ts';

/** @throws Error when `PAYOUT_DELAY_DAYS` is not a whole number from 0 to 30 */
export const readPayoutDelay = (environment: Environment): PayoutDelay => ({
  days: readInteger(environment, 'PAYOUT_DELAY_DAYS', 0, MAX_PAYOUT_DELAY_DAYS),
});

export const readCommissionSettings = (environment: Environment): CommissionSettings => ({
  get commissionPercent() {
    return Number(requireVariable(environment, 'COMMISSION_PERCENT'));
  },
});

export const readRetention = (environment: Environment): Retention => ({
  scanDays: readInteger(environment, 'SCANS_KEPT_DAYS', 1, UNREVIEWED_SCAN_RETENTION_DAYS),
});
