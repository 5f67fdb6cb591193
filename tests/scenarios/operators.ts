/** Scenarios of operators' requests. */
import { createJob } from '../../lib/domain/changes.ts';
import { computeRevision } from '../../lib/domain/experts/identity-review.ts';
import type { Expert } from '../../lib/domain/model/accounts/account.ts';
import type { JobTask } from '../../lib/domain/model/jobs/job.ts';
import type { Difference } from '../../lib/domain/model/payments/books.ts';
import { listOpenRefunds } from '../../lib/domain/money/refund-state.ts';
import { uniqueEmail } from '../support/builders.ts';
import { operatorRoutes } from '../support/operator-routes.ts';
import { asOperator } from '../support/operators.ts';
import {
  completeTestimony,
  createPaidOutTestimony,
  createWaitingTestimony,
  decidePayout,
  simulateAndSync,
} from '../support/payouts.ts';
import { type AssignedTestimony, assertSuccess, type Market } from '../support/start-market.ts';
import type { Service } from '../support/start-service.ts';
import { createPayers, createProof } from './accounts.ts';
import type { Scenario, Situation } from './scenario.ts';
import { createComplaint, createLatePayment, withOutsideRefund } from './testimonies.ts';

const reason = 'Dohoda.';

async function addDeadJob({ deps }: Service, task: JobTask): Promise<string> {
  const job = createJob(task, deps);
  await deps.jobs.add(job);
  await deps.jobs.moveToDeadLetter(job);
  return job.id;
}

const addDeadMail = (service: Service) =>
  addDeadJob(service, { kind: 'mail', mail: 'expert-approved', userId: 'nobody' });

/** Creates an expert about whom operators have taken a measure. */
const afterMeasure =
  (measure: string) =>
  async (market: Market): Promise<Situation> => {
    const expert = await market.createExpert();
    const path = `/operator/users/${expert.id}/${measure}`;
    assertSuccess(await market.service.post(path, { reason }, asOperator));
    return { expert };
  };

/** Creates a payout whose transfer was reversed at the provider. */
async function createReversedPayout(market: Market): Promise<AssignedTestimony> {
  const sale = await createPaidOutTestimony(market);
  await simulateAndSync(market, sale, 'payout-reversed');
  return sale;
}

/** Creates a refund that failed at the provider. */
async function createFailedRefund(market: Market) {
  const sale = await createPaidOutTestimony(market);
  const { decide, listMoney } = operatorRoutes(market);
  await market.simulateOutcome(sale.sessionId, 'refunds-wait');
  assertSuccess(await decide(sale.testimony.id, 'refund', { amount: 10, from: 'both' }));
  await market.runJobs();
  await simulateAndSync(market, sale, 'refund-fails');
  const [failed] = await listMoney('refund-failed');
  return { ...sale, variables: { refundId: failed?.refundId ?? '' } };
}

/** Adds a difference from the provider's balance, as a reconciliation finds it. */
export async function createDifference({ deps }: Service): Promise<Difference> {
  const at = deps.clock.now().toISOString();
  const difference: Difference = {
    id: deps.random.uuid(),
    kind: 'payout',
    providerId: 'tr_unknown',
    testimonyId: null,
    providerAmount: null,
    recordedAmount: -100,
    at,
    foundAt: at,
    dismissedAt: null,
  };
  await deps.unitOfWork.commit([{ kind: 'difference-found', difference }]);
  return difference;
}

/** Creates a testimony that is paid, and the month of its payment. */
async function createMonth(market: Market) {
  const sale = await market.createAssignedTestimony();
  return { ...sale, variables: { month: market.service.deps.clock.now().toISOString().slice(0, 7) } };
}

const listByMonth: Scenario = { prepare: createMonth, query: { month: '{{month}}' } };

