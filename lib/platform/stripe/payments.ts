/**
 * Stripe Connect implementation of the payment provider (infra/docs/api/payments.md).
 *
 * Accounts, checkout sessions, refunds and transfers are created with an idempotency key, so a retry creates no
 * duplicate.
 */
import type { Payments } from '../../domain/ports/payments.ts';
import type { Secrets } from '../aws/secrets/secrets.ts';
import { type Environment, requireVariable } from '../environment.ts';
import { stripeAccounts } from './accounts.ts';
import { stripeClient } from './client.ts';
import { stripeMoney } from './money.ts';
import { stripeSessions } from './sessions.ts';
import { stripeTransactions } from './transactions.ts';

export function stripePayments(environment: Environment, secrets: Secrets): Payments {
  const frontendUrl = requireVariable(environment, 'FRONTEND_URL');
  const getStripe = stripeClient(environment, secrets);

  return {
    ...stripeAccounts(getStripe, frontendUrl),
    ...stripeSessions(getStripe, frontendUrl),
    ...stripeMoney(getStripe),
    ...stripeTransactions(getStripe),
  };
}
