/** For each function that keeps or reads anything: a few requests that together need all its permissions. */

import { Refusal } from '../../../lib/domain/errors.ts';
import { approveExpert } from '../../../lib/domain/experts/approval.ts';
import { revisionOf } from '../../../lib/domain/experts/identity-review.ts';
import type { Expert } from '../../../lib/domain/model/account.ts';
import type { StoredScan } from '../../../lib/domain/model/file.ts';
import { newJob } from '../../../lib/domain/records.ts';
import { bcryptPasswords } from '../../../lib/platform/passwords.ts';
import { aClient, anAddress, anExpert, aPhone, aPng, PASSWORD, someScans } from '../../support/builders.ts';
import { resetTokenOf, verificationPathOf } from '../../support/mails.ts';
import type { Market } from '../../support/market.ts';
import { aDocument, anOrder } from '../../support/market-builders.ts';
import { accountUpdated, sendEvent, setVerified, withPaymentAccount } from '../../support/payments.ts';
import { withKey } from '../../support/requests.ts';
import type { Service } from '../../support/service.ts';
import { uploaded } from '../../support/uploads.ts';
import { cancelledWhilePaying, MARKET_STORIES } from './market-stories.ts';
import type { Story } from './story.ts';

const operator = 'arn:aws:iam::000000000000:user/test';

/** So much later that the use of a token is noted. */
async function laterSignedIn(service: Service, role: 'register' | 'registerClient') {
  const email = anAddress();
  const { token, id } = await service[role]({ email });
  service.world.clock.advance(2 * 3600_000);
  return { token, id, email };
}

const asSignedIn =
  (request: (service: Service, call: { token: string }) => Promise<unknown>): Story =>
  async (service, watched) => {
    const { token } = await laterSignedIn(service, 'register');
    await watched(() => request(service, { token }));
  };

const ofExpert =
  (request: (service: Service, path: string) => Promise<unknown>): Story =>
  async (service, watched) => {
    const { id } = await service.register();
    await service.work();
    await watched(() => request(service, `/operator/experts/${id}`));
  };

const onDeadJob =
  (request: (service: Service, jobId: string) => Promise<unknown>): Story =>
  async (service, watched) => {
    const job = newJob({ kind: 'mail', mail: 'expert-approved', userId: 'nobody' }, service.world);
    await service.world.jobs.add(job);
    await service.world.jobs.bury(job);
    await watched(() => request(service, job.id));
  };

/** What was received for an account that is then not written has to go again. */
function refuseWrites({ world }: Service): void {
  const refuse = () => Promise.reject(new Refusal('unavailable'));
  Object.assign(world.accounts, { open: refuse, save: refuse });
}

const GONE: StoredScan = { key: 'incoming/identity-document/0', etag: '"0"', type: 'image/png' };

type Sale = Awaited<ReturnType<Market['assigned']>>;

/** Scans to keep, one of them kept already, in place of others; a forgotten password; an approval; a refund; mails. */
async function jobsOfEveryKind(service: Service, market: Market): Promise<string[]> {
  const { register, work, world } = service;
  const email = anAddress();
  const { id } = await register({ email });
  const [sale, ended] = await Promise.all([delivered(market), market.assigned()]);
  const reason = { reason: 'Meranie.' };
  await service.post(`/operator/testimonies/${ended.testimony.id}/cancel`, reason, { operator });
  await work();
  const expert = (await world.accounts.find(id)) as Expert;
  const content = Buffer.from(await aPng().arrayBuffer());
  const [fresh = GONE] = await world.scans.receive([
    { content, type: 'image/png' },
    { content, type: 'image/png' },
  ]);
  const moves = [
    { from: fresh, to: expert.scans.front },
    { from: GONE, to: expert.scans.back },
  ];
  const jobs = [
    newJob({ kind: 'keep-scans', expertId: id, moves, replaced: [expert.scans.back] }, world),
    newJob({ kind: 'mail-if-known', mail: 'password-reset', address: email }, world),
    newJob({ kind: 'approve-expert', expertId: id }, world),
    newJob({ kind: 'expire-scans', expertId: await acceptedLongAgo(service) }, world),
    newJob({ kind: 'pay-owed', expertId: id }, world),
    newJob({ kind: 'alert', alert: 'money held long', testimonyId: ended.testimony.id }, world),
  ];
  await Promise.all(jobs.map(job => world.jobs.add(job)));
  await cancelledWhilePaying(market);
  await delivered(market);
  await leaveBehind(sale, ended, market);
  return world.jobs.due();
}

/** An expert whose scans are kept no longer. */
async function acceptedLongAgo({ register, world }: Service): Promise<string> {
  const { id } = await register();
  const before = (await world.accounts.find(id)) as Expert;
  const scans = { ...before.scans, keptUntil: before.createdAt };
  await world.accounts.save({ before, after: { ...before, identityReview: 'accepted', scans } });
  return id;
}

async function delivered({ assigned, account }: Market): Promise<Sale> {
  const sale = await assigned();
  await account(sale.expert);
  await sale.expert.post(`/testimonies/${sale.testimony.id}/complete`, aDocument());
  return sale;
}

