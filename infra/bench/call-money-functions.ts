/** Sequence of calls that calls the functions for payouts, refunds and the books of account. */
import { documentBody } from '../../tests/support/testimony-builders.ts';
import type { EmulatedService } from './emulated-service.ts';
import { deliverJobs, forgetMovement, markJobDead } from './external-events.ts';
import {
  createTestimonyWithOffer,
  OPERATOR_ARN,
  payOffer,
  registerApprovedExpert,
  registerVerifiedClient,
  type SignedInUser,
} from './user-actions.ts';

const REASON = 'Meranie.';

/**
 * Runs all calls in sequence.
 *
 * @throws AssertionError when a call fails
 */
export async function callMoneyFunctions(service: EmulatedService): Promise<void> {
  const client = await registerVerifiedClient(service);
  const expert = await registerApprovedExpert(service);
  await callDeliveryFunctions(service, client, expert);
  await callPayoutFunctions(service, client, expert);
  await callAccountingFunctions(service);
}

/** Confirms one delivery, and complains about another. */
async function callDeliveryFunctions(service: EmulatedService, client: SignedInUser, expert: SignedInUser) {
  const { call } = service;
  const { token } = client;
  const confirmed = await deliverTestimony(service, client, expert);
  await call('testimonies-confirm', { token, params: confirmed });

  const params = await deliverTestimony(service, client, expert);
  await call('testimonies-complain', { token, params, body: { reason: REASON } });
  await call('operator-open-testimony-documents', { operator: OPERATOR_ARN, params });
  await call('operator-end-complaint', decide(params, { outcome: 'pay-out' }));
}

/** Refunds a part of a payment, settles a part outside, releases a payout, and reopens one. */
async function callPayoutFunctions(service: EmulatedService, client: SignedInUser, expert: SignedInUser) {
  const { call } = service;
  const refunded = await deliverTestimony(service, client, expert);
  await call('operator-refund-testimony', decide(refunded, { amount: 10, from: 'both' }));
  await deliverJobs(service);
  await call('operator-release-payout', decide(refunded, {}));

  const settled = await deliverTestimony(service, client, expert);
  await call('operator-settle-testimony', decide(settled, { kind: 'payout', amount: 10, reference: 'VS 1' }));

  const reopened = await deliverTestimony(service, client, expert);
  const { id } = await markJobDead(service, { kind: 'pay-out', testimonyId: reopened.id });
  await call('operator-dismiss-job', decide({ id }, {}));
  await call('operator-reopen-payout', decide(reopened, {}));
}

/** Lists the books of account, and dismisses a difference: a movement that only the provider knows. */
async function callAccountingFunctions(service: EmulatedService): Promise<void> {
  const { call, invoke } = service;
  const operator = OPERATOR_ARN;
  const today = new Date().toISOString().slice(0, 10);
  for (const name of ['operator-list-payments', 'operator-list-refunds', 'operator-list-payouts']) {
    await call(name, { operator });
  }
  await call('operator-list-accounting', { operator, query: { month: today.slice(0, 7) } });
  await forgetMovement(service);
  await deliverJobs(service);
  await call('operator-start-reconciliation', { operator, body: { from: today, to: today } });
  await invoke('jobs-start-reconciliation', {});
  await invoke('jobs-sweep', {});
  const { data } = await call('operator-list-differences', { operator });
  const [{ id }] = data;
  await call('operator-dismiss-difference', decide({ id }, {}));
}

/** Creates, pays and delivers a testimony whose payout waits for three days. Returns its path parameters. */
async function deliverTestimony(service: EmulatedService, client: SignedInUser, expert: SignedInUser) {
  const { call } = service;
  const { token } = client;
  const { params, offerId } = await createTestimonyWithOffer(service, client, expert);
  await call('offers-accept', { token, body: { sessionId: await payOffer(service, client, offerId) } });
  await call('sandbox-set-payout-delay', { token, params, body: { days: 3 } });
  await call('testimonies-complete', { token: expert.token, params, body: documentBody() });
  return params;
}

const decide = (params: { readonly id: string }, decision: object) => ({
  operator: OPERATOR_ARN,
  params,
  body: { ...decision, reason: REASON },
});
