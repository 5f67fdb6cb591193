/** Scenarios for testimonies, offers and payments. */
import { createJob } from '../../../lib/domain/changes.ts';
import { DomainError } from '../../../lib/domain/errors.ts';
import type { JobTask } from '../../../lib/domain/model/jobs/job.ts';
import { listOpenRefunds } from '../../../lib/domain/money/refund-state.ts';
import { withIdempotencyKey } from '../../support/create-request.ts';
import { operatorRoutes } from '../../support/operator-routes.ts';
import { asOperator } from '../../support/operators.ts';
import { createPartner } from '../../support/partners.ts';
import { simulateAndSync } from '../../support/payouts.ts';
import { assertSuccess, type Market } from '../../support/start-market.ts';
import type { Service } from '../../support/start-service.ts';
import { documentBody, offerBody, PDF, testimonyBody } from '../../support/testimony-builders.ts';
import { uploadFile } from '../../support/upload-file.ts';

import type { RecordCalls, Scenario } from './record-calls.ts';

type AssignedTestimony = Awaited<ReturnType<Market['createAssignedTestimony']>>;
interface Sales {
  readonly createOfferedTestimony: Awaited<ReturnType<Market['createOfferedTestimony']>>;
  readonly createAssignedTestimony: AssignedTestimony;
}
type Run<Sale> = (sale: Sale, record: RecordCalls, market: Market) => Promise<unknown>;

/** Advances the clock by two hours, so that the next request also records the use of the caller's token. */
function advanceClock({ service }: Market, record: RecordCalls): RecordCalls {
  service.deps.clock.advance(2 * 3600_000);
  return record;
}

/** Creates a scenario about a testimony with an open or an accepted offer. */
const withTestimony =
  <Sale extends 'createOfferedTestimony' | 'createAssignedTestimony'>(
    sale: Sale,
    run: Run<Sales[Sale]>,
  ): Scenario =>
  async (_, record, market) =>
    run((await market[sale]()) as Sales[Sale], advanceClock(market, record), market);

const withWaitingPayout = (run: Run<AssignedTestimony>): Scenario =>
  withTestimony('createAssignedTestimony', async (sale, record, market) => {
    const { expert, testimony } = sale;
    market.service.deps.payoutDelay = { days: 3 };
    assertSuccess(await expert.post(`/testimonies/${testimony.id}/complete`, documentBody()));
    await run(sale, advanceClock(market, record), market);
  });

const withSentPayout = (run: Run<AssignedTestimony>): Scenario =>
  withTestimony('createAssignedTestimony', async (sale, record, market) => {
    const { expert, testimony } = sale;
    await market.verifyPaymentAccount(expert);
    assertSuccess(await expert.post(`/testimonies/${testimony.id}/complete`, documentBody()));
    await market.runJobs();
    await run(sale, record, market);
  });

/** Sends an operator's decision about a testimony, which must succeed. */
const decide = async ({ service }: Market, testimonyId: string, action: string, decision: object) =>
  assertSuccess(
    await service.post(
      `/operator/testimonies/${testimonyId}/${action}`,
      { reason: 'Dohoda.', ...decision },
      { ...asOperator, ...withIdempotencyKey() },
    ),
  );

const payOut = (testimonyId: string): JobTask => ({ kind: 'pay-out', testimonyId });

export async function addDeadJob({ deps }: Service, task: JobTask): Promise<string> {
  const job = createJob(task, deps);
  await deps.jobs.add(job);
  await deps.jobs.moveToDeadLetter(job);
  return job.id;
}

const dismissJob = async (service: Service, id: string) =>
  assertSuccess(
    await service.post(
      `/operator/jobs/${id}/dismiss`,
      { reason: 'Dohoda.' },
      {
        ...asOperator,
        ...withIdempotencyKey(),
      },
    ),
  );

