/** Scenarios for each function that stores or reads data: requests that together use all its permissions. */
import { DomainError } from '../../../lib/domain/errors.ts';
import { approveExpert } from '../../../lib/domain/experts/approval.ts';
import { computeRevision } from '../../../lib/domain/experts/identity-review.ts';
import type { Expert } from '../../../lib/domain/model/account.ts';
import type { StoredScan } from '../../../lib/domain/model/file.ts';
import { createJob } from '../../../lib/domain/records.ts';
import { bcryptPasswords } from '../../../lib/platform/passwords.ts';
import {
  clientBody,
  createPng,
  expertBody,
  PASSWORD,
  scansBody,
  uniqueEmail,
  uniquePhone,
} from '../../support/builders.ts';
import { findResetToken, findVerificationPath } from '../../support/mails.ts';
import type { Market } from '../../support/market.ts';
import { accountUpdated, createPaymentAccount, sendEvent, setVerified } from '../../support/payments.ts';
import { withIdempotencyKey } from '../../support/requests.ts';
import type { Service } from '../../support/service.ts';
import { documentBody, PDF, testimonyBody } from '../../support/testimony-builders.ts';
import { uploaded } from '../../support/uploads.ts';
import { cancelDuringPayment, MARKET_SCENARIOS } from './market-scenarios.ts';
import type { Scenario } from './recorder.ts';

const operator = 'arn:aws:iam::000000000000:user/test';

/** Signs somebody up, two hours ago: then the next request records when the token was last used. */
async function signUp(service: Service, role: 'register' | 'registerClient') {
  const email = uniqueEmail();
  const { token, id } = await service[role]({ email });
  service.deps.clock.advance(2 * 3600_000);
  return { token, id, email };
}

/** A request by a signed-in expert. */
const bySignedIn =
  (request: (service: Service, call: { token: string }) => Promise<unknown>): Scenario =>
  async (service, record) => {
    const { token } = await signUp(service, 'register');
    await record(() => request(service, { token }));
  };

/** A request by an operator about an expert. */
const aboutExpert =
  (request: (service: Service, path: string) => Promise<unknown>): Scenario =>
  async (service, record) => {
    const { id } = await service.register();
    await service.work();
    await record(() => request(service, `/operator/experts/${id}`));
  };

/** A request by an operator about a dead job. */
const aboutDeadJob =
  (request: (service: Service, jobId: string) => Promise<unknown>): Scenario =>
  async (service, record) => {
    const job = createJob({ kind: 'mail', mail: 'expert-approved', userId: 'nobody' }, service.deps);
    await service.deps.jobs.add(job);
    await service.deps.jobs.moveToDeadLetter(job);
    await record(() => request(service, job.id));
  };

/** Lets all writes of accounts fail, so that the scans received with them are deleted again. */
function failAccountWrites({ deps }: Service): void {
  const fail = () => Promise.reject(new DomainError('unavailable'));
  Object.assign(deps.accounts, { register: fail, save: fail });
}

const DELETED_SCAN: StoredScan = { key: 'incoming/identity-document/0', etag: '"0"', type: 'image/png' };

type Sale = Awaited<ReturnType<Market['assigned']>>;

/**
 * Adds a job of every kind: scans to keep (one of them kept already) in place of others, a password reset, an
 * approval, a refund, payouts, mails.
 */
