/** Draws the table of limits from the numbers that are counted against (lib/domain/model/limit.ts). */
import { LIMITS, type LimitName } from '../../lib/domain/model/limit.ts';
import { tableOf } from './table.ts';

/** Whose calls are counted together, in words. */
const COUNTED: Readonly<Record<LimitName, string>> = {
  registrations: 'registrations per source',
  logins: 'logins per source',
  'login-attempts': 'failed logins per address and source',
  uploads: 'permissions to upload per source',
  mails: 'mails asked for per source',
  'mails-to-address': 'mails to one address; more are not sent, the answer is the same',
  'current-passwords': 'wrong current passwords per user',
};

const WINDOWS = new Map([
  [60, 'minute'],
  [3600, 'hour'],
]);

export function limitTable(): string {
  const rows = Object.entries(LIMITS).map(([name, { quota, window, relaxable }]) => [
    COUNTED[name as LimitName],
    `${quota} per ${WINDOWS.get(window) ?? `${window} s`}`,
    relaxable ? '× 1000' : 'the same',
  ]);
  return tableOf(['What is counted', 'At most', 'With `RATE_LIMITS=relaxed`'], rows);
}