/** Orders a refund that fails at the provider, and returns the end of its path. */
async function failRefund(market: Market, sale: AssignedTestimony): Promise<string> {
  await market.simulateOutcome(sale.sessionId, 'refunds-wait');
  await decide(market, sale.testimony.id, 'refund', { amount: 10, from: 'both' });
  await market.runJobs();
  await simulateAndSync(market, sale, 'refund-fails');
  const [failed] = await operatorRoutes(market).listMoney('refund-failed');
  return `refunds/${failed?.refundId}`;
}

/** Cancels a testimony between the payment and the acceptance of its offer, which creates a refund job. */
export async function cancelDuringPayment(market: Market): Promise<void> {
  const { client, testimony, offer } = await market.createOfferedTestimony();
  const sessionId = await client.payOffer(offer.id);
  await client.cancelTestimony(testimony.id);
  await client.acceptOffer(sessionId);
}

/** Creates a paid checkout session whose payment was not reported and is refunded. */
export async function createLatePayment(market: Market) {
  const { client, testimony, offer } = await market.createOfferedTestimony();
  const sessionId = await client.payOffer(offer.id);
  await client.cancelTestimony(testimony.id);
  return { client, sessionId };
}

export const MARKET_SCENARIOS: Readonly<Record<string, Scenario>> = {
  'testimonies-create': async (_, record, market) => {
    const client = await market.createClient();
    await advanceClock(market, record)(() => client.postIdempotent('/testimonies', testimonyBody()));
  },
  'testimonies-list': withTestimony('createOfferedTestimony', async ({ client, expert }, record) => {
    await record(() => client.get('/testimonies'));
    await record(() => expert.get('/testimonies'));
  }),
  'testimonies-list-offerable': withTestimony('createOfferedTestimony', async ({ expert }, record) => {
    await record(() => expert.get('/testimonies/offerable'));
  }),
  'testimonies-show': withTestimony(
    'createOfferedTestimony',
    async ({ client, expert, testimony }, record) => {
      await record(() => client.getTestimony(testimony.id));
      await record(() => expert.getTestimony(testimony.id));
    },
  ),
  'testimonies-cancel': withTestimony(
    'createOfferedTestimony',
    async ({ client, testimony }, record, market) => {
      await record(() => client.postIdempotent(`/testimonies/${testimony.id}/cancel`, {}));
      const paid = await market.createAssignedTestimony();
      await paid.client.post(`/sandbox/testimonies/${paid.testimony.id}/overdue`, { days: 8 });
      await record(async () => assertSuccess(await paid.client.cancelTestimony(paid.testimony.id)));
    },
  ),
  'testimonies-complete': withTestimony(
    'createAssignedTestimony',
    async ({ expert, testimony }, record, { service }) => {
      const complete = (document: FormData) =>
        expert.postIdempotent(`/testimonies/${testimony.id}/complete`, document);
      const { commit } = service.deps.unitOfWork;
      service.deps.unitOfWork.commit = () => Promise.reject(new DomainError('unavailable'));
      await record(() => complete(documentBody()));

      service.deps.unitOfWork.commit = commit;
      const pdf = new Blob([PDF], { type: 'application/pdf' });
      const byKey = new FormData();
      byKey.append('document', await uploadFile(service, pdf, 'testimony-document', expert.token));
      await record(() => complete(byKey));
    },
  ),
  'testimonies-confirm': withWaitingPayout(async ({ client, testimony }, record, market) => {
    await market.runJobs();
    const path = `/testimonies/${testimony.id}/confirm`;
    await record(async () => assertSuccess(await client.postIdempotent(path, {})));
  }),
  'testimonies-complain': withWaitingPayout(async ({ client, testimony }, record) => {
    const path = `/testimonies/${testimony.id}/complaint`;
    const form = { reason: 'Chýba príloha.' };
    await record(async () => assertSuccess(await client.postIdempotent(path, form)));
  }),
  'operator-open-testimony-documents': withWaitingPayout(async ({ client, testimony }, record, market) => {
    assertSuccess(await client.complainAboutTestimony(testimony.id));
    await record(() => market.service.get(`/operator/testimonies/${testimony.id}/documents`, asOperator));
    await market.runJobs();
    await record(() => market.service.get(`/operator/testimonies/${testimony.id}/documents`, asOperator));
  }),
  'operator-end-complaint': withWaitingPayout(async ({ client, testimony, sessionId }, record, market) => {
    await market.simulateOutcome(sessionId, 'refund', { amount: '100' });
    assertSuccess(await client.complainAboutTestimony(testimony.id));
    await record(() => decide(market, testimony.id, 'end-complaint', { outcome: 'refund', amount: 10 }));
  }),
  'operator-refund-testimony': withSentPayout(async ({ testimony, sessionId }, record, market) => {
    await market.simulateOutcome(sessionId, 'refund', { amount: '100' });
    await record(() => decide(market, testimony.id, 'refund', { amount: 10, from: 'both' }));
  }),
  'operator-settle-testimony': withWaitingPayout(async ({ testimony, sessionId }, record, market) => {
    await market.simulateOutcome(sessionId, 'refund', { amount: '100' });
    const allocation = { kind: 'borne-by-expert', amount: 1, reference: 'Dohoda 1' };
    await record(() => decide(market, testimony.id, 'settle', allocation));
  }),
  'operator-send-payout': withSentPayout(async (sale, record, market) => {
    await simulateAndSync(market, sale, 'payout-reversed');
    await decide(market, sale.testimony.id, 'payout/end', {});
    await record(() => decide(market, sale.testimony.id, 'payout/send', {}));
  }),
  'operator-end-payout': withSentPayout(async (sale, record, market) => {
    await simulateAndSync(market, sale, 'payout-reversed');
    await record(() => decide(market, sale.testimony.id, 'payout/end', {}));
  }),
  'operator-send-refund': withSentPayout(async (sale, record, market) => {
    const refund = await failRefund(market, sale);
    await record(() => decide(market, sale.testimony.id, `${refund}/send`, {}));
  }),
  'operator-end-refund': withSentPayout(async (sale, record, market) => {
    const refund = await failRefund(market, sale);
    await record(() => decide(market, sale.testimony.id, `${refund}/end`, { reference: 'VS 1' }));
  }),
  'operator-dismiss-job': withTestimony(
    'createAssignedTestimony',
    async ({ expert, testimony, sessionId }, record, market) => {
      const { service } = market;
      await market.verifyPaymentAccount(expert);
      assertSuccess(await expert.post(`/testimonies/${testimony.id}/complete`, documentBody()));
      await service.runJobs('pay-out');
      const paymentId = (await market.getSession(sessionId)).payment_intent.id;
      await decide(market, testimony.id, 'refund', { amount: 10, from: 'both' });
      const [{ id: order = '' } = {}] = listOpenRefunds(
        await service.deps.checkouts.listEntries(testimony.id),
      );
      const payout = await addDeadJob(service, payOut(testimony.id));
      const refund = await addDeadJob(service, {
        kind: 'refund',
        testimonyId: testimony.id,
        sessionId,
        paymentId,
        order,
      });
      await record(() => dismissJob(service, payout));
      await record(() => dismissJob(service, refund));
    },
  ),
  'sandbox-set-payout-delay': withTestimony(
    'createAssignedTestimony',
    async ({ client, expert, testimony }, record, market) => {
      const path = `/sandbox/testimonies/${testimony.id}/payout-delay`;
      await record(() => client.post(path, { days: 3 }));
      await expert.post(`/testimonies/${testimony.id}/complete`, documentBody());
      await record(() => expert.post(path, { days: 0 }));
      await market.runJobs();
      await record(() => client.post(path, { days: 3 }));
    },
  ),
  'sandbox-refund-testimony': withSentPayout(
    async ({ client, expert, testimony, sessionId }, record, market) => {
      const path = `/sandbox/testimonies/${testimony.id}/refund`;
      await market.simulateOutcome(sessionId, 'refund', { amount: '100' });
      advanceClock(market, record);
      await record(async () => assertSuccess(await client.post(path, { amount: 10 })));
      await market.runJobs();
      await record(async () => assertSuccess(await expert.post(path, { amount: 1, byHand: true })));
    },
  ),
  'sandbox-end-dispute': withTestimony(
    'createAssignedTestimony',
    async ({ expert, testimony, sessionId }, record, market) => {
      await market.simulateOutcome(sessionId, 'dispute');
      const path = `/sandbox/testimonies/${testimony.id}/dispute`;
      await record(async () => assertSuccess(await expert.post(path, { outcome: 'won' })));
    },
  ),
  'sandbox-end-complaint': withWaitingPayout(
    async ({ client, expert, testimony, sessionId }, record, market) => {
      await market.simulateOutcome(sessionId, 'refund', { amount: '100' });
      assertSuccess(await client.complainAboutTestimony(testimony.id));
      advanceClock(market, record);
      const path = `/sandbox/testimonies/${testimony.id}/complaint/decision`;
      await record(async () => assertSuccess(await expert.post(path, { outcome: 'refund', amount: 10 })));
    },
  ),
  'sandbox-cancel-by-platform': withTestimony(
    'createAssignedTestimony',
    async ({ expert, testimony, sessionId }, record, market) => {
      await market.simulateOutcome(sessionId, 'refund', { amount: '100' });
      const path = `/sandbox/testimonies/${testimony.id}/cancel`;
      await record(async () => assertSuccess(await expert.post(path)));
    },
  ),
  'sandbox-make-overdue': withTestimony(
    'createAssignedTestimony',
    async ({ client, testimony }, record, market) => {
      await record(() => client.post(`/sandbox/testimonies/${testimony.id}/overdue`));
      const { expert, testimony: other } = await market.createAssignedTestimony();
      await record(() => expert.post(`/sandbox/testimonies/${other.id}/overdue`));
    },
  ),
  'testimonies-download': withTestimony(
    'createAssignedTestimony',
    async ({ client, expert, testimony }, record, market) => {
      await expert.post(`/testimonies/${testimony.id}/complete`, documentBody());
      await record(() => client.get(`/testimonies/${testimony.id}/download`));
      await market.runJobs();
      await record(() => client.get(`/testimonies/${testimony.id}/download`));
    },
  ),
  'offers-create': async (_, record, market) => {
    const [client, expert] = await Promise.all([market.createClient(), market.createExpert()]);
    const { id } = await client.createTestimony();
    await advanceClock(market, record)(() => expert.postIdempotent(`/testimonies/${id}/offers`, offerBody()));
  },
  'offers-list': withTestimony('createOfferedTestimony', async ({ client, expert, testimony }, record) => {
    await record(() => client.get(`/testimonies/${testimony.id}/offers`));
    await record(() => expert.get(`/testimonies/${testimony.id}/offers`));
  }),
  'offers-withdraw': withTestimony('createOfferedTestimony', async ({ expert, offer }, record) => {
    await record(() => expert.withdrawOffer(offer.id));
  }),
  'offers-checkout': withTestimony('createOfferedTestimony', async ({ client, offer }, record, market) => {
    await market.updateAccount(client, { partner: await createPartner(market.service) });
    await record(() => client.startCheckout(offer.id));
    await record(() => client.payOffer(offer.id));
    await record(() => client.startCheckout(offer.id));
  }),
  'offers-accept': withTestimony('createOfferedTestimony', async ({ client, offer }, record, market) => {
    const sessionId = await client.payOffer(offer.id);
    await advanceClock(market, record)(() => client.acceptOffer(sessionId));
    market.service.deps.clock.advance(-2 * 3600_000);
    const late = await createLatePayment(market);
    await record(() => late.client.acceptOffer(late.sessionId));
  }),
};
