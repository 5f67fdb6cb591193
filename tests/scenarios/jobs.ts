/** Scenarios of functions that no user calls: jobs, and events of the payment provider. */
import { createCheckFilesHandler } from '../../functions/jobs/check-files.ts';
import { startReconciliation } from '../../functions/jobs/start-reconciliation.ts';
import { createJob, entriesRecorded } from '../../lib/domain/changes.ts';
import type { Expert } from '../../lib/domain/model/accounts/account.ts';
import type { ReceivedFile } from '../../lib/domain/model/files/file.ts';
import { isFileCheck } from '../../lib/domain/model/jobs/job-class.ts';
import { createPng, PASSWORD, uniqueEmail } from '../support/builders.ts';
import { saveAccount } from '../support/commit-changes.ts';
import { asOperator } from '../support/operators.ts';
import { createPartner } from '../support/partners.ts';
import {
  accountUpdatedEvent,
  createPaymentAccount,
  sendEvent,
  setAccountVerified,
} from '../support/payment-accounts.ts';
import { completeTestimony } from '../support/payouts.ts';
import { type AssignedTestimony, assertSuccess, type Market } from '../support/start-market.ts';
import type { Service } from '../support/start-service.ts';
import { testimonyBody } from '../support/testimony-builders.ts';
import { createDifference } from './operators.ts';
import type { Scenario } from './scenario.ts';
import { createLatePayment } from './testimonies.ts';

/** Lists the due jobs except checks of files, which only the function that checks files runs. */
const listOwnJobs = async ({ deps }: Service) =>
  (await deps.jobs.listDue()).filter(({ task, verdict }) => verdict !== undefined || !isFileCheck(task));

const DELETED_SCAN: ReceivedFile = { key: 'incoming/identity-document/0', etag: '"0"', type: 'image/png' };

/**
 * Adds jobs of every kind: identity scans to move and to delete, a password reset, an approval, an alert, refunds,
 * payouts, mails. The second of the two scans to move was already moved.
 * @returns the ids of the due jobs
 */
async function addJobsOfEveryKind(service: Service, market: Market): Promise<string[]> {
  const { registerExpert, deps } = service;
  const email = uniqueEmail();
  const { id } = await registerExpert({ email });
  const [sale, ended, approved] = await Promise.all([
    createCompletedTestimony(market),
    market.createAssignedTestimony(),
    market.createExpert(),
  ]);
  const { id: newTestimonyId } = await (await market.createClient()).createTestimony();
  const reason = { reason: 'Meranie.' };
  await service.post(`/operator/testimonies/${ended.testimony.id}/cancel`, reason, asOperator);
  await market.runJobs();
  const unreported = await market.createOfferedTestimony();
  const sessionId = await unreported.client.payOffer(unreported.offer.id);
  const expert = (await deps.accounts.find(id)) as Expert;
  const content = Buffer.from(await createPng().arrayBuffer());
  const [fresh = DELETED_SCAN] = await deps.identityScans.receive([
    { content, type: 'image/png' },
    { content, type: 'image/png' },
  ]);
  const moves = [
    { from: fresh, to: expert.scans.front },
    { from: DELETED_SCAN, to: expert.scans.back },
  ];
  const lateClient = await market.createClient();
  await market.updateAccount(lateClient, { emailVerified: false });
  await lateClient.createTestimony(); // adds the job `announce-client`
  await market.updateAccount(lateClient, { emailVerified: true });
  const jobs = [
    createJob({ kind: 'keep-scans', expertId: id, moves, replaced: [expert.scans.back] }, deps),
    createJob({ kind: 'mail-if-known', mail: 'password-reset', address: email }, deps),
    createJob({ kind: 'approve-expert', expertId: id }, deps),
    createJob({ kind: 'expire-scans', expertId: await createExpertWithExpiredScans(service) }, deps),
    createJob({ kind: 'pay-owed', expertId: id }, deps),
    createJob({ kind: 'update-region-lists', expertId: approved.id, former: [] }, deps),
    createJob({ kind: 'check-session', testimonyId: ended.testimony.id, sessionId }, deps),
    ...(await createReconciliationJobs(service)),
    createJob({ kind: 'alert', alert: 'money held long', testimonyId: ended.testimony.id }, deps),
    ...createDigestJobs(service, newTestimonyId),
  ];
  await Promise.all(jobs.map(job => deps.jobs.add(job)));
  await createPartner(service); // adds the job of its mail
  await cancelDuringPayment(market);
  await createLatePayment(market);
  await createCompletedTestimony(market);
  await closeAccounts(sale, ended, market);
  return (await deps.jobs.listDue()).map(({ id }) => id);
}

/**
 * Creates the jobs for the digest of a testimony. A digest covers one minute, and the minute in which the testimony was
 * created is over.
 */
function createDigestJobs({ deps }: Service, testimonyId: string) {
  deps.digests = { ...deps.digests, periodMinutes: 1 };
  deps.clock.advance(3 * 60_000);
  return [
    createJob({ kind: 'announce-testimony', testimonyId, region: 'ke' }, deps),
    createJob({ kind: 'notify-region', region: 'ke', until: deps.clock.now().toISOString() }, deps),
  ];
}

/**
 * Creates a job for each step of a reconciliation. One step finds an entry without a transaction at the provider, and
 * the last step resolves a difference.
 */
