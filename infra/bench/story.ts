/** From a registration to a downloaded document, with every function in it at least once. */
import assert from 'node:assert/strict';
import { newJob } from '../../lib/domain/records.ts';
import { dynamoJobs } from '../../lib/platform/aws/jobs/jobs.ts';
import { openTable } from '../../lib/platform/aws/table/table.ts';
import { systemClock as clock, systemRandom as random } from '../../lib/platform/system.ts';
import { DUMMY_TOKEN } from '../local/emulators.ts';
import type { FreshEmulators } from './fresh-emulators.ts';
import { routeOf } from './functions.ts';
import { type Market, OPERATOR, type Person } from './market.ts';
import { deliverAll, tellPaid, textFor } from './outside.ts';
import { event, json, login, multipart, PASSWORD, scan } from './requests.ts';
import type { Service } from './service.ts';

interface Stage {
  readonly emulators: FreshEmulators;
  readonly service: Service;
  readonly market: Market;
}

const PDF = new Blob(['%PDF-1.7\n', 'x'.repeat(2000)], { type: 'application/pdf' });

export const ACTS = [description, account, mails, expertise, operators, sale, deliveries];

/** What developers read. */
async function description({ service }: Stage): Promise<void> {
  const shown: [name: string, params?: Record<string, string>][] = [
    ['docs-show-description'],
    ['docs-show'],
    ['docs-show-asset', { file: 'swagger-ui.css' }],
  ];
  for (const [name, params = {}] of shown) {
    const answer = await service.handler(name)(event(routeOf(name), { params }));
    assert.equal(answer.statusCode, 200, name);
  }
}

/** Signing in and out, and leaving. */
async function account({ service, market }: Stage): Promise<void> {
  await service.call('health');
  assert.equal((await service.handler('not-found')(event('GET /nowhere'))).statusCode, 404);
  const { email, token } = await market.client();
  await service.call('me-show', { token });
  await service.call('me-update', { token, ...json({ firstName: 'Eva', phone: '+421905123456' }) });

  const other = JSON.parse((await service.handler('auth-login')(login(email))).body ?? '').data.token;
  const { data } = await service.call('me-list-tokens', { token });
  const { id } = data.find(({ current }: { current: boolean }) => !current);
  assert.ok(other.includes(id));
  await service.call('me-revoke-token', { token, params: { id } });
  await service.call('auth-logout', { token });

  const leaving = await market.client();
  await service.call('me-export', { token: leaving.token });
  await service.call('me-close', { token: leaving.token, ...json({ currentPassword: PASSWORD }) });
}

/** What comes by mail: proof of the address, and a new password. */
async function mails({ emulators, service, market }: Stage): Promise<void> {
  const { email } = await market.newcomer();
  await service.call('auth-resend-verification', json({ email, turnstileToken: DUMMY_TOKEN }));
  await service.call('auth-send-password-reset', json({ email, turnstileToken: DUMMY_TOKEN }));
  await deliverAll(emulators, service);

  const link = new URL(decodeURIComponent(await textFor(emulators, email, /verify-email\?url=(\S+)/)));
  const [userId = '', hash = ''] = link.pathname.split('/').slice(-2);
  const query = Object.fromEntries(link.searchParams);
  await service.call('auth-verify-email', { params: { userId, hash }, query });

  const token = await textFor(emulators, email, /reset-password\?token=([\w-]+)/);
  const password = { password: `${PASSWORD}2`, passwordConfirmation: `${PASSWORD}2` };
  await service.call('auth-reset-password', json({ email, token, ...password }));
}

/** What experts do for themselves. */
async function expertise({ service, market }: Stage): Promise<void> {
  const { token, id: expertId } = await market.expert();
  const [verificationDocumentFront, verificationDocumentBack] = [scan(2000), scan(2000)];
  const form = await multipart({ verificationDocumentFront, verificationDocumentBack });
  await service.call('me-resubmit-identity-documents', { token, ...form });
  await service.call('me-open-payment-account', { token });
  await service.call('approvals-toggle-in-sandbox', { token });
  await service.invoke('approvals-approve-expert', { expertId });
  await partners(service, token);
  const upload = { purpose: 'testimony-document', contentType: 'application/pdf', size: 2000 };
  await service.call('uploads-create', { token, ...json(upload) });
}

