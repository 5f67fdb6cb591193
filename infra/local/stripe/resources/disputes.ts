/**
 * Changes of disputes. An inquiry (`warning_…`) is a question of the client's bank and takes no money. A dispute takes
 * its amount and a fee until it is won. A dispute that is won only in part also has the status `lost`; its balance
 * transactions show the returned amount, and Stripe keeps the fee.
 */
import type Stripe from 'stripe';
import { StripeError } from '../responses.ts';
import type { Dispute, StripeApiRequest, StripeEmulator } from '../types.ts';

/** Returns whether a dispute or an inquiry still has no decision. */
export const isUndecided = ({ status }: Dispute): boolean =>
  status === 'needs_response' || status === 'warning_needs_response';

/** Returns whether the dispute is an inquiry. An inquiry has taken no money. */
export const isInquiry = ({ status }: Dispute): boolean => status.startsWith('warning_');

/** Lists the disputes and inquiries of a charge, newest first. */
export const listDisputes = ({ store }: Pick<StripeEmulator, 'store'>, charge: string): Dispute[] =>
  store.list('dispute').filter(dispute => dispute.charge === charge);

/** Returns the amount in cents that lost disputes of a charge have taken and not returned. */
export const computeLostAmount = (provider: Pick<StripeEmulator, 'store'>, charge: string): number =>
  listDisputes(provider, charge)
    .filter(({ status }) => status === 'lost')
    .flatMap(({ balance_transactions }) => balance_transactions)
    .reduce((sum, { amount }) => sum - amount, 0);

/**
 * Changes the status of a dispute: `won` or `lost` for a dispute, `warning_closed` for an inquiry. The status
 * `needs_response` turns an inquiry into a dispute.
 * @param reinstated cents that are returned although the dispute is lost
 * @throws StripeError when the dispute cannot change to this status, or when `reinstated` is not a part of the amount
 * of a lost dispute
 */
export function changeDispute(
  provider: StripeEmulator,
  dispute: Dispute,
  status: string,
  reinstated = 0,
): Dispute {
  const possible = isInquiry(dispute) ? ['needs_response', 'warning_closed'] : ['lost', 'won'];
  if (!isUndecided(dispute) || !possible.includes(status)) {
    throw new StripeError(400, `The dispute ${dispute.id} is ${dispute.status} and cannot become ${status}.`);
  }
  if (reinstated && (status !== 'lost' || !(reinstated > 0 && reinstated < dispute.amount))) {
    throw new StripeError(400, 'Only a part of a lost dispute can be reinstated.', { param: 'reinstated' });
  }
  const { store, webhooks } = provider;
  const changed = store.update(dispute, { status: status as Dispute['status'] });
  if (status === 'needs_response') return withdrawFunds(provider, changed, 'charge.dispute.updated');
  const returned = status === 'won' ? dispute.amount : reinstated;
  const closed = returned > 0 ? returnFunds(provider, changed, returned) : changed;
  if (returned > 0) webhooks.send('charge.dispute.funds_reinstated', closed);
  webhooks.send('charge.dispute.closed', closed);
  return closed;
}

/** Ends a dispute as Stripe's test mode does: the text `winning_evidence` wins it, any other evidence loses it. */
export const submitEvidence = (call: StripeApiRequest<Stripe.DisputeUpdateParams>): Dispute => {
  const isWon = call.params.evidence?.uncategorized_text === 'winning_evidence';
  return changeDispute(call, call.store.get('dispute', call.id), isWon ? 'won' : 'lost');
};

/**
 * Takes the amount of a dispute and the dispute fee from the balance.
 * @param event the type of the event that is sent before `charge.dispute.funds_withdrawn`
 */
export function withdrawFunds(provider: StripeEmulator, dispute: Dispute, event: string): Dispute {
  const withdrawn = moveFunds(provider, dispute, 'dispute', -dispute.amount);
  provider.webhooks.send(event, withdrawn);
  provider.webhooks.send('charge.dispute.funds_withdrawn', withdrawn);
  return withdrawn;
}

/** Returns money of a dispute to the balance. If the whole amount is returned, so is the dispute fee. */
function returnFunds(provider: StripeEmulator, dispute: Dispute, amount: number): Dispute {
  return moveFunds(provider, dispute, 'dispute_reversal', amount, amount === dispute.amount ? undefined : 0);
}

/**
 * Records a movement of a dispute's money, and adds its balance transaction to the dispute.
 * @param fee Stripe's fee in cents; the default depends on the category
 */
function moveFunds(
  { store, ledger }: StripeEmulator,
  dispute: Dispute,
  category: string,
  amount: number,
  fee?: number,
): Dispute {
  const charge = store.get('charge', String(dispute.charge));
  const transaction = ledger.recordMovement({ category, amount, fee, source: dispute.id, charge });
  const balance_transactions = [
    ...dispute.balance_transactions,
    store.get('balance_transaction', transaction),
  ];
  return store.update(dispute, { balance_transactions });
}
