/** Scenarios for the functions that store or read data. Each scenario uses all permissions of its function. */

import { createCheckFilesHandler } from '../../../functions/jobs/check-files.ts';
import { startReconciliation } from '../../../functions/jobs/start-reconciliation.ts';
import { MAX_TOKENS } from '../../../lib/domain/accounts/sign-in.ts';
import { createJob, entriesRecorded } from '../../../lib/domain/changes.ts';
import { DomainError } from '../../../lib/domain/errors.ts';
import { approveExpert } from '../../../lib/domain/experts/approval.ts';
import { computeRevision } from '../../../lib/domain/experts/identity-review.ts';
import { createUnsubscribeLink } from '../../../lib/domain/mails/unsubscribe.ts';
import type { Expert } from '../../../lib/domain/model/accounts/account.ts';
import type { ReceivedFile } from '../../../lib/domain/model/files/file.ts';
import { isFileCheck } from '../../../lib/domain/model/jobs/job-class.ts';
import type { Difference } from '../../../lib/domain/model/payments/books.ts';
import { bcryptPasswordHasher } from '../../../lib/platform/passwords.ts';
import { addTokens } from '../../support/add-tokens.ts';
import {
  clientBody,
  createPng,
  expertBody,
  PASSWORD,
  scansBody,
  uniqueEmail,
  uniquePhone,
} from '../../support/builders.ts';
import { saveAccount } from '../../support/commit-changes.ts';
import { withIdempotencyKey } from '../../support/create-request.ts';
import { findResetToken, findVerificationPath } from '../../support/find-mails.ts';
import { createPartner } from '../../support/partners.ts';
import {
  accountUpdatedEvent,
  createPaymentAccount,
  sendEvent,
  setAccountVerified,
} from '../../support/payment-accounts.ts';
import { computeCode, switchOn } from '../../support/second-factor.ts';
import { assertSuccess, type Market, verifyEmailOf } from '../../support/start-market.ts';
import type { Service } from '../../support/start-service.ts';
import { documentBody, PDF, testimonyBody } from '../../support/testimony-builders.ts';
import { uploadFile } from '../../support/upload-file.ts';
import { addDeadJob, cancelDuringPayment, createLatePayment, MARKET_SCENARIOS } from './market-scenarios.ts';
import { PARTNER_SCENARIOS, signUpThroughPartner } from './partner-scenarios.ts';
import type { Scenario } from './record-calls.ts';
import { WEBHOOK_SCENARIOS } from './webhook-scenarios.ts';

const OPERATOR_ARN = 'arn:aws:iam::000000000000:user/test';

/**
 * Registers an account and advances the clock by two hours, so that the next request with the account's token also
 * records the use of the token.
 */
async function signUp(service: Service, role: 'registerExpert' | 'registerClient') {
  const email = uniqueEmail();
  const { token, id } = await service[role]({ email });
  service.deps.clock.advance(2 * 3600_000);
  return { token, id, email };
}

/** Switches the second factor on, and returns the password and a code that prove both factors. */
async function switchFactorOn(service: Service, token: string) {
  await verifyEmailOf(token, service);
  const { recoveryCodes } = await switchOn(service, token);
  service.deps.clock.advance(2 * 3600_000);
  return { currentPassword: PASSWORD, code: recoveryCodes[0] };
}

const requestAsExpert =
  (request: (service: Service, call: { token: string }) => Promise<unknown>): Scenario =>
  async (service, record) => {
    const { token } = await signUp(service, 'registerExpert');
    await record(() => request(service, { token }));
  };

/** Options of a request by which an operator changes data. */
const byOperator = () => ({ operator: OPERATOR_ARN, ...withIdempotencyKey() });

const requestAboutExpert =
  (request: (service: Service, path: string) => Promise<unknown>): Scenario =>
  async (service, record) => {
    const { id } = await service.registerExpert();
    await service.runJobs();
    await record(() => request(service, `/operator/experts/${id}`));
  };

/**
 * Creates a scenario with one measure of an operator against the misuse of an account, after the given other measures.
 */
const requestMeasure = (measure: string, before: readonly string[] = []): Scenario =>
  requestAboutExpert(async (service, path) => {
    const send = (name: string) =>
      service.post(`${path.replace('experts', 'users')}/${name}`, { reason: 'x' }, byOperator());
    for (const name of before) await send(name);
    return send(measure);
  });

