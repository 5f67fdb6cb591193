/**
 * Changes of disputes. An inquiry (`warning_…`) is a question of the client's bank and takes no money. A dispute takes
 * its amount and a fee, until it is won.
 */
import { StripeError } from '../responses.ts';
import type { Charge, Dispute, StripeEmulator } from '../types.ts';

/** Returns whether a dispute or an inquiry still has no decision. */
export const isUndecided = ({ status }: Dispute): boolean =>
  ['needs_response', 'under_review', 'warning_needs_response', 'warning_under_review'].includes(status);

/** Returns whether the dispute is an inquiry, which has taken no money. */
export const isInquiry = ({ status }: Dispute): boolean => status.startsWith('warning_');

/** Lists the disputes and inquiries of a charge, newest first. */
export const listDisputes = ({ store }: Pick<StripeEmulator, 'store'>, charge: string): Dispute[] =>
  store.list('dispute').filter(dispute => dispute.charge === charge);

/**
 * Changes the status of a dispute: `won`, `lost` or `under_review` for a dispute, `warning_closed` or
 * `warning_under_review` for an inquiry. The status `needs_response` turns an inquiry into a dispute.
 *
 * @throws StripeError when the dispute cannot get the status
 */
export function changeDispute(provider: StripeEmulator, dispute: Dispute, status: string): Dispute {
  const possible = isInquiry(dispute)
    ? ['needs_response', 'warning_closed', 'warning_under_review']
    : ['lost', 'under_review', 'won'];
  if (!isUndecided(dispute) || !possible.includes(status)) {
    throw new StripeError(400, `The dispute ${dispute.id} is ${dispute.status} and cannot become ${status}.`);
  }
  const { store, webhooks } = provider;
  const changed = store.update(dispute, { status: status as Dispute['status'] });
  if (status === 'needs_response') return withdrawFunds(provider, changed, 'charge.dispute.updated');
  if (status.endsWith('under_review')) {
    webhooks.send('charge.dispute.updated', changed);
    return changed;
  }
  const closed = status === 'won' ? reinstateFunds(provider, changed) : changed;
  webhooks.send('charge.dispute.closed', closed);
  return closed;
}

/**
 * Takes the amount of a dispute and the dispute fee from the balance.
 *
 * @param event the type of the event that is sent before `charge.dispute.funds_withdrawn`
 */
export function withdrawFunds(provider: StripeEmulator, dispute: Dispute, event: string): Dispute {
  const { store, webhooks } = provider;
  const charge = store.get('charge', String(dispute.charge));
  store.update(charge, { disputed: true });
  const balance_transactions = recordTransaction(provider, dispute, charge, 'dispute', -dispute.amount);
  const withdrawn = store.update(dispute, { balance_transactions, is_charge_refundable: false });
  webhooks.send(event, withdrawn);
  webhooks.send('charge.dispute.funds_withdrawn', withdrawn);
  return withdrawn;
}

/** Returns the amount of a won dispute and the dispute fee to the balance. */
function reinstateFunds(provider: StripeEmulator, dispute: Dispute): Dispute {
  const { store, webhooks } = provider;
  const charge = store.get('charge', String(dispute.charge));
  const balance_transactions = recordTransaction(
    provider,
    dispute,
    charge,
    'dispute_reversal',
    dispute.amount,
  );
  const won = store.update(dispute, { balance_transactions });
  webhooks.send('charge.dispute.funds_reinstated', won);
  return won;
}

function recordTransaction(
  { store, ledger }: StripeEmulator,
  { id: source, balance_transactions }: Dispute,
  charge: Charge,
  category: string,
  amount: number,
): Dispute['balance_transactions'] {
  const transaction = ledger.recordMovement({ category, amount, source, charge });
  return [...balance_transactions, store.get('balance_transaction', transaction)];
}
