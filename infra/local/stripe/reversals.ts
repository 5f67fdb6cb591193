/** Reversals: what comes back of a transfer. */
import { amountIn, type Call, StripeError } from './call.ts';
import { complete } from './complete.ts';
import { move } from './ledger.ts';
import { page } from './lists.ts';
import { newId, type Transfer, type TransferReversal } from './objects.ts';
import type { Provider } from './provider.ts';
import { showTransfer } from './transfers.ts';

export function createReversal(call: Call): TransferReversal {
  const transfer = showTransfer(call);
  const left = transfer.amount - transfer.amount_reversed;
  if (left === 0) throw new StripeError(400, `Transfer ${transfer.id} is already fully reversed.`);
  const amount = amountIn(call.params, 'amount') ?? left;
  if (amount > left) {
    throw new StripeError(400, `You cannot reverse more than what is left of the transfer, ${left}.`, {
      param: 'amount',
    });
  }
  return reverse(call, transfer, amount);
}

export function listReversals(call: Call): object {
  const { id } = showTransfer(call);
  const own = call.store.list('transfer_reversal').filter(({ transfer }) => transfer === id);
  return page(call, `/v1/transfers/${id}/reversals`, own);
}

export function reverse(provider: Provider, transfer: Transfer, amount: number): TransferReversal {
  const { store, now, webhooks } = provider;
  const id = newId('trr_');
  const charge = store.find('charge', transfer.source_transaction ?? '');
  const { transfer_group } = transfer;
  const category = 'transfer_reversal';
  const movement = move(provider, { category, amount, source: id, charge, transfer_group });
  const reversal: TransferReversal = complete('transfer_reversal', {
    id,
    object: 'transfer_reversal',
    amount,
    balance_transaction: movement.id,
    created: now(),
    currency: 'eur',
    metadata: {},
    transfer: transfer.id,
  });
  store.put(reversal);
  const amount_reversed = transfer.amount_reversed + amount;
  const reversed = store.put({
    ...transfer,
    amount_reversed,
    reversals: { ...transfer.reversals, data: [reversal, ...transfer.reversals.data] },
    reversed: amount_reversed === transfer.amount,
  });
  void webhooks.send('transfer.reversed', reversed);
  return reversal;
}
