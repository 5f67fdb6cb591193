/** Transfers to connected accounts, out of a charge or out of what is available. */
import { refuseUnlessTransferable } from './accounts.ts';
import { amountIn, type Call, euros, existing, mapOf, required, StripeError } from './call.ts';
import { complete } from './complete.ts';
import { balanceOf, move } from './ledger.ts';
import { page } from './lists.ts';
import { type Charge, newId, type Transfer } from './objects.ts';
import type { Provider } from './provider.ts';

export function createTransfer(call: Call): Transfer {
  const { params } = call;
  const { id: destination } = refuseUnlessTransferable(call, required(params, 'destination'), 'destination');
  const amount = amountIn(params, required(params, 'amount') && 'amount') ?? 0;
  if (required(params, 'currency').toLowerCase() !== 'eur') {
    throw new StripeError(400, 'The stand-in knows euros only.', { param: 'currency' });
  }
  const charge = sourceOf(call, amount);
  if (!charge && amount > balanceOf(call).available) {
    throw new StripeError(400, 'You have insufficient available funds in your Stripe account.', {
      code: 'balance_insufficient',
    });
  }
  return send(call, {
    amount,
    charge,
    destination,
    description: params.get('description'),
    metadata: mapOf(params, 'metadata'),
    transfer_group: params.get('transfer_group'),
  });
}

export function showTransfer({ id, store }: Call): Transfer {
  return existing(store.find('transfer', id), 'transfer', id);
}

export const listTransfers = (call: Call): object => page(call, '/v1/transfers', call.store.list('transfer'));

interface Sending {
  readonly amount: number;
  readonly charge?: Charge | undefined;
  readonly destination: string;
  readonly description?: string | null;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly transfer_group?: string | null;
}

const UNREVERSED = {
  amount_reversed: 0,
  currency: 'eur',
  livemode: false,
  reversed: false,
  source_type: 'card',
};

/** The money goes at once; out of a charge it can be used when the charge's money can. */
export function send(provider: Provider, { amount, charge, ...sending }: Sending): Transfer {
  const { store, now, webhooks } = provider;
  const id = newId('tr_');
  const transfer_group = sending.transfer_group ?? (charge ? groupOf(provider, charge) : null);
  const movement = move(provider, {
    category: 'transfer',
    amount: -amount,
    source: id,
    charge,
    transfer_group,
  });
  const transfer: Transfer = complete('transfer', {
    id,
    object: 'transfer',
    amount,
    balance_transaction: movement.id,
    created: now(),
    description: sending.description ?? null,
    destination: sending.destination,
    destination_payment: newId('py_'),
    metadata: sending.metadata ?? {},
    reversals: { object: 'list', data: [], has_more: false, url: `/v1/transfers/${id}/reversals` },
    source_transaction: charge?.id ?? null,
    transfer_group,
    ...UNREVERSED,
  });
  store.put(transfer);
  void webhooks.send('transfer.created', transfer);
  return transfer;
}

/** A charge that is transferred from is in a group, if need be in one of its own. */
function groupOf({ store }: Provider, charge: Charge): string {
  const group = charge.transfer_group ?? `group_${charge.payment_intent}`;
  const now = store.find('charge', charge.id) ?? charge;
  store.put({ ...now, transfer_group: group });
  return group;
}

/** @returns the charge that the transfer is out of; undefined when it names none */
function sourceOf({ params, store }: Call, amount: number): Charge | undefined {
  const id = params.get('source_transaction');
  if (id === null) return undefined;
  const param = 'source_transaction';
  const charge = existing(store.find('charge', id), 'charge', id, param);
  if (charge.status !== 'succeeded') throw new StripeError(400, `Charge ${id} has not succeeded.`, { param });
  const group = params.get('transfer_group');
  if (group !== null && charge.transfer_group !== null && group !== charge.transfer_group) {
    const message = `The transfer_group must be that of the source_transaction, ${charge.transfer_group}.`;
    throw new StripeError(400, message, { param: 'transfer_group' });
  }
  const sent = store
    .list('transfer')
    .filter(({ source_transaction }) => source_transaction === id)
    .reduce((sum, transfer) => sum + transfer.amount - transfer.amount_reversed, 0);
  if (sent + amount <= charge.amount) return charge;
  const already =
    sent > 0 ? ` (There is already a transfer using this source, amounting to ${euros(sent)}.)` : '';
  const message = `Transfers using this transaction as a source must not exceed the source amount of ${euros(charge.amount)}.${already}`;
  throw new StripeError(400, message, { param: 'amount' });
}
