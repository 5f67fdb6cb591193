/**
 * Changes of disputes. An inquiry (`warning_…`) is a question of the client's bank and takes no money. A dispute takes
 * its amount and a fee, until it is won.
 */
import { StripeError } from '../responses.ts';
import type { Dispute, StripeEmulator } from '../types.ts';

/** Returns whether a dispute or an inquiry still has no decision. */
export const isUndecided = ({ status }: Dispute): boolean =>
  status === 'needs_response' || status === 'warning_needs_response';

/** Returns whether the dispute is an inquiry, which has taken no money. */
export const isInquiry = ({ status }: Dispute): boolean => status.startsWith('warning_');

/** Lists the disputes and inquiries of a charge, newest first. */
export const listDisputes = ({ store }: Pick<StripeEmulator, 'store'>, charge: string): Dispute[] =>
  store.list('dispute').filter(dispute => dispute.charge === charge);

/**
 * Changes the status of a dispute: `won` or `lost` for a dispute, `warning_closed` for an inquiry. The status
 * `needs_response` turns an inquiry into a dispute.
 *
 * @throws StripeError when the dispute cannot get the status
 */
export function changeDispute(provider: StripeEmulator, dispute: Dispute, status: string): Dispute {
  const possible = isInquiry(dispute) ? ['needs_response', 'warning_closed'] : ['lost', 'won'];
  if (!isUndecided(dispute) || !possible.includes(status)) {
    throw new StripeError(400, `The dispute ${dispute.id} is ${dispute.status} and cannot become ${status}.`);
  }
  const { store, webhooks } = provider;
  const changed = store.update(dispute, { status: status as Dispute['status'] });
  if (status === 'needs_response') return withdrawFunds(provider, changed, 'charge.dispute.updated');
  const closed =
    status === 'won' ? moveFunds(provider, changed, 'dispute_reversal', dispute.amount) : changed;
  if (status === 'won') webhooks.send('charge.dispute.funds_reinstated', closed);
  webhooks.send('charge.dispute.closed', closed);
  return closed;
}

/**
 * Takes the amount of a dispute and the dispute fee from the balance.
 *
 * @param event the type of the event that is sent before `charge.dispute.funds_withdrawn`
 */
export function withdrawFunds(provider: StripeEmulator, dispute: Dispute, event: string): Dispute {
  const withdrawn = moveFunds(provider, dispute, 'dispute', -dispute.amount);
  provider.webhooks.send(event, withdrawn);
  provider.webhooks.send('charge.dispute.funds_withdrawn', withdrawn);
  return withdrawn;
}

/** Records a movement of a dispute's money, and adds its balance transaction to the dispute. */
function moveFunds(
  { store, ledger }: StripeEmulator,
  dispute: Dispute,
  category: string,
  amount: number,
): Dispute {
  const charge = store.get('charge', String(dispute.charge));
  const transaction = ledger.recordMovement({ category, amount, source: dispute.id, charge });
  const balance_transactions = [
    ...dispute.balance_transactions,
    store.get('balance_transaction', transaction),
  ];
  return store.update(dispute, { balance_transactions });
}
