/** Operations on transfers to connected accounts and on reversals of transfers. */
import type Stripe from 'stripe';
import { formatEuros, StripeError } from '../responses.ts';
import type {
  Charge,
  ObjectDraft,
  StripeApiRequest,
  StripeEmulator,
  Transfer,
  TransferReversal,
} from '../types.ts';

type TransferParams = Stripe.TransferCreateParams & { readonly amount: number };

/**
 * Creates a transfer from a charge or from the available balance.
 *
 * @throws StripeError when the destination, the currency or the charge is not accepted, or the balance is too low
 */
export function createTransfer(call: StripeApiRequest<TransferParams>): Transfer {
  const { amount, currency, description, destination, metadata, transfer_group } = call.params;
  assertTransferable(call, destination);
  if (currency.toLowerCase() !== 'eur') {
    throw new StripeError(400, 'The emulator supports only euros.', { param: 'currency' });
  }
  const charge = findSourceCharge(call);
  if (!charge && amount > call.ledger.getBalance().available) {
    throw new StripeError(400, 'You have insufficient available funds in your Stripe account.', {
      code: 'balance_insufficient',
    });
  }
  return sendTransfer(call, charge, { amount, description, destination, metadata, transfer_group });
}

/**
 * Checks the destination of a transfer.
 *
 * @throws StripeError when the account does not exist or cannot receive transfers
 */
function assertTransferable({ store }: StripeEmulator, destination: string): void {
  const param = 'destination';
  const account = store.find('account', destination);
  if (!account) {
    const message = `No such destination: '${destination}'`;
    throw new StripeError(400, message, { code: 'resource_missing', param });
  }
  if (account.capabilities?.transfers === 'active') return;
  throw new StripeError(
    400,
    'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments',
    { code: 'insufficient_capabilities_for_transfer', param },
  );
}

/**
 * Returns the charge of `source_transaction`, or undefined when the request has no such parameter.
 *
 * @throws StripeError when the charge has not succeeded, belongs to another transfer group, or has less money left than
 *   the transfer needs
 */
function findSourceCharge({ params, store }: StripeApiRequest<TransferParams>): Charge | undefined {
  const { amount, source_transaction, transfer_group } = params;
  if (source_transaction === undefined) return undefined;
  const charge = store.get('charge', source_transaction, 'source_transaction');
  if (charge.status !== 'succeeded') {
    const message = `Charge ${charge.id} has not succeeded.`;
    throw new StripeError(400, message, { param: 'source_transaction' });
  }
  if (transfer_group && charge.transfer_group && transfer_group !== charge.transfer_group) {
    const message = `The transfer_group must be that of the source_transaction, ${charge.transfer_group}.`;
    throw new StripeError(400, message, { param: 'transfer_group' });
  }
  const transferredAmount = store
    .list('transfer')
    .filter(transfer => transfer.source_transaction === charge.id)
    .reduce((sum, transfer) => sum + transfer.amount - transfer.amount_reversed, 0);
  if (transferredAmount + amount <= charge.amount) return charge;
  const earlierTransfersNote =
    transferredAmount > 0
      ? ` (There is already a transfer using this source, amounting to ${formatEuros(transferredAmount)}.)`
      : '';
  const message = `Transfers using this transaction as a source must not exceed the source amount of ${formatEuros(charge.amount)}.${earlierTransfersNote}`;
  throw new StripeError(400, message, { param: 'amount' });
}

/** Transfers money to a connected account. If the money comes from a charge, the charge gets a transfer group. */
function sendTransfer(
  { store, ledger, webhooks }: StripeEmulator,
  charge: Charge | undefined,
  members: ObjectDraft<Transfer> & { readonly amount: number },
): Transfer {
  const id = store.createId('tr_');
  const ownGroup = charge && (charge.transfer_group ?? `group_${charge.payment_intent}`);
  if (charge) store.update(charge, { transfer_group: ownGroup });
  const transfer_group = members.transfer_group ?? ownGroup ?? null;
  const movement = { category: 'transfer', amount: -members.amount, source: id, charge, transfer_group };
  const transfer = store.create('transfer', {
    ...members,
    id,
    amount_reversed: 0,
    balance_transaction: ledger.recordMovement(movement),
    destination_payment: store.createId('py_'),
    reversals: { object: 'list', data: [], has_more: false, url: `/v1/transfers/${id}/reversals` },
    reversed: false,
    source_transaction: charge?.id ?? null,
    source_type: 'card',
    transfer_group,
  });
  webhooks.send('transfer.created', transfer);
  return transfer;
}

/**
 * Reverses a transfer at the request of the platform.
 *
 * @throws StripeError when the amount exceeds the part of the transfer that is not reversed yet, or the balance of the
 *   connected account
 */
export function createReversal(
  call: StripeApiRequest<Stripe.TransferCreateReversalParams>,
): TransferReversal {
  const transfer = call.store.get('transfer', call.id);
  const remainingAmount = transfer.amount - transfer.amount_reversed;
  if (remainingAmount === 0) throw new StripeError(400, `Transfer ${transfer.id} is already fully reversed.`);
  const { amount = remainingAmount } = call.params;
  if (amount > remainingAmount) {
    const message = `You cannot reverse more than what is left of the transfer, ${remainingAmount}.`;
    throw new StripeError(400, message, { param: 'amount' });
  }
  if (amount > call.ledger.getAccountBalance(String(transfer.destination))) {
    const message = 'The connected account has insufficient funds to reverse this transfer.';
    throw new StripeError(400, message, { code: 'balance_insufficient' });
  }
  return reverseTransfer(call, transfer, amount, call.params.metadata);
}

/** Reverses an amount of a transfer and sends `transfer.reversed`. */
function reverseTransfer(
  { store, ledger, webhooks }: StripeEmulator,
  transfer: Transfer,
  amount: number,
  metadata: TransferReversal['metadata'] = {},
): TransferReversal {
  const id = store.createId('trr_');
  const charge = store.find('charge', transfer.source_transaction);
  const { transfer_group } = transfer;
  const movement = { category: 'transfer_reversal', amount, source: id, charge, transfer_group };
  const reversal = store.create('transfer_reversal', {
    id,
    amount,
    balance_transaction: ledger.recordMovement(movement),
    metadata,
    transfer: transfer.id,
  });
  const amount_reversed = transfer.amount_reversed + amount;
  const reversed = store.update(transfer, {
    amount_reversed,
    reversals: { ...transfer.reversals, data: [reversal, ...transfer.reversals.data] },
    reversed: amount_reversed === transfer.amount,
  });
  webhooks.send('transfer.reversed', reversed);
  return reversal;
}
