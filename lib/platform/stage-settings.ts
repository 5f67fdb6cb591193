/** Settings of a stage that the domain reads. */

import { UNREVIEWED_SCAN_RETENTION_DAYS } from '../domain/model/files/file.ts';
import { MAX_PAYOUT_DELAY_DAYS } from '../domain/model/payments/escrow.ts';
import type { Retention } from '../domain/ports/files.ts';
import type { CommissionSettings, PayoutDelay, PayoutLimits } from '../domain/ports/payments.ts';
import { type Environment, readInteger, requireVariable } from './environment.ts';

/** @throws Error when `PAYOUT_DELAY_DAYS` is not a whole number from 0 to 30 */
export const readPayoutDelay = (environment: Environment): PayoutDelay => ({
  days: readInteger(environment, 'PAYOUT_DELAY_DAYS', 0, MAX_PAYOUT_DELAY_DAYS),
});

/**
 * Reads each limit when it is used, because some functions have only one of the two settings. The settings are whole
 * days and euros.
 */
export const readPayoutLimits = (environment: Environment): PayoutLimits => ({
  get minDays() {
    return readInteger(environment, 'PAYOUT_MIN_DAYS', 0, MAX_PAYOUT_DELAY_DAYS);
  },
  get dailyCap() {
    return readInteger(environment, 'PAYOUT_DAILY_CAP', 0, 1_000_000) * 100;
  },
});

export const readCommissionSettings = (environment: Environment): CommissionSettings => ({
  get commissionPercent() {
    return Number(requireVariable(environment, 'COMMISSION_PERCENT'));
  },
  get minCommission() {
    return readInteger(environment, 'MIN_COMMISSION', 0, 1000) * 100;
  },
});

export const readRetention = (environment: Environment): Retention => ({
  scanDays: readInteger(environment, 'SCANS_KEPT_DAYS', 1, UNREVIEWED_SCAN_RETENTION_DAYS),
});
