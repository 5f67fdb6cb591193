/** Operations on transfers to connected accounts and on reversals of transfers. */
import type Stripe from 'stripe';
import { formatEuros, StripeError } from '../responses.ts';
import type { Charge, StripeApiRequest, StripeEmulator, Transfer, TransferReversal } from '../types.ts';

type TransferParams = Stripe.TransferCreateParams & {
  readonly amount: number;
  readonly source_transaction: string;
};

/**
 * Creates a transfer from a charge.
 * @throws StripeError when the destination or the charge is not accepted
 */
export function createTransfer(call: StripeApiRequest<TransferParams>): Transfer {
  const { params, store, ledger, webhooks } = call;
  const { amount, destination } = params;
  assertTransferable(call, destination);
  const charge = findSourceCharge(call);
  const transfer_group = params.transfer_group ?? charge.transfer_group;
  const id = store.createId('tr_');
  const movement = { category: 'transfer', amount: -amount, source: id, charge, transfer_group };
  const transfer = store.create('transfer', {
    id,
    amount,
    amount_reversed: 0,
    balance_transaction: ledger.recordMovement(movement),
    destination,
    reversed: false,
    source_transaction: charge.id,
    transfer_group,
  });
  webhooks.send('transfer.created', transfer);
  return transfer;
}

/**
 * Checks the destination of a transfer.
 * @throws StripeError when the account does not exist or cannot receive transfers
 */
function assertTransferable({ store }: StripeEmulator, destination: string): void {
  const account = store.find('account', destination);
  if (!account) {
    const message = `No such destination: '${destination}'`;
    throw new StripeError(400, message, { code: 'resource_missing', param: 'destination' });
  }
  if (account.capabilities?.transfers === 'active') return;
  throw new StripeError(
    400,
    'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments',
    { code: 'insufficient_capabilities_for_transfer', param: 'destination' },
  );
}

/**
 * Returns the charge of `source_transaction`.
 * @throws StripeError when the charge has not succeeded, belongs to another transfer group, or has too little money
 *   left for the transfer
 */
function findSourceCharge({ params, store }: StripeApiRequest<TransferParams>): Charge {
  const { amount, source_transaction, transfer_group } = params;
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
  const message = `Transfers using this transaction as a source must not exceed the source amount of ${formatEuros(charge.amount)}.`;
  throw new StripeError(400, message, { param: 'amount' });
}

/**
 * Reverses a transfer at the request of the platform and sends `transfer.reversed`.
 * @throws StripeError when the amount exceeds the balance of the connected account or the part of the transfer that is
 *   not reversed yet
 */
export function createReversal(
  call: StripeApiRequest<Stripe.TransferCreateReversalParams>,
): TransferReversal {
  const { store, ledger, webhooks } = call;
  const transfer = store.get('transfer', call.id);
  const remainingAmount = transfer.amount - transfer.amount_reversed;
  if (remainingAmount === 0) throw new StripeError(400, `Transfer ${transfer.id} is already fully reversed.`);
  const { amount = remainingAmount } = call.params;
  if (amount > remainingAmount) {
    const message = `You cannot reverse more than what is left of the transfer, ${remainingAmount}.`;
    throw new StripeError(400, message, { param: 'amount' });
  }
  if (amount > ledger.getAccountBalance(String(transfer.destination))) {
    const message = 'The connected account has insufficient funds to reverse this transfer.';
    throw new StripeError(400, message, { code: 'balance_insufficient' });
  }
  const id = store.createId('trr_');
  const charge = store.find('charge', transfer.source_transaction);
  const { transfer_group } = transfer;
  const movement = { category: 'transfer_reversal', amount, source: id, charge, transfer_group };
  const balance_transaction = ledger.recordMovement(movement);
  const reversal = store.create('transfer_reversal', {
    id,
    amount,
    balance_transaction,
    transfer: transfer.id,
  });
  const amount_reversed = transfer.amount_reversed + amount;
  const reversed = store.update(transfer, {
    amount_reversed,
    reversed: amount_reversed === transfer.amount,
  });
  webhooks.send('transfer.reversed', reversed);
  return reversal;
}
