/** Disputes: the bank takes a payment back until it has decided. */
import { type Call, existing } from './call.ts';
import { complete } from './complete.ts';
import { move } from './ledger.ts';
import { page } from './lists.ts';
import { type Charge, type Dispute, newId } from './objects.ts';
import type { Provider } from './provider.ts';

const ANSWER_SECONDS = 7 * 24 * 3600;

const NO_EVIDENCE = {
  enhanced_eligibility: {},
  has_evidence: false,
  past_due: false,
  submission_count: 0,
  submission_method: 'not_submitted',
};

export function showDispute({ id, store }: Call): Dispute {
  return existing(store.find('dispute', id), 'dispute', id);
}

export const listDisputes = (call: Call): object => page(call, '/v1/disputes', call.store.list('dispute'));

/** Of what has not been refunded. */
export async function dispute(provider: Provider, charge: Charge): Promise<void> {
  const { store, webhooks, now } = provider;
  const id = newId('du_');
  const amount = charge.amount - charge.amount_refunded;
  const movement = move(provider, { category: 'dispute', amount: -amount, source: id, charge });
  const opened: Dispute = complete('dispute', {
    id,
    object: 'dispute',
    amount,
    balance_transactions: [movement],
    charge: charge.id,
    created: now(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence_details: { due_by: now() + ANSWER_SECONDS, ...NO_EVIDENCE },
    is_charge_refundable: false,
    livemode: false,
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
  });
  store.put(opened);
  store.put({ ...charge, disputed: true });
  await webhooks.send('charge.dispute.created', opened);
  await webhooks.send('charge.dispute.funds_withdrawn', opened);
}

/** Won: the money comes back. */
export async function closeDispute(
  provider: Provider,
  dispute: Dispute,
  status: 'lost' | 'won',
): Promise<void> {
  const { store, webhooks } = provider;
  if (status === 'lost') {
    await webhooks.send('charge.dispute.closed', store.put({ ...dispute, status }));
    return;
  }
  const { id: source, amount } = dispute;
  const charge = store.find('charge', dispute.charge);
  const movement = move(provider, { category: 'dispute_reversal', amount, source, charge });
  const balance_transactions = [...dispute.balance_transactions, movement];
  const won = store.put({ ...dispute, balance_transactions, status });
  await webhooks.send('charge.dispute.funds_reinstated', won);
  await webhooks.send('charge.dispute.closed', won);
}