/** What only the sandbox has. */
async function partners(service: Service, token: string): Promise<void> {
  await service.call('sandbox-review-identity', {
    token,
    ...json({ decision: 'rejected', reason: 'Meranie.' }),
  });
  await service.call('sandbox-set-payment-account', { token, ...json({ state: 'verified' }) });
  await service.call('sandbox-expire-links', { token });
  await service.call('sandbox-list-mails', { token });
  await service.call('sandbox-list-events', { token });
}

async function operators({ emulators, service, market }: Stage): Promise<void> {
  const operator = OPERATOR;
  const { id } = await market.expert();
  const about = { operator, params: { id } };
  await service.call('operator-list-experts', { operator });
  const shown = await service.call('operator-show-expert', about);
  await service.call('operator-open-documents', about);
  await service.call('operator-set-approval', { ...about, ...json({ approved: false, reason: 'Meranie.' }) });
  const { revision } = shown.data;
  const rejection = { decision: 'rejected', reason: 'Meranie.', revision };
  await service.call('operator-review-identity', { ...about, ...json(rejection) });

  await service.call('operator-release-phone', { ...about, ...json({ reason: 'Meranie.' }) });
  await service.call('operator-list-testimonies', { operator });
  await service.call('operator-list-payouts', { operator });

  const jobs = dynamoJobs(openTable(emulators.environment), clock, random);
  const job = newJob({ kind: 'approve-expert', expertId: id }, { clock, random });
  await jobs.add(job);
  const claimed = await jobs.claim(job.id);
  assert.ok(claimed);
  await jobs.bury(claimed);
  await service.call('operator-list-jobs', { operator });
  await service.call('operator-retry-job', { operator, params: { id: job.id } });
  for (const name of ['operator-retry-jobs', 'operator-dismiss-job']) {
    const again = await jobs.claim(job.id);
    assert.ok(again);
    await jobs.bury(again);
    const form = { kind: job.task.kind, reason: 'Meranie.' };
    await service.call(name, { operator, params: { id: job.id }, ...json(form) });
  }
}

/** Two testimonies are paid for, one told by the browser and one, which an operator ends, by the provider; a third is cancelled. */
async function sale(stage: Stage): Promise<void> {
  const { emulators, service, market } = stage;
  const [client, expert] = [await market.client(), await market.expert()];
  const sold = await ordered(stage, client, expert);
  await service.call('testimonies-list', client);
  await service.call('testimonies-list-offerable', await market.expert());
  await service.call('testimonies-show', { ...client, params: { id: sold.id } });
  await service.call('offers-list', { ...client, params: { id: sold.id } });

  await service.call('offers-accept', {
    ...client,
    ...json({ sessionId: await market.pay(client, sold.offerId) }),
  });
  await service.call('testimonies-complete', {
    ...expert,
    params: { id: sold.id },
    ...(await multipart({ document: PDF })),
  });
  await service.call('testimonies-download', { ...client, params: { id: sold.id } });

  const { id, offerId } = await ordered(stage, client, expert);
  await tellPaid(emulators, service, await market.pay(client, offerId));
  const { data } = await service.call('testimonies-show', { ...expert, params: { id } });
  assert.equal(data.state, 'accepted');
  await service.call('testimonies-make-overdue-in-sandbox', { ...client, params: { id } });
  const about = { operator: OPERATOR, params: { id } };
  await service.call('operator-show-testimony', about);
  await service.call('operator-cancel-testimony', { ...about, ...json({ reason: 'Meranie.' }) });

  const dropped = await ordered(stage, client, expert);
  await service.call('offers-withdraw', { ...expert, params: { offerId: dropped.offerId } });
  await service.call('testimonies-cancel', {
    ...client,
    params: { id: dropped.id },
    ...json({ reason: 'Meranie.' }),
  });
}

async function ordered({ market }: Stage, client: Person, expert: Person) {
  const id = await market.order(client);
  return { id, offerId: await market.offer(expert, id) };
}

/** All that the others have left to be done; the sweep then finds nothing to do. */
async function deliveries({ emulators, service }: Stage): Promise<void> {
  await deliverAll(emulators, service);
  await service.invoke('jobs-sweep', {});
}
