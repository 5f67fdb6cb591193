/**
 * The environment variables that configure a deployment (infra/stages), and readers of the settings that the domain
 * needs.
 *
 * Each variable is read by the module that uses it, so a function needs only the variables of its modules. If a
 * variable is missing, the error names it.
 */

import { MAX_PAYOUT_DELAY_DAYS } from '../domain/input-limits.ts';
import { UNREVIEWED_SCAN_RETENTION_DAYS } from '../domain/model/files/file.ts';
import type { Retention } from '../domain/ports/files.ts';
import type { CommissionSettings, PayoutDelay, PayoutLimits } from '../domain/ports/payments.ts';

export interface Environment {
  readonly [name: string]: string | undefined;
}

export function requireVariable(environment: Environment, name: string): string {
  const value = environment[name];
  if (!value) throw new Error(`The environment variable ${name} is not set.`);
  return value;
}

export function isEnabled(environment: Environment, name: string): boolean {
  return environment[name] === 'true';
}

/**
 * Reads a variable whose value must be one of the keys of `choices`.
 * @throws Error when the variable is not set or has another value
 */
export function readChoice<Name extends string>(
  environment: Environment,
  name: string,
  choices: Readonly<Record<Name, unknown>>,
): Name {
  const value = requireVariable(environment, name);
  if (!Object.hasOwn(choices, value))
    throw new Error(`The environment variable ${name} must be one of ${Object.keys(choices).join(', ')}.`);
  return value as Name;
}

/**
 * Returns whether the deployment is a sandbox (infra/docs/api/sandbox.md).
 * @throws Error when `SANDBOX` is on in production
 */
export function isSandbox(environment: Environment): boolean {
  const isSet = isEnabled(environment, 'SANDBOX');
  if (isSet && environment.STAGE === 'production')
    throw new Error('The production stage cannot start with SANDBOX on.');
  return isSet;
}

/**
 * Reads a variable that must be an integer from `minimum` to `maximum`, in digits.
 * @throws Error when the variable is not set or has another value
 */
export function readInteger(
  environment: Environment,
  name: string,
  minimum: number,
  maximum: number,
): number {
  const text = requireVariable(environment, name);
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < minimum || value > maximum)
    throw new Error(`The environment variable ${name} must be a whole number from ${minimum} to ${maximum}.`);
  return value;
}

/**
 * Reads an optional variable that must be a time in the format of ISO 8601.
 * @throws Error when the variable has another value
 */
export function readTime(environment: Environment, name: string): Date | undefined {
  const text = environment[name];
  if (!text) return undefined;
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw new Error(`The environment variable ${name} must be a time.`);
  return time;
}

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