async function createReconciliationJobs(service: Service) {
  const { deps } = service;
  const now = deps.clock.now().getTime();
  const [from = '', to = ''] = [-3, 1].map(days => new Date(now + days * 24 * 3600_000).toISOString());
  await createDifference(service);
  const ids = { testimonyId: deps.random.uuid(), sessionId: 'cs_unknown' };
  const at = new Date(now).toISOString();
  await deps.unitOfWork.commit(
    entriesRecorded([
      {
        kind: 'refund',
        sourceId: 're_unknown',
        ...ids,
        from: 'unallocated',
        to: 'provider',
        amount: 100,
        at,
      },
    ]),
  );
  return [
    createJob({ kind: 'reconcile', from, to, step: 'provider' }, deps),
    createJob({ kind: 'reconcile', from, to, step: 'recorded', cursor: from }, deps),
    createJob({ kind: 'reconcile', from, to, step: 'open' }, deps),
  ];
}

/** Adds an expert whose scans have passed their retention period. */
async function createExpertWithExpiredScans({ registerExpert, deps }: Service): Promise<string> {
  const { id } = await registerExpert();
  const before = (await deps.accounts.find(id)) as Expert;
  const scans = { ...before.scans, keptUntil: before.createdAt };
  await saveAccount(deps, before, { ...before, identityReview: 'accepted', scans });
  return id;
}

/** Creates a completed testimony whose jobs have not run, of an expert with a verified payment account. */
async function createCompletedTestimony(market: Market): Promise<AssignedTestimony> {
  const sale = await market.createAssignedTestimony();
  await market.verifyPaymentAccount(sale.expert);
  await completeTestimony(sale);
  return sale;
}

/** Closes the accounts of two clients and an expert, who have completed, cancelled and open testimonies. */
async function closeAccounts(
  { client, expert }: AssignedTestimony,
  ended: AssignedTestimony,
  market: Market,
): Promise<void> {
  const { createClient: newClient, service } = market;
  await ended.client.postIdempotent('/testimonies', testimonyBody());
  const open = await (await newClient()).createTestimony();
  await expert.createOffer(open.id);
  const why = { approved: false, reason: 'x' };
  await service.put(`/operator/experts/${expert.id}/approval`, why, asOperator);
  for (const { token } of [client, expert, ended.client])
    assertSuccess(await service.sendWithMethod('DELETE', '/me', { currentPassword: PASSWORD }, { token }));
}

/** Cancels a testimony between the payment and the acceptance of its offer, which creates a refund job. */
async function cancelDuringPayment(market: Market): Promise<void> {
  const { client, testimony, offer } = await market.createOfferedTestimony();
  const sessionId = await client.payOffer(offer.id);
  await client.cancelTestimony(testimony.id);
  await client.acceptOffer(sessionId);
}

export const JOB_SCENARIOS: Readonly<Record<string, Scenario>> = {
  'jobs-check-files': {
    async calls({ service, record, market }) {
      const { deps } = service;
      const { testimony } = await createCompletedTestimony(market);
      const { id: expertId } = await service.registerExpert();
      await service.runJobs();
      const { document } = (await deps.testimonies.find(testimony.id)) ?? {};
      const { scans } = (await deps.accounts.find(expertId)) as Expert;
      const jobs = [
        createJob({ kind: 'check-document', testimonyId: testimony.id, document: document ?? '' }, deps),
        createJob({ kind: 'check-scans', expertId, front: scans.front, back: scans.back }, deps),
      ];
      await Promise.all(jobs.map(job => deps.jobs.add(job)));
      const jobIds = jobs.map(({ id }) => id);
      await record(() => createCheckFilesHandler(deps)({ jobIds }, { awsRequestId: 'checks' }));
      const missing = { testimonyId: testimony.id, document: 'testimonies/missing.pdf' };
      const dying = createJob({ kind: 'check-document', ...missing }, deps);
      const failing = createJob(
        { kind: 'check-scans', expertId, front: scans.front, back: scans.back },
        deps,
      );
      await Promise.all([dying, failing].map(job => deps.jobs.add(job)));
      const imageInspector = { inspect: () => Promise.reject(new Error('the inspection did not start')) };
      const checkFiles = createCheckFilesHandler({ ...deps, imageInspector });
      await record(() => checkFiles({ jobIds: [dying.id, failing.id] }, { awsRequestId: 'checks' }));
    },
  },
  'jobs-deliver': {
    async calls({ service, record, market }) {
      const listDue = () => listOwnJobs(service);
      const jobs = await addJobsOfEveryKind(service, market);
      await record(() => service.streamJobs(jobs));
      for (let parts = await listDue(); parts.length > 0; parts = await listDue())
        await record(() => service.streamJobs(parts));
      const checks = await service.deps.jobs.listDue();
      await record(() => service.streamJobs(checks));
    },
  },
  'jobs-start-reconciliation': {
    calls: ({ service, record }) =>
      record(() => startReconciliation(service.deps)({}, { awsRequestId: 'daily' })),
  },
  'jobs-sweep': {
    async calls({ service, record, market }) {
      await addJobsOfEveryKind(service, market);
      const listDue = () => listOwnJobs(service);
      await record(async () => {
        while ((await listDue()).length > 0) await service.sweep();
      });
    },
  },
  'webhooks-stripe': {
    async calls({ service, record, market }) {
      const { account } = await createPaymentAccount(service, uniqueEmail());
      await setAccountVerified(account, true);
      await record(() => sendEvent(service, accountUpdatedEvent(account)));
      await record(() => sendEvent(service, {}, { secret: 'false' }));
      const { client, offer } = await market.createOfferedTestimony();
      const session = await market.getSession(await client.payOffer(offer.id));
      await record(() => market.sendProviderEvent(session));
      const late = await market.getSession((await createLatePayment(market)).sessionId);
      await record(() => market.sendProviderEvent(late));
      await market.simulateOutcome(session.id, 'refund', { amount: '100' });
      await record(() =>
        market.sendProviderEvent(
          { id: 'ch_1', payment_intent: session.payment_intent.id },
          'charge.refunded',
        ),
      );
    },
  },
};
