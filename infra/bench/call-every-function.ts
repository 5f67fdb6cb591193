/** Sequence of calls that calls every function at least once, from a registration to the download of a testimony. */
import assert from 'node:assert/strict';
import { PASSWORD, scansBody } from '../../tests/support/builders.ts';
import { documentBody } from '../../tests/support/testimony-builders.ts';
import { callMoneyFunctions } from './call-money-functions.ts';
import { callWebhookFunctions } from './call-webhook-functions.ts';
import type { EmulatedService } from './emulated-service.ts';
import { deliverJobs, findInMail, markJobDead, sendPaymentEvent } from './external-events.ts';
import { createRequestEvent, withTurnstileToken } from './gateway-events.ts';
import {
  createTestimonyWithOffer,
  OPERATOR_ARN,
  payOffer,
  registerApprovedExpert,
  registerClient,
  registerVerifiedClient,
} from './user-actions.ts';

const REASON = 'Meranie.';

/**
 * Runs all calls in sequence.
 *
 * @throws AssertionError when a call fails
 */
export async function callEveryFunction(service: EmulatedService): Promise<void> {
  for (const step of [
    callDocumentationFunctions,
    callSessionFunctions,
    callMailLinkFunctions,
    callExpertFunctions,
    callOperatorFunctions,
    callTestimonyFunctions,
    callMoneyFunctions,
    callWebhookFunctions,
  ]) {
    await step(service);
  }
  await deliverJobs(service);
  await service.invoke('jobs-sweep', {});
}

async function callDocumentationFunctions({ call, getHandler }: EmulatedService): Promise<void> {
  await call('health');
  await call('operator-check-health', { operator: OPERATOR_ARN });
  const missing = await getHandler('not-found')(await createRequestEvent('not-found'));
  assert.equal(missing.statusCode, 404);
  const assets = {
    'docs-show-description': {},
    'docs-show': {},
    'docs-show-asset': { file: 'reference.json' },
  };
  for (const [name, params] of Object.entries(assets)) {
    assert.equal((await getHandler(name)(await createRequestEvent(name, { params }))).statusCode, 200, name);
  }
}

async function callSessionFunctions(service: EmulatedService): Promise<void> {
  const { call } = service;
  const { email, token } = await registerVerifiedClient(service);
  await call('me-show', { token });
  await call('me-update', { token, body: { firstName: 'Eva', phone: '+421905123456' } });
  await call('auth-login', { body: withTurnstileToken({ email, password: PASSWORD }) });
  const { data } = await call('me-list-tokens', { token });
  const { id } = data.find(({ current }: { current: boolean }) => !current);
  await call('me-revoke-token', { token, params: { id } });
  await call('auth-logout', { token });

  const clientToDelete = await registerVerifiedClient(service);
  await call('me-export', { token: clientToDelete.token, body: { currentPassword: PASSWORD } });
  await call('me-close', { token: clientToDelete.token, body: { currentPassword: PASSWORD } });
}

/** Verifies an e-mail address and sets a new password, using the links in the mails. */
async function callMailLinkFunctions(service: EmulatedService): Promise<void> {
  const { call } = service;
  const { email } = await registerClient(service);
  await call('auth-resend-verification', { body: withTurnstileToken({ email }) });
  await call('auth-send-password-reset', { body: withTurnstileToken({ email }) });
  await deliverJobs(service);

  const link = new URL(decodeURIComponent(await findInMail(service, email, /verify-email\?url=(\S+)/)));
  const [userId = '', hash = ''] = link.pathname.split('/').slice(-2);
  await call('auth-verify-email', {
    params: { userId, hash },
    query: Object.fromEntries(link.searchParams),
  });
  const token = await findInMail(service, email, /reset-password\?token=([\w-]+)/);
  const password = `${PASSWORD}2`;
  await call('auth-reset-password', {
    body: withTurnstileToken({ email, token, password, passwordConfirmation: password }),
  });
}

async function callExpertFunctions(service: EmulatedService): Promise<void> {
  const { call } = service;
  const { token, id: expertId } = await registerApprovedExpert(service);
  await call('me-resubmit-identity-documents', { token, body: scansBody() });
  await call('me-open-payment-account', { token, body: { currentPassword: PASSWORD } });
  await call('sandbox-toggle-approval', { token });
  await service.invoke('approvals-approve-expert', { expertId });
  await call('sandbox-review-identity', { token, body: { decision: 'rejected', reason: REASON } });
  await call('sandbox-set-payment-account', { token, body: { state: 'verified' } });
  await call('sandbox-expire-links', { token });
  await call('sandbox-list-mails', { token });
  const upload = { purpose: 'testimony-document', contentType: 'application/pdf', size: 2000 };
  await call('uploads-create', { token, body: upload });
}