async function addJobsOfEveryKind(service: Service, market: Market): Promise<string[]> {
  const { register, work, deps } = service;
  const email = uniqueEmail();
  const { id } = await register({ email });
  const [sale, ended] = await Promise.all([delivered(market), market.assigned()]);
  const reason = { reason: 'Meranie.' };
  await service.post(`/operator/testimonies/${ended.testimony.id}/cancel`, reason, { operator });
  await work();
  const expert = (await deps.accounts.find(id)) as Expert;
  const content = Buffer.from(await createPng().arrayBuffer());
  const [fresh = DELETED_SCAN] = await deps.scans.receive([
    { content, type: 'image/png' },
    { content, type: 'image/png' },
  ]);
  const moves = [
    { from: fresh, to: expert.scans.front },
    { from: DELETED_SCAN, to: expert.scans.back },
  ];
  const jobs = [
    createJob({ kind: 'keep-scans', expertId: id, moves, replaced: [expert.scans.back] }, deps),
    createJob({ kind: 'mail-if-known', mail: 'password-reset', address: email }, deps),
    createJob({ kind: 'approve-expert', expertId: id }, deps),
    createJob({ kind: 'expire-scans', expertId: await expertWithExpiredScans(service) }, deps),
    createJob({ kind: 'pay-owed', expertId: id }, deps),
    createJob({ kind: 'alert', alert: 'money held long', testimonyId: ended.testimony.id }, deps),
  ];
  await Promise.all(jobs.map(job => deps.jobs.add(job)));
  await cancelDuringPayment(market);
  await delivered(market);
  await closeAccounts(sale, ended, market);
  return deps.jobs.listDue();
}

/** Adds an expert whose scans have passed their retention period. */
async function expertWithExpiredScans({ register, deps }: Service): Promise<string> {
  const { id } = await register();
  const before = (await deps.accounts.find(id)) as Expert;
  const scans = { ...before.scans, keptUntil: before.createdAt };
  await deps.accounts.save({ before, after: { ...before, identityReview: 'accepted', scans } });
  return id;
}

/** A testimony that has been assigned and completed. */
async function delivered({ assigned, account }: Market): Promise<Sale> {
  const sale = await assigned();
  await account(sale.expert);
  await sale.expert.post(`/testimonies/${sale.testimony.id}/complete`, documentBody());
  return sale;
}

/** Closes the accounts of clients and an expert with completed, cancelled and open testimonies. */
async function closeAccounts({ client, expert }: Sale, ended: Sale, market: Market): Promise<void> {
  const { client: newClient, service } = market;
  await ended.client.postOnce('/testimonies', testimonyBody());
  const open = await (await newClient()).orders();
  await expert.offers(open.id);
  const why = { approved: false, reason: 'x' };
  await service.put(`/operator/experts/${expert.id}/approval`, why, { operator });
  for (const { token } of [client, expert, ended.client])
    await service.sends('DELETE', '/me', { currentPassword: PASSWORD }, { token });
}

