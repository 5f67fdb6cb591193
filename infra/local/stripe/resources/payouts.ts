/** Payouts from the balance of the platform or of a connected account to a bank account. */
import { StripeError } from '../responses.ts';
import type { Payout, StripeEmulator } from '../types.ts';

export interface PayoutInput {
  /** Connected account that is paid out. By default, the platform's balance is paid out. */
  readonly account?: string;
  /** Amount in cents. The default is the whole balance. */
  readonly amount?: number;
  readonly status?: 'failed' | 'paid';
}

/**
 * Pays out a balance and sends `payout.paid` or `payout.failed`. The money of a failed payout returns to the balance.
 * @throws StripeError when the account does not exist or the balance is too low
 */
export function createPayout(
  { store, ledger, webhooks }: StripeEmulator,
  { account, amount: givenAmount, status = 'paid' }: PayoutInput,
): Payout {
  if (account) store.get('account', account, 'account');
  const balance = account ? ledger.getAccountBalance(account) : ledger.getBalance().available;
  const amount = givenAmount ?? balance;
  if (amount > balance || amount <= 0) {
    const message = 'You have insufficient funds in your Stripe account for this transfer.';
    throw new StripeError(400, message, { code: 'balance_insufficient' });
  }
  const id = store.createId('po_');
  const hasFailed = status === 'failed';
  const record = (category: string, sum: number) =>
    account ? null : ledger.recordMovement({ category, amount: sum, source: id });
  const payout = store.create('payout', {
    id,
    amount,
    balance_transaction: record('payout', -amount),
    failure_balance_transaction: hasFailed ? record('payout_reversal', amount) : null,
    status,
    hidden: { account: account ?? null },
  });
  webhooks.send(`payout.${status}`, payout, account);
  return payout;
}