export const OPERATOR_SCENARIOS: Readonly<Record<string, Scenario>> = {
  'operator-open-documents': {
    calls: async ({ service, send }) => send({ situation: { expert: await service.registerExpert() } }),
  },
  'operator-set-approval': {
    body: { approved: false, reason },
    calls: ({ send, situation }) => send({ situation, body: { approved: true } }),
  },
  'operator-review-identity': {
    async prepare({ service }) {
      const expert = await service.registerExpert();
      await service.runJobs();
      const account = (await service.deps.accounts.find(expert.id)) as Expert;
      return { expert, variables: { revision: computeRevision(account) } };
    },
    body: { decision: 'rejected', reason, revision: '{{revision}}' },
  },
  'operator-unlock-user': { prepare: afterMeasure('lock') },
  'operator-remove-second-factor': {
    async prepare(market) {
      const expert = await market.createExpert();
      await createProof(market.service, expert);
      return { expert };
    },
  },
  'operator-restore-email': {
    async prepare(market) {
      const { service } = market;
      const client = await market.createClient();
      const change = { email: uniqueEmail(), ...(await createProof(service, client)) };
      assertSuccess(await service.put('/me', change, client));
      return { client, variables: { email: client.email } };
    },
    body: { email: '{{email}}', reason },
  },
  'operator-close-account': {
    async calls({ market, send }) {
      const { client: late } = await createLatePayment(market);
      for (const client of [...(await createPayers(market)), late]) await send({ situation: { client } });
    },
  },
  'operator-export-user': {
    async calls({ market, send }) {
      const sale = await market.createAssignedTestimony();
      await completeTestimony(sale);
      await send({ situation: { client: sale.client } });
      await send({ situation: { expert: sale.expert } });
      await market.runJobs();
      await send({ situation: { expert: sale.expert } });
    },
  },
  'operator-list-users': {
    query: { id: '{{userId}}' },
    async calls({ market, service, record }) {
      const { email } = await market.createExpert();
      const phone = '+421901234567';
      for (const query of [{ email }, { phone }, { name: 'Kováčová' }, { number: '914567' }])
        await record(() => service.get(`/operator/users?${new URLSearchParams(query)}`, asOperator));
    },
  },
  'operator-show-history': { query: { id: '{{userId}}' } },
  'operator-list-jobs': {
    query: { state: 'dead' },
    async calls({ service, record }) {
      const { deps } = service;
      const testimonyId = deps.random.uuid();
      const refund = { kind: 'refund', testimonyId, sessionId: 'cs_1', paymentId: 'pi_1', order: 'order_1' };
      const jobs = [refund as JobTask, { kind: 'pay-out', testimonyId } as const].map(task =>
        createJob(task, deps),
      );
      for (const job of jobs) await deps.jobs.add(job);
      const queries = ['state=late', 'state=postponed', ...jobs.map(({ id }) => `id=${id}`)];
      for (const query of queries) await record(() => service.get(`/operator/jobs?${query}`, asOperator));
    },
  },
  'operator-retry-job': {
    prepare: async ({ service }) => ({ variables: { jobId: await addDeadMail(service) } }),
    async calls({ service, send }) {
      const { id: userId } = await service.registerClient();
      const sent = createJob({ kind: 'mail', mail: 'data-exported', userId }, service.deps);
      await service.deps.jobs.add(sent);
      await service.runJobs();
      await send({ situation: { variables: { jobId: sent.id } }, query: { resend: 'true' } });
    },
  },
  'operator-retry-jobs': {
    async prepare({ service }) {
      await addDeadMail(service);
      return {};
    },
    body: { kind: 'mail' },
  },
  'operator-dismiss-job': {
    async prepare(market) {
      const { testimony } = await market.createAssignedTestimony();
      const jobId = await addDeadJob(market.service, { kind: 'pay-out', testimonyId: testimony.id });
      return { variables: { jobId } };
    },
    async calls({ market, service, send }) {
      const sale = await market.createAssignedTestimony();
      const { testimony, sessionId } = sale;
      await market.verifyPaymentAccount(sale.expert);
      await completeTestimony(sale);
      await service.runJobs('pay-out');
      const paymentId = (await market.getSession(sessionId)).payment_intent.id;
      const decision = { amount: 10, from: 'both' };
      assertSuccess(await operatorRoutes(market).decide(testimony.id, 'refund', decision));
      const entries = await service.deps.checkouts.listEntries(testimony.id);
      const [{ id: order = '' } = {}] = listOpenRefunds(entries);
      const payout = await addDeadJob(service, { kind: 'pay-out', testimonyId: testimony.id });
      const task = { kind: 'refund', testimonyId: testimony.id, sessionId, paymentId, order } as const;
      const refund = await addDeadJob(service, task);
      for (const jobId of [payout, refund])
        assertSuccess(await send({ situation: { variables: { jobId } } }));
    },
  },
  'operator-list-testimonies': {
    async prepare(market) {
      const { id } = await (await market.createClient()).createTestimony();
      return { variables: { number: id.slice(-8) } };
    },
    query: { number: '{{number}}' },
  },
  'operator-open-testimony-documents': {
    async prepare(market) {
      const sale = await market.createAssignedTestimony();
      market.service.deps.payoutDelay = { days: 3 };
      await completeTestimony(sale);
      assertSuccess(await sale.client.complainAboutTestimony(sale.testimony.id));
      return sale;
    },
    async calls({ market, send, situation }) {
      await market.runJobs();
      await send({ situation });
    },
  },
  'operator-end-complaint': {
    prepare: withOutsideRefund(createComplaint),
    body: { outcome: 'refund', amount: 10, reason },
  },
  'operator-refund-testimony': {
    prepare: withOutsideRefund(createPaidOutTestimony),
    body: { amount: 10, from: 'both', reason },
  },
  'operator-settle-testimony': {
    prepare: withOutsideRefund(createWaitingTestimony),
    body: { kind: 'borne-by-expert', amount: 1, reference: 'Dohoda 1', reason },
  },
  'operator-send-payout': {
    async prepare(market) {
      const sale = await createReversedPayout(market);
      await decidePayout(market, sale, 'end');
      return sale;
    },
  },
  'operator-end-payout': { prepare: createReversedPayout },
  'operator-send-refund': { prepare: createFailedRefund },
  'operator-end-refund': { prepare: createFailedRefund, body: { reference: 'VS 1', reason } },
  'operator-list-money': {
    query: { list: 'decide' },
    async calls({ send }) {
      for (const list of ['overdue', 'differences']) await send({ query: { list } });
    },
  },
  'operator-dismiss-difference': {
    prepare: async ({ service }) => ({ variables: { differenceId: (await createDifference(service)).id } }),
  },
  'operator-start-reconciliation': { body: { from: '2026-11-01', to: '2026-11-02' } },
  'operator-list-accounting': listByMonth,
  'operator-show-statistics': listByMonth,
};