export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  ...MARKET_SCENARIOS,
  'auth-register-expert': async (service, record) => {
    const { token } = await service.registerClient();
    const [front, back] = [await uploaded(service, createPng()), await uploaded(service, createPng())];
    const byKey = { verificationDocumentFront: front, verificationDocumentBack: back };
    await record(() => service.post('/auth/register/expert', expertBody(), { token }));
    await record(() => service.post('/auth/register/expert', expertBody(byKey), withIdempotencyKey()));
    failAccountWrites(service);
    await record(() => service.post('/auth/register/expert', expertBody()));
  },
  'auth-register-client': async (service, record) => {
    const { token } = await service.registerClient();
    await record(() => service.post('/auth/register/client', clientBody(), { token }));
    const form = clientBody({ phone: uniquePhone() });
    await record(() => service.post('/auth/register/client', form, withIdempotencyKey()));
  },
  'auth-login': async (service, record) => {
    const { email } = await signUp(service, 'registerClient');
    // With a newer pepper, the login rehashes the password.
    const peppers = JSON.stringify({ 1: 'pepper of the tests', 2: 'a newer one' });
    service.deps.passwords = bcryptPasswords({ PASSWORD_HASH_COST: '4' }, async () => peppers);
    await record(() => service.signIn(email));
  },
  'auth-logout': bySignedIn((service, call) => service.post('/auth/logout', undefined, call)),
  'auth-verify-email': async (service, record) => {
    const { email } = await signUp(service, 'registerClient');
    await service.work();
    service.deps.clock.advance(-2 * 3600_000);
    const path = await findVerificationPath(email);
    await record(() => service.get(path));
  },
  'auth-resend-verification': async (service, record) => {
    const { token, email } = await signUp(service, 'registerClient');
    await record(() => service.post('/auth/email/verify/resend', { email }, { token }));
  },
  'auth-send-password-reset': (service, record) =>
    record(() => service.post('/auth/password/email', { email: uniqueEmail() })),
  'auth-reset-password': async (service, record) => {
    const { email } = await signUp(service, 'registerClient');
    await service.post('/auth/password/email', { email });
    await service.work();
    const form = { email, token: await findResetToken(email), password: 'iné heslo 2' };
    await record(() =>
      service.post('/auth/password/reset', { ...form, passwordConfirmation: form.password }),
    );
  },
  'me-show': bySignedIn((service, call) => service.get('/me', call)),
  'me-update': async (service, record) => {
    const { token } = await signUp(service, 'register');
    const change = { email: uniqueEmail(), phone: uniquePhone(), currentPassword: PASSWORD };
    await record(() => service.put('/me', change, { token }));
  },
  'me-close': async (service, record, market) => {
    const { client } = await market.offered();
    await client.checksOut((await client.get('/testimonies')).body.data[0].offers[0].id);
    const { token } = await signUp(service, 'register');
    const form = { currentPassword: PASSWORD };
    await record(() => service.sends('DELETE', '/me', form, { token: client.token }));
    await record(() => service.sends('DELETE', '/me', form, { token }));
  },
  'me-export': async (service, record, market) => {
    const { client, expert, testimony } = await market.assigned();
    await expert.post(`/testimonies/${testimony.id}/complete`, documentBody());
    service.deps.clock.advance(2 * 3600_000);
    await record(() => client.get('/me/export'));
    await record(() => expert.get('/me/export'));
  },
  'me-resubmit-identity-documents': async (service, record) => {
    const { token } = await signUp(service, 'register');
    const key = await uploaded(service, createPng());
    await record(() =>
      service.put('/me/identity-documents', scansBody({ verificationDocumentFront: key }), { token }),
    );
    failAccountWrites(service);
    await record(() => service.put('/me/identity-documents', scansBody(), { token }));
  },
  'me-list-tokens': bySignedIn((service, call) => service.get('/me/tokens', call)),
  'me-revoke-token': bySignedIn((service, { token }) =>
    service.delete(`/me/tokens/${token.split('|')[0]}`, { token }),
  ),
  'me-open-payment-account': bySignedIn(async (service, call) => {
    const { body } = await service.post('/me/payment-account', undefined, call);
    await fetch(body.data.url, { method: 'POST', redirect: 'manual' });
    return service.post('/me/payment-account', undefined, call);
  }),
  'sandbox-list-events': bySignedIn((service, call) => service.get('/sandbox/me/events', call)),
  'sandbox-review-identity': bySignedIn((service, call) =>
    service.post('/sandbox/me/identity-review', { decision: 'accepted' }, call),
  ),
  'sandbox-set-payment-account': bySignedIn((service, call) =>
    service.post('/sandbox/me/payment-account', { state: 'verified' }, call),
  ),
  'sandbox-expire-links': bySignedIn((service, call) =>
    service.post('/sandbox/me/expire-links', undefined, call),
  ),
  'sandbox-list-mails': bySignedIn((service, call) => service.get('/sandbox/me/mails', call)),
  'approvals-approve-expert': async (service, record) => {
    const { id } = await service.register();
    await record(() => approveExpert(id, service.deps));
  },
  'sandbox-toggle-approval': bySignedIn((service, call) =>
    service.post('/sandbox/me/approval/toggle', undefined, call),
  ),
  'operator-list-experts': (service, record) => record(() => service.get('/operator/experts', { operator })),
  'operator-show-expert': aboutExpert((service, path) => service.get(path, { operator })),
  'operator-open-documents': aboutExpert((service, path) => service.get(`${path}/documents`, { operator })),
  'operator-set-approval': aboutExpert(async (service, path) => {
    await service.put(`${path}/approval`, { approved: false, reason: 'x' }, { operator });
    return service.put(`${path}/approval`, { approved: true }, { operator });
  }),
  'operator-review-identity': aboutExpert(async (service, path) => {
    const expert = (await service.deps.accounts.find(path.split('/').pop() ?? '')) as Expert;
    const form = { decision: 'rejected', reason: 'x', revision: computeRevision(expert) };
    return service.put(`${path}/identity-review`, form, { operator });
  }),
  'operator-release-phone': aboutExpert((service, path) =>
    service.post(`${path.replace('experts', 'users')}/release-phone`, { reason: 'x' }, { operator }),
  ),
  'operator-list-jobs': (service, record) => record(() => service.get('/operator/jobs', { operator })),
  'operator-retry-job': aboutDeadJob((service, id) =>
    service.post(`/operator/jobs/${id}/retry`, undefined, { operator }),
  ),
  'operator-dismiss-job': async (service, record, market) => {
    const dismiss = (id: string) =>
      service.post(`/operator/jobs/${id}/dismiss`, { reason: 'x' }, { operator });
    await aboutDeadJob((_, id) => dismiss(id))(service, record, market);
    const { jobs, random, clock } = service.deps;
    const { testimony } = await market.assigned();
    const task = { kind: 'pay-out', testimonyId: testimony.id } as const;
    const id = random.uuid();
    await jobs.add({ id, task, attempts: 0, createdAt: clock.now().toISOString() });
    await jobs.moveToDeadLetter({ id, task, attempts: 0, createdAt: clock.now().toISOString() });
    await record(() => dismiss(id));
  },
  'operator-retry-jobs': aboutDeadJob(service =>
    service.post('/operator/jobs/retry', { kind: 'mail' }, { operator }),
  ),
  'operator-list-testimonies': (service, record) =>
    record(() => service.get('/operator/testimonies', { operator })),
  'operator-list-payouts': (service, record) => record(() => service.get('/operator/payouts', { operator })),
  'operator-show-testimony': async (service, record, market) => {
    const { testimony } = await market.assigned();
    await record(() => service.get(`/operator/testimonies/${testimony.id}`, { operator }));
  },
  'operator-cancel-testimony': async (service, record, market) => {
    const { testimony } = await market.assigned();
    const path = `/operator/testimonies/${testimony.id}/cancel`;
    await record(() => service.post(path, { reason: 'x' }, { operator }));
  },
  'uploads-create': async (service, record) => {
    const { token } = await service.register();
    const document = new Blob([PDF], { type: 'application/pdf' });
    await record(() => uploaded(service, document, 'testimony-document', token));
  },
  'webhooks-stripe': async (service, record, market) => {
    const { account } = await createPaymentAccount(service, uniqueEmail());
    await setVerified(account, true);
    await record(() => sendEvent(service, accountUpdated(account)));
    const { client, offer } = await market.offered();
    const session = await market.session(await client.pays(offer.id));
    await record(() => market.tell(session));
    await market.befalls(session.id, 'refund', { amount: '100' });
    await record(() =>
      market.tell({ id: 'ch_1', payment_intent: session.payment_intent.id }, 'charge.refunded'),
    );
  },
  'jobs-deliver': async (service, record, market) => {
    const jobs = await addJobsOfEveryKind(service, market);
    await record(() => service.stream(jobs));
    const parts = await service.deps.jobs.listDue();
    await record(() => service.stream(parts));
  },
  'jobs-sweep': async (service, record, market) => {
    await addJobsOfEveryKind(service, market);
    await record(() => service.work());
    await record(() => service.work());
  },
};