async function callOperatorFunctions(service: EmulatedService): Promise<void> {
  const { call } = service;
  const operator = OPERATOR_ARN;
  const target = { operator, params: { id: (await registerApprovedExpert(service)).id } };
  await call('operator-list-experts', { operator });
  const { revision } = (await call('operator-show-expert', target)).data;
  await call('operator-open-documents', target);
  await call('operator-set-approval', { ...target, body: { approved: false, reason: REASON } });
  await call('operator-review-identity', {
    ...target,
    body: { decision: 'rejected', reason: REASON, revision },
  });
  await call('operator-release-phone', { ...target, body: { reason: REASON } });
  await call('operator-lock-user', { ...target, body: { reason: REASON } });
  await call('operator-unlock-user', { ...target, body: { reason: REASON } });
  await call('operator-end-sessions', { ...target, body: { reason: REASON } });
  await call('operator-list-testimonies', { operator });
  await callAccountFunctions(service);
  await callRestoreEmail(service);

  for (const name of [
    'operator-list-jobs',
    'operator-retry-job',
    'operator-retry-jobs',
    'operator-dismiss-job',
  ]) {
    const { id, kind } = await markJobDead(service);
    await call(name, { operator, params: { id }, body: { kind, reason: REASON } });
  }
}

/** Finds an account, shows its history, exports its data and closes it. */
async function callAccountFunctions(service: EmulatedService): Promise<void> {
  const { call } = service;
  const { id } = await registerVerifiedClient(service);
  const operator = OPERATOR_ARN;
  const target = { operator, params: { id }, body: { reason: REASON } };
  await call('operator-list-users', { operator, query: { id } });
  await call('operator-show-history', { operator, query: { id } });
  await call('operator-export-user', target);
  await call('operator-close-account', target);
  const month = new Date().toISOString().slice(0, 7);
  await call('operator-show-statistics', { operator, query: { month } });
}

/** Changes a verified e-mail address, which an operator restores. */
async function callRestoreEmail(service: EmulatedService): Promise<void> {
  const { call } = service;
  const { id, email, token } = await registerVerifiedClient(service);
  await call('me-update', { token, body: { email: `new-${email}`, currentPassword: PASSWORD } });
  await call('operator-restore-email', {
    operator: OPERATOR_ARN,
    params: { id },
    body: { email, reason: REASON },
  });
}

/** Creates three testimonies: one is completed, an operator cancels one after payment, and one is cancelled unpaid. */
async function callTestimonyFunctions(service: EmulatedService): Promise<void> {
  const { call } = service;
  const client = await registerVerifiedClient(service);
  const expert = await registerApprovedExpert(service);
  const { token } = client;
  const [deliveredTestimony, overdueTestimony, unpaidTestimony] = [
    await createTestimonyWithOffer(service, client, expert),
    await createTestimonyWithOffer(service, client, expert),
    await createTestimonyWithOffer(service, client, expert),
  ];
  const { params } = deliveredTestimony;
  await call('testimonies-list', { token });
  await call('testimonies-list-offerable', { token: (await registerApprovedExpert(service)).token });
  await call('testimonies-show', { token, params });
  await call('offers-list', { token, params });
  await call('offers-accept', {
    token,
    body: { sessionId: await payOffer(service, client, deliveredTestimony.offerId) },
  });
  await call('testimonies-complete', { token: expert.token, params, body: documentBody() });
  await call('testimonies-download', { token, params });

  await sendPaymentEvent(service, await payOffer(service, client, overdueTestimony.offerId));
  const { data } = await call('testimonies-show', { token: expert.token, params: overdueTestimony.params });
  assert.equal(data.state, 'accepted');
  await call('sandbox-make-overdue', { token, params: overdueTestimony.params });
  const target = { operator: OPERATOR_ARN, params: overdueTestimony.params };
  await call('operator-show-testimony', target);
  await call('operator-cancel-testimony', { ...target, body: { reason: REASON } });

  await call('offers-withdraw', { token: expert.token, params: { offerId: unpaidTestimony.offerId } });
  await call('testimonies-cancel', { token, params: unpaidTestimony.params, body: { reason: REASON } });
}