/** A client and an expert who have closed their accounts, with work that was done and work that was not. */
async function leaveBehind({ client, expert }: Sale, ended: Sale, market: Market): Promise<void> {
  const { client: newClient, service } = market;
  await ended.client.postOnce('/testimonies', anOrder());
  const open = await (await newClient()).orders();
  await expert.offers(open.id);
  const why = { approved: false, reason: 'x' };
  await service.put(`/operator/experts/${expert.id}/approval`, why, { operator });
  for (const { token } of [client, expert, ended.client])
    await service.sends('DELETE', '/me', { currentPassword: PASSWORD }, { token });
}

export const STORIES: Readonly<Record<string, Story>> = {
  ...MARKET_STORIES,
  'auth-register-expert': async (service, watched) => {
    const { token } = await service.registerClient();
    const [front, back] = [await uploaded(service, aPng()), await uploaded(service, aPng())];
    const byKey = { verificationDocumentFront: front, verificationDocumentBack: back };
    await watched(() => service.post('/auth/register/expert', anExpert(), { token }));
    await watched(() => service.post('/auth/register/expert', anExpert(byKey), withKey()));
    refuseWrites(service);
    await watched(() => service.post('/auth/register/expert', anExpert()));
  },
  'auth-register-client': async (service, watched) => {
    const { token } = await service.registerClient();
    await watched(() => service.post('/auth/register/client', aClient(), { token }));
    const form = aClient({ phone: aPhone() });
    await watched(() => service.post('/auth/register/client', form, withKey()));
  },
  'auth-login': async (service, watched) => {
    const { email } = await laterSignedIn(service, 'registerClient');
    // A newer pepper: the hash is made anew.
    const peppers = JSON.stringify({ 1: 'pepper of the tests', 2: 'a newer one' });
    service.world.passwords = bcryptPasswords({ PASSWORD_HASH_COST: '4' }, async () => peppers);
    await watched(() => service.signIn(email));
  },
  'auth-logout': asSignedIn((service, call) => service.post('/auth/logout', undefined, call)),
  'auth-verify-email': async (service, watched) => {
    const { email } = await laterSignedIn(service, 'registerClient');
    await service.work();
    service.world.clock.advance(-2 * 3600_000);
    const path = await verificationPathOf(email);
    await watched(() => service.get(path));
  },
  'auth-resend-verification': async (service, watched) => {
    const { token, email } = await laterSignedIn(service, 'registerClient');
    await watched(() => service.post('/auth/email/verify/resend', { email }, { token }));
  },
  'auth-send-password-reset': (service, watched) =>
    watched(() => service.post('/auth/password/email', { email: anAddress() })),
  'auth-reset-password': async (service, watched) => {
    const { email } = await laterSignedIn(service, 'registerClient');
    await service.post('/auth/password/email', { email });
    await service.work();
    const form = { email, token: await resetTokenOf(email), password: 'iné heslo 2' };
    await watched(() =>
      service.post('/auth/password/reset', { ...form, passwordConfirmation: form.password }),
    );
  },
  'me-show': asSignedIn((service, call) => service.get('/me', call)),
  'me-update': async (service, watched) => {
    const { token } = await laterSignedIn(service, 'register');
    const change = { email: anAddress(), phone: aPhone(), currentPassword: PASSWORD };
    await watched(() => service.put('/me', change, { token }));
  },
  'me-close': async (service, watched, market) => {
    const { client } = await market.offered();
    await client.checksOut((await client.get('/testimonies')).body.data[0].offers[0].id);
    const { token } = await laterSignedIn(service, 'register');
    const form = { currentPassword: PASSWORD };
    await watched(() => service.sends('DELETE', '/me', form, { token: client.token }));
    await watched(() => service.sends('DELETE', '/me', form, { token }));
  },
  'me-export': async (service, watched, market) => {
    const { client, expert, testimony } = await market.assigned();
    await expert.post(`/testimonies/${testimony.id}/complete`, aDocument());
    service.world.clock.advance(2 * 3600_000);
    await watched(() => client.get('/me/export'));
    await watched(() => expert.get('/me/export'));
  },
  'me-resubmit-identity-documents': async (service, watched) => {
    const { token } = await laterSignedIn(service, 'register');
    const key = await uploaded(service, aPng());
    await watched(() =>
      service.put('/me/identity-documents', someScans({ verificationDocumentFront: key }), { token }),
    );
    refuseWrites(service);
    await watched(() => service.put('/me/identity-documents', someScans(), { token }));
  },
  'me-list-tokens': asSignedIn((service, call) => service.get('/me/tokens', call)),
  'me-revoke-token': asSignedIn((service, { token }) =>
    service.delete(`/me/tokens/${token.split('|')[0]}`, { token }),
  ),
  'me-open-payment-account': asSignedIn(async (service, call) => {
    const { body } = await service.post('/me/payment-account', undefined, call);
    await fetch(body.data.url, { method: 'POST', redirect: 'manual' });
    return service.post('/me/payment-account', undefined, call);
  }),
  'sandbox-list-events': asSignedIn((service, call) => service.get('/sandbox/me/events', call)),
  'sandbox-review-identity': asSignedIn((service, call) =>
    service.post('/sandbox/me/identity-review', { decision: 'accepted' }, call),
  ),
  'sandbox-set-payment-account': asSignedIn((service, call) =>
    service.post('/sandbox/me/payment-account', { state: 'verified' }, call),
  ),
  'sandbox-expire-links': asSignedIn((service, call) =>
    service.post('/sandbox/me/expire-links', undefined, call),
  ),
  'sandbox-list-mails': asSignedIn((service, call) => service.get('/sandbox/me/mails', call)),
  'approvals-approve-expert': async (service, watched) => {
    const { id } = await service.register();
    await watched(() => approveExpert(id, service.world));
  },
  'approvals-toggle-in-sandbox': asSignedIn((service, call) =>
    service.post('/sandbox/me/approval/toggle', undefined, call),
  ),
  'operator-list-experts': (service, watched) =>
    watched(() => service.get('/operator/experts', { operator })),
  'operator-show-expert': ofExpert((service, path) => service.get(path, { operator })),
  'operator-open-documents': ofExpert((service, path) => service.get(`${path}/documents`, { operator })),
  'operator-set-approval': ofExpert(async (service, path) => {
    await service.put(`${path}/approval`, { approved: false, reason: 'x' }, { operator });
    return service.put(`${path}/approval`, { approved: true }, { operator });
  }),
  'operator-review-identity': ofExpert(async (service, path) => {
    const expert = (await service.world.accounts.find(path.split('/').pop() ?? '')) as Expert;
    const form = { decision: 'rejected', reason: 'x', revision: revisionOf(expert) };
    return service.put(`${path}/identity-review`, form, { operator });
  }),
  'operator-release-phone': ofExpert((service, path) =>
    service.post(`${path.replace('experts', 'users')}/release-phone`, { reason: 'x' }, { operator }),
  ),
  'operator-list-jobs': (service, watched) => watched(() => service.get('/operator/jobs', { operator })),
  'operator-retry-job': onDeadJob((service, id) =>
    service.post(`/operator/jobs/${id}/retry`, undefined, { operator }),
  ),
  'operator-dismiss-job': async (service, watched, market) => {
    const dismiss = (id: string) =>
      service.post(`/operator/jobs/${id}/dismiss`, { reason: 'x' }, { operator });
    await onDeadJob((_, id) => dismiss(id))(service, watched, market);
    const { jobs, random, clock } = service.world;
    const { testimony } = await market.assigned();
    const task = { kind: 'pay-out', testimonyId: testimony.id } as const;
    const id = random.uuid();
    await jobs.add({ id, task, attempts: 0, createdAt: clock.now().toISOString() });
    await jobs.bury({ id, task, attempts: 0, createdAt: clock.now().toISOString() });
    await watched(() => dismiss(id));
  },
  'operator-retry-jobs': onDeadJob(service =>
    service.post('/operator/jobs/retry', { kind: 'mail' }, { operator }),
  ),
  'operator-list-testimonies': (service, watched) =>
    watched(() => service.get('/operator/testimonies', { operator })),
  'operator-list-payouts': (service, watched) =>
    watched(() => service.get('/operator/payouts', { operator })),
  'operator-show-testimony': async (service, watched, market) => {
    const { testimony } = await market.assigned();
    await watched(() => service.get(`/operator/testimonies/${testimony.id}`, { operator }));
  },
  'operator-cancel-testimony': async (service, watched, market) => {
    const { testimony } = await market.assigned();
    const path = `/operator/testimonies/${testimony.id}/cancel`;
    await watched(() => service.post(path, { reason: 'x' }, { operator }));
  },
  'uploads-create': async (service, watched) => {
    const { token } = await service.register();
    const upload = { purpose: 'testimony-document', contentType: 'application/pdf', size: 9 };
    await watched(() => service.post('/uploads', upload, { token }));
  },
  'webhooks-stripe': async (service, watched, market) => {
    const { account } = await withPaymentAccount(service, anAddress());
    await setVerified(account, true);
    await watched(() => sendEvent(service, accountUpdated(account)));
    const { client, offer } = await market.offered();
    const session = await market.session(await client.pays(offer.id));
    await watched(() => market.tell(session));
    await market.befalls(session.id, 'refund', { amount: '100' });
    await watched(() =>
      market.tell({ id: 'ch_1', payment_intent: session.payment_intent.id }, 'charge.refunded'),
    );
  },
  'jobs-deliver': async (service, watched, market) => {
    const jobs = await jobsOfEveryKind(service, market);
    await watched(() => service.stream(jobs));
    const parts = await service.world.jobs.due();
    await watched(() => service.stream(parts));
  },
  'jobs-sweep': async (service, watched, market) => {
    await jobsOfEveryKind(service, market);
    await watched(() => service.work());
    await watched(() => service.work());
  },
};