const requestAboutDeadJob =
  (request: (service: Service, jobId: string) => Promise<unknown>): Scenario =>
  async (service, record) => {
    const task = { kind: 'mail', mail: 'expert-approved', userId: 'nobody' } as const;
    const id = await addDeadJob(service, task);
    await record(() => request(service, id));
  };

/** Makes all commits fail, so that the function deletes the scans that it has just received. */
function failCommits({ deps }: Service): void {
  const fail = () => Promise.reject(new DomainError('unavailable'));
  Object.assign(deps.unitOfWork, { commit: fail });
}

/** Lists the due jobs except checks of files, which only the function that checks files runs. */
const listOwnJobs = async ({ deps }: Service) =>
  (await deps.jobs.listDue()).filter(({ task, verdict }) => verdict !== undefined || !isFileCheck(task));

const DELETED_SCAN: ReceivedFile = { key: 'incoming/identity-document/0', etag: '"0"', type: 'image/png' };

type AssignedTestimony = Awaited<ReturnType<Market['createAssignedTestimony']>>;

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
  await service.post(`/operator/testimonies/${ended.testimony.id}/cancel`, reason, {
    operator: OPERATOR_ARN,
  });
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

/** Adds a difference from the provider's balance, as a reconciliation finds it. */
async function createDifference({ deps }: Service): Promise<Difference> {
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

/** Adds an expert whose scans have passed their retention period. */
async function createExpertWithExpiredScans({ registerExpert, deps }: Service): Promise<string> {
  const { id } = await registerExpert();
  const before = (await deps.accounts.find(id)) as Expert;
  const scans = { ...before.scans, keptUntil: before.createdAt };
  await saveAccount(deps, before, { ...before, identityReview: 'accepted', scans });
  return id;
}

async function createCompletedTestimony({
  createAssignedTestimony,
  verifyPaymentAccount,
}: Market): Promise<AssignedTestimony> {
  const sale = await createAssignedTestimony();
  await verifyPaymentAccount(sale.expert);
  await sale.expert.post(`/testimonies/${sale.testimony.id}/complete`, documentBody());
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
  await service.put(`/operator/experts/${expert.id}/approval`, why, byOperator());
  for (const { token } of [client, expert, ended.client])
    assertSuccess(await service.sendWithMethod('DELETE', '/me', { currentPassword: PASSWORD }, { token }));
}

export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  ...MARKET_SCENARIOS,
  'auth-register-expert': async (service, record) => {
    const { token, guest } = await signUpThroughPartner(service);
    const [front, back] = [await uploadFile(service, createPng()), await uploadFile(service, createPng())];
    const byKey = { verificationDocumentFront: front, verificationDocumentBack: back };
    await record(() => service.post('/auth/register/expert', expertBody(), { token }));
    await record(() => service.post('/auth/register/expert', expertBody(byKey), withIdempotencyKey()));
    await record(() => service.post('/auth/register/expert', expertBody(), guest));
    failCommits(service);
    await record(() => service.post('/auth/register/expert', expertBody()));
  },
  'auth-register-client': async (service, record) => {
    const { token, guest } = await signUpThroughPartner(service);
    await record(() => service.post('/auth/register/client', clientBody(), { token }));
    await record(() => service.post('/auth/register/client', clientBody(), guest));
    const name = { firstName: 'Eva', lastName: 'Malá' };
    const company = { businessId: '12345678', taxId: '2020123456', vatId: null };
    const form = clientBody({ phone: uniquePhone(), ...name, company });
    await record(() => service.post('/auth/register/client', form, withIdempotencyKey()));
  },
  'auth-login': async (service, record) => {
    const { email, id } = await signUp(service, 'registerClient');
    // Because of a newer pepper, the login rehashes the password.
    const peppers = JSON.stringify({ 1: 'pepper of the tests', 2: 'a newer one' });
    service.deps.passwordHasher = bcryptPasswordHasher({ PASSWORD_HASH_COST: '4' }, async () => peppers);
    await record(() => service.signIn(email));
    const { email: other, guest } = await signUpThroughPartner(service);
    await record(() => service.post('/auth/login', { email: other, password: PASSWORD }, guest));
    await addTokens(service.deps, id, MAX_TOKENS);
    await record(() => service.signIn(email));
    const token = await service.signIn(email);
    for (let attempt = 0; attempt < 51; attempt++) {
      const source = `192.0.2.${attempt}`;
      const login = () => service.post('/auth/login', { email, password: 'Zle heslo 1' }, { source, token });
      await (attempt < 50 ? login() : record(login));
    }
    service.deps.clock.advance(3600_000);
    const { code } = await switchFactorOn(service, token);
    await record(() => service.post('/auth/login', { email, password: PASSWORD, code }));
  },
  'auth-logout': requestAsExpert((service, call) => service.post('/auth/logout', undefined, call)),
  'auth-verify-email': async (service, record) => {
    const { email } = await signUp(service, 'registerClient');
    await service.runJobs();
    service.deps.clock.advance(-2 * 3600_000);
    const path = await findVerificationPath(email);
    await record(() => service.get(path));
    await record(() => service.get(`${path}0`));
  },
  'digests-unsubscribe': async (service, record) => {
    const { id } = await service.registerExpert({ regions: ['ke'] });
    await service.runJobs();
    await approveExpert(id, service.deps);
    await record(async () =>
      service.post((await createUnsubscribeLink({ id }, service.deps)).split('/api/v1')[1] ?? ''),
    );
    await record(() => service.post(`/digests/unsubscribe/${id}`));
  },
  'auth-resend-verification': async (service, record) => {
    const { token, email } = await signUp(service, 'registerClient');
    await record(() => service.post('/auth/email/verify/resend', { email }, { token }));
    const { guest } = await signUpThroughPartner(service);
    await record(() => service.post('/auth/email/verify/resend', { email }, guest));
  },
  'auth-send-password-reset': async (service, record) => {
    const { email, guest } = await signUpThroughPartner(service);
    await record(() => service.post('/auth/password/email', { email }, guest));
  },
  'auth-reset-password': async (service, record) => {
    const { email, guest } = await signUpThroughPartner(service);
    await service.post('/auth/password/email', { email }, guest);
    await service.runJobs();
    const form = { email, token: await findResetToken(email), password: 'iné heslo 2' };
    await record(() =>
      service.post('/auth/password/reset', { ...form, passwordConfirmation: form.password }, guest),
    );
    const { token } = await signUp(service, 'registerClient');
    const moved = { email: uniqueEmail(), ...(await switchFactorOn(service, token)) };
    assertSuccess(await service.put('/me', moved, { token }));
    await service.post('/auth/password/email', { email: moved.email });
    await service.runJobs();
    const other = { ...form, email: moved.email, token: await findResetToken(moved.email) };
    await record(() =>
      service.post('/auth/password/reset', { ...other, passwordConfirmation: form.password }),
    );
  },
  'me-set-up-second-factor': async (service, record) => {
    const { token } = await signUp(service, 'registerExpert');
    await verifyEmailOf(token, service);
    const setUp = () => service.post('/me/second-factor', { currentPassword: PASSWORD }, { token });
    await record(setUp);
    await record(setUp);
  },
  'me-confirm-second-factor': async (service, record) => {
    const { token } = await signUp(service, 'registerExpert');
    await verifyEmailOf(token, service);
    const setUp = await service.post('/me/second-factor', { currentPassword: PASSWORD }, { token });
    service.deps.clock.advance(2 * 3600_000);
    const code = computeCode(assertSuccess(setUp).secret, service.deps.clock.now());
    await record(() => service.post('/me/second-factor/confirm', { code }, { token }));
  },
  'me-remove-second-factor': async (service, record) => {
    const { token } = await signUp(service, 'registerExpert');
    const proof = await switchFactorOn(service, token);
    await record(() => service.sendWithMethod('DELETE', '/me/second-factor', proof, { token }));
  },
  'me-show': requestAsExpert((service, call) => service.get('/me', call)),
  'me-update': async (service, record) => {
    const { token } = await signUp(service, 'registerExpert');
    const change = { email: uniqueEmail(), phone: uniquePhone(), currentPassword: PASSWORD };
    await record(() => service.put('/me', change, { token }));
    const password = { password: PASSWORD, passwordConfirmation: PASSWORD, currentPassword: PASSWORD };
    await record(async () => assertSuccess(await service.put('/me', password, { token })));
    const name = { lastName: 'Nováková', registrationNumber: '914 568' };
    await record(async () => assertSuccess(await service.put('/me', name, { token })));
    const proof = await switchFactorOn(service, token);
    await record(() => service.put('/me', { email: uniqueEmail(), ...proof }, { token }));
  },
  'me-close': async (service, record, market) => {
    const { client } = await market.createOfferedTestimony();
    await client.startCheckout((await client.get('/testimonies')).body.data[0].offers[0].id);
    const paid = await market.createOfferedTestimony();
    await paid.client.payOffer(paid.offer.id);
    const { token } = await signUpThroughPartner(service, 'expert');
    const form = { currentPassword: PASSWORD };
    await record(() => service.sendWithMethod('DELETE', '/me', form, { token: paid.client.token }));
    await record(() => service.sendWithMethod('DELETE', '/me', form, { token: client.token }));
    const proof = await switchFactorOn(service, token);
    await record(() => service.sendWithMethod('DELETE', '/me', proof, { token }));
  },
  'operator-close-account': async (service, record, market) => {
    const { client } = await market.createOfferedTestimony();
    await client.startCheckout((await client.get('/testimonies')).body.data[0].offers[0].id);
    const paid = await market.createOfferedTestimony();
    await paid.client.payOffer(paid.offer.id);
    const { id } = await signUpThroughPartner(service, 'expert');
    const close = (userId: string) =>
      service.post(`/operator/users/${userId}/close`, { reason: 'x' }, byOperator());
    const late = await createLatePayment(market);
    for (const userId of [paid.client.id, late.client.id, client.id, id]) await record(() => close(userId));
  },
  'operator-export-user': async (service, record, market) => {
    const { client, expert, testimony } = await market.createAssignedTestimony();
    await expert.post(`/testimonies/${testimony.id}/complete`, documentBody());
    const exportUser = (id: string) =>
      service.post(`/operator/users/${id}/export`, { reason: 'x' }, byOperator());
    await record(() => exportUser(client.id));
    await record(() => exportUser(expert.id));
    await market.runJobs();
    await record(() => exportUser(expert.id));
  },
  'me-export': async (service, record, market) => {
    const { client, expert, testimony } = await market.createAssignedTestimony();
    await expert.post(`/testimonies/${testimony.id}/complete`, documentBody());
    service.deps.clock.advance(2 * 3600_000);
    await record(() => client.exportData());
    await record(() => expert.exportData());
    await market.runJobs();
    await record(() => expert.exportData());
    const proof = await switchFactorOn(service, client.token);
    await record(() => client.post('/me/export', proof));
  },
  'me-resubmit-identity-documents': async (service, record) => {
    const { token } = await signUp(service, 'registerExpert');
    const key = await uploadFile(service, createPng());
    await record(() =>
      service.put('/me/identity-documents', scansBody({ verificationDocumentFront: key }), { token }),
    );
    failCommits(service);
    await record(() => service.put('/me/identity-documents', scansBody(), { token }));
  },
  'me-list-tokens': requestAsExpert((service, call) => service.get('/me/tokens', call)),
  'me-revoke-token': requestAsExpert((service, { token }) =>
    service.delete(`/me/tokens/${token.split('|')[0]}`, { token }),
  ),
  'me-open-payment-account': async (service, record) => {
    const { id, token } = await signUpThroughPartner(service, 'expert');
    const open = () => service.post('/me/payment-account', { currentPassword: PASSWORD }, { token });
    await record(async () => {
      const { body } = await open();
      await fetch(body.data.url, { method: 'POST', redirect: 'manual' });
      return open();
    });
    const expert = (await service.deps.accounts.find(id)) as Expert;
    await saveAccount(service.deps, expert, { ...expert, paymentAccountId: 'acct_vanished' });
    await record(open);
    const proof = await switchFactorOn(service, token);
    await record(() => service.post('/me/payment-account', proof, { token }));
  },
  'sandbox-review-identity': requestAsExpert((service, call) =>
    service.post('/sandbox/me/identity-review', { decision: 'accepted' }, call),
  ),
  'sandbox-set-payment-account': requestAsExpert((service, call) =>
    service.post('/sandbox/me/payment-account', { state: 'verified' }, call),
  ),
  'sandbox-expire-links': requestAsExpert((service, call) =>
    service.post('/sandbox/me/expire-links', undefined, call),
  ),
  'sandbox-list-mails': requestAsExpert((service, call) => service.get('/sandbox/me/mails', call)),
  'approvals-approve-expert': async (service, record) => {
    const { id } = await service.registerExpert();
    await record(() => approveExpert(id, service.deps));
  },
  'sandbox-toggle-approval': requestAsExpert((service, call) =>
    service.post('/sandbox/me/approval/toggle', undefined, call),
  ),
  'sandbox-set-approval': requestAsExpert((service, call) =>
    service.post('/sandbox/me/approval', { approved: true }, call),
  ),
  'sandbox-lock-account': requestAsExpert((service, call) =>
    service.post('/sandbox/me/lock', undefined, call),
  ),
  'sandbox-unlock-account': async (service, record) => {
    const { token } = await signUp(service, 'registerExpert');
    await service.post('/sandbox/me/lock', undefined, { token });
    service.deps.clock.advance(2 * 3600_000);
    await record(() => service.post('/sandbox/me/unlock', undefined, { token }));
  },
  'operator-list-experts': (service, record) =>
    record(() => service.get('/operator/experts', { operator: OPERATOR_ARN })),
  'operator-show-expert': requestAboutExpert((service, path) =>
    service.get(path, { operator: OPERATOR_ARN }),
  ),
  'operator-open-documents': async (service, record) => {
    const { id } = await service.registerExpert();
    const open = () => service.get(`/operator/experts/${id}/documents`, { operator: OPERATOR_ARN });
    await record(open);
    await service.runJobs();
    await record(open);
  },
  'operator-set-approval': requestAboutExpert(async (service, path) => {
    await service.put(`${path}/approval`, { approved: false, reason: 'x' }, byOperator());
    return service.put(`${path}/approval`, { approved: true }, byOperator());
  }),
  'operator-review-identity': async (service, record) => {
    const { id } = await service.registerExpert();
    await service.runJobs();
    const revision = computeRevision((await service.deps.accounts.find(id)) as Expert);
    const form = { decision: 'rejected', reason: 'x', revision };
    const path = `/operator/experts/${id}/identity-review`;
    await record(() => service.put(path, form, byOperator()));
  },
  'operator-release-phone': requestAboutExpert((service, path) =>
    service.post(`${path.replace('experts', 'users')}/release-phone`, { reason: 'x' }, byOperator()),
  ),
  'operator-lock-user': requestMeasure('lock'),
  'operator-unlock-user': requestMeasure('unlock', ['lock']),
  'operator-end-sessions': requestMeasure('end-sessions'),
  'operator-remove-second-factor': async (service, record) => {
    const { id, token } = await signUp(service, 'registerExpert');
    await switchFactorOn(service, token);
    const path = `/operator/users/${id}/remove-second-factor`;
    await record(() => service.post(path, { reason: 'x' }, byOperator()));
  },
  'operator-restore-email': async (service, record) => {
    const email = uniqueEmail();
    const { id, token } = await service.registerClient({ email });
    const proof = await switchFactorOn(service, token);
    await service.put('/me', { email: uniqueEmail(), ...proof }, { token });
    const form = { email, reason: 'x' };
    const path = `/operator/users/${id}/restore-email`;
    await record(() => service.post(path, form, byOperator()));
  },
  'operator-list-users': async (service, record) => {
    const [email, phone] = [uniqueEmail(), uniquePhone()];
    const { id } = await service.registerExpert({ email, phone });
    const queries = [{ id }, { email }, { phone }, { name: 'Kováčová' }, { number: '914567' }];
    for (const query of queries) {
      const path = `/operator/users?${new URLSearchParams(query as Record<string, string>)}`;
      await record(() => service.get(path, { operator: OPERATOR_ARN }));
    }
  },
  'operator-list-jobs': async (service, record) => {
    const { deps } = service;
    const list = (query: string) =>
      record(() => service.get(`/operator/jobs?${query}`, { operator: OPERATOR_ARN }));
    const refund = createJob(
      { kind: 'refund', testimonyId: 'testimony', sessionId: 'cs_1', paymentId: 'pi_1', order: 'order_1' },
      deps,
    );
    const payout = createJob({ kind: 'pay-out', testimonyId: deps.random.uuid() }, deps);
    for (const job of [refund, payout]) await deps.jobs.add(job);
    for (const state of ['dead', 'late', 'postponed']) await list(`state=${state}`);
    for (const { id } of [refund, payout]) await list(`id=${id}`);
  },
  'operator-show-history': async (service, record) => {
    const { id } = await service.registerClient();
    await record(() => service.get(`/operator/history?id=${id}`, { operator: OPERATOR_ARN }));
  },
  'operator-retry-job': async (service, record) => {
    const { deps, runJobs } = service;
    const { id: userId } = await service.registerClient();
    const sent = createJob({ kind: 'mail', mail: 'data-exported', userId }, deps);
    await deps.jobs.add(sent);
    await runJobs();
    const dead = await addDeadJob(service, { kind: 'mail', mail: 'expert-approved', userId: 'nobody' });
    for (const path of [`${dead}/retry`, `${sent.id}/retry?resend=true`])
      await record(() => service.post(`/operator/jobs/${path}`, undefined, byOperator()));
  },
  'operator-retry-jobs': requestAboutDeadJob(service =>
    service.post('/operator/jobs/retry', { kind: 'mail' }, byOperator()),
  ),
  'operator-list-testimonies': async (service, record, market) => {
    const { id } = await (await market.createClient()).createTestimony();
    const path = `/operator/testimonies?number=${id.slice(-8)}`;
    await record(() => service.get(path, { operator: OPERATOR_ARN }));
  },
  'operator-check-health': (service, record) =>
    record(() => service.get('/operator/health', { operator: OPERATOR_ARN })),
  'operator-list-money': async (service, record) => {
    for (const list of ['decide', 'overdue', 'differences'])
      await record(() => service.get(`/operator/money?list=${list}`, { operator: OPERATOR_ARN }));
  },
  'operator-dismiss-difference': async (service, record) => {
    const difference = await createDifference(service);
    const path = `/operator/differences/${difference.id}/dismiss`;
    await record(() => service.post(path, { reason: 'x' }, byOperator()));
  },
  'operator-start-reconciliation': (service, record) =>
    record(() =>
      service.post('/operator/reconciliations', { from: '2026-11-01', to: '2026-11-02' }, byOperator()),
    ),
  'operator-list-accounting': async (service, record, market) => {
    await market.createAssignedTestimony();
    const month = service.deps.clock.now().toISOString().slice(0, 7);
    await record(() => service.get(`/operator/accounting?month=${month}`, { operator: OPERATOR_ARN }));
  },
  'operator-show-statistics': async (service, record, market) => {
    await market.createAssignedTestimony();
    const month = service.deps.clock.now().toISOString().slice(0, 7);
    await record(() => service.get(`/operator/statistics?month=${month}`, { operator: OPERATOR_ARN }));
  },
  'operator-show-testimony': async (service, record, market) => {
    const { testimony } = await market.createAssignedTestimony();
    await record(() => service.get(`/operator/testimonies/${testimony.id}`, { operator: OPERATOR_ARN }));
  },
  'operator-cancel-testimony': async (service, record, market) => {
    const { testimony } = await market.createAssignedTestimony();
    const path = `/operator/testimonies/${testimony.id}/cancel`;
    await record(() => service.post(path, { reason: 'x' }, byOperator()));
  },
  'uploads-create': async (service, record) => {
    const { token } = await service.registerExpert();
    const document = new Blob([PDF], { type: 'application/pdf' });
    await record(() => uploadFile(service, document, 'testimony-document', token));
    const upload = { purpose: 'identity-document', contentType: 'image/png', size: 9 };
    const { guest } = await signUpThroughPartner(service);
    await record(() => service.post('/uploads', upload, guest));
  },
  'webhooks-stripe': async (service, record, market) => {
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
      market.sendProviderEvent({ id: 'ch_1', payment_intent: session.payment_intent.id }, 'charge.refunded'),
    );
  },
  ...PARTNER_SCENARIOS,
  ...WEBHOOK_SCENARIOS,
  'jobs-check-files': async (service, record, market) => {
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
    const failing = createJob({ kind: 'check-scans', expertId, front: scans.front, back: scans.back }, deps);
    await Promise.all([dying, failing].map(job => deps.jobs.add(job)));
    const imageInspector = { inspect: () => Promise.reject(new Error('the inspection did not start')) };
    const checkFiles = createCheckFilesHandler({ ...deps, imageInspector });
    await record(() => checkFiles({ jobIds: [dying.id, failing.id] }, { awsRequestId: 'checks' }));
  },
  'jobs-deliver': async (service, record, market) => {
    const listDue = () => listOwnJobs(service);
    const jobs = await addJobsOfEveryKind(service, market);
    await record(() => service.streamJobs(jobs));
    for (let parts = await listDue(); parts.length > 0; parts = await listDue())
      await record(() => service.streamJobs(parts));
    const checks = await service.deps.jobs.listDue();
    await record(() => service.streamJobs(checks));
  },
  'jobs-start-reconciliation': (service, record) =>
    record(() => startReconciliation(service.deps)({}, { awsRequestId: 'daily' })),
  'jobs-sweep': async (service, record, market) => {
    await addJobsOfEveryKind(service, market);
    const listDue = () => listOwnJobs(service);
    await record(async () => {
      while ((await listDue()).length > 0) await service.sweep();
    });
  },
};
