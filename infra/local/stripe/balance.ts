/** The balance, and the movements that make it up, as the API shows them. */
import { type Call, existing } from './call.ts';
import { complete } from './complete.ts';
import { balanceOf } from './ledger.ts';
import { page } from './lists.ts';
import type { BalanceTransaction } from './objects.ts';

export function showBalance(call: Call): object {
  const { available, pending } = balanceOf(call);
  const inEuros = (amount: number) => [{ amount, currency: 'eur', source_types: { card: amount } }];
  return complete('balance', {
    object: 'balance',
    available: inEuros(available),
    livemode: false,
    pending: inEuros(pending),
  });
}

export function showBalanceTransaction(call: Call): BalanceTransaction {
  const { id, store } = call;
  return asOfNow(existing(store.find('balance_transaction', id), 'balance transaction', id), call);
}

export function listBalanceTransactions(call: Call): object {
  const found = call.store.list('balance_transaction').map(one => asOfNow(one, call));
  return page(call, '/v1/balance_transactions', found);
}

const asOfNow = (one: BalanceTransaction, { now }: Call): BalanceTransaction => ({
  ...one,
  status: one.available_on <= now() ? 'available' : 'pending',
});
