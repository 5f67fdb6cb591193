/** Disputes. When a dispute opens, the client's bank withdraws the payment. */
import type { Charge, Dispute, StripeEmulator } from '../types.ts';

const RESPONSE_SECONDS = 7 * 24 * 3600;

/** Opens a dispute over the part of a charge that is not refunded. */
export async function openDispute(provider: StripeEmulator, charge: Charge): Promise<void> {
  const { store, ledger, webhooks, now } = provider;
  const id = store.createId('du_');
  const amount = charge.amount - charge.amount_refunded;
  const movement = ledger.recordMovement({ category: 'dispute', amount: -amount, source: id, charge });
  const dispute = store.create('dispute', {
    id,
    amount,
    balance_transactions: [store.get('balance_transaction', movement)],
    charge: charge.id,
    enhanced_eligibility_types: [],
    evidence_details: {
      due_by: now() + RESPONSE_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    is_charge_refundable: false,
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
  });
  store.update(charge, { disputed: true });
  await webhooks.send('charge.dispute.created', dispute);
  await webhooks.send('charge.dispute.funds_withdrawn', dispute);
}

/** Closes a dispute. If the platform wins the dispute, the disputed amount returns to the balance. */
export async function closeDispute(
  { store, ledger, webhooks }: StripeEmulator,
  dispute: Dispute,
  status: 'lost' | 'won',
): Promise<void> {
  if (status === 'lost') {
    await webhooks.send('charge.dispute.closed', store.update(dispute, { status }));
    return;
  }
  const { id: source, amount } = dispute;
  const charge = store.find('charge', dispute.charge);
  const movement = ledger.recordMovement({ category: 'dispute_reversal', amount, source, charge });
  const transaction = store.get('balance_transaction', movement);
  const balance_transactions = [...dispute.balance_transactions, transaction];
  const won = store.update(dispute, { balance_transactions, status });
  await webhooks.send('charge.dispute.funds_reinstated', won);
  await webhooks.send('charge.dispute.closed', won);
}
