/** Generator of the rate limit table, from the limits that the code enforces (lib/domain/model/rate-limit.ts). */
import { LIMITS, type LimitName, limitRule, RATE_LIMIT_MODES } from '../../lib/domain/model/rate-limit.ts';
import { tableOf } from './table.ts';

/** Descriptions of what each limit counts. */
const COUNTED: Readonly<Record<LimitName, string>> = {
  'registration-requests': 'requests to open an account per source',
  registrations: 'accounts opened per source',
  logins: 'logins per source',
  'login-attempts': 'failed logins per address and source',
  uploads: 'permissions to upload per source',
  mails: 'mails asked for per source',
  'password-resets': 'new passwords by a reset token per source',
  'mails-to-address':
    'mails to one address, verification and reset apart; more that are asked for are not sent, the answer is the same',
  'current-passwords': 'wrong current passwords per user',
  'profile-changes': 'changes of `/me` per user',
  'new-contacts': 'attempts at a new address or phone per user, refused ones included',
  orders: 'orders per user',
  offers: 'offers per user',
  checkouts: 'checkouts per user',
  exports: 'exports per user, the pages behind the first aside',
};

const WINDOWS = new Map([
  [60, 'minute'],
  [3600, 'hour'],
  [86_400, 'day'],
]);

export function limitTable(): string {
  const names = Object.keys(LIMITS) as LimitName[];
  const rows = names.map(name => {
    const { quota, window, perSource } = limitRule(name);
    const factor = (times: number) => (perSource ? `× ${times}` : 'the same');
    const most = `${quota} per ${WINDOWS.get(window) ?? `${window} s`}`;
    return [COUNTED[name], most, factor(RATE_LIMIT_MODES.partner), factor(RATE_LIMIT_MODES.relaxed)];
  });
  return tableOf(['What is counted', 'At most', '`RATE_LIMITS=partner`', '`RATE_LIMITS=relaxed`'], rows);
}
