/** Tests that the examples of the OpenAPI description are recorded calls (infra/docs/api/conventions.md). */
import { expect, it } from 'vitest';
import { loadRoutes } from '../../../infra/functions/endpoints.ts';
import { createOperationId } from '../../../infra/openapi/operation-id.ts';
import type { HttpRequest } from '../../../lib/http/request/request.ts';
import {
  createJpeg,
  createPdf,
  createPng,
  expertFields,
  PASSWORD,
  uniqueEmail,
} from '../../support/builders.ts';
import { findResetToken, findVerificationPath } from '../../support/find-mails.ts';
import { assertSuccess, type Market, startMarket } from '../../support/start-market.ts';
import { BUYER, offerBody, testimonyBody } from '../../support/testimony-builders.ts';
import { uploadFile } from '../../support/upload-file.ts';
import { maskVariableValues } from './mask-variable-values.ts';

const FILE = '../../../infra/openapi/examples.json';
/** Routes without a readable example, because their bodies are files or scripts, or are signed by Stripe. */
const ROUTES_WITHOUT_EXAMPLES = ['stripeEvent', 'showDescription', 'showDocs', 'showAsset'];

type Example = { request?: unknown; response?: unknown };

/** Records the first successful request and response of every endpoint while a scenario runs. */
async function recordExamples(scenario: () => Promise<void>): Promise<Record<string, Example>> {
  const examples: Record<string, Example> = {};
  const routes = await loadRoutes();
  const restore = routes.map(({ name, endpoint }) => {
    const { respond: handle } = endpoint;
    endpoint.respond = async (request, deps) => {
      const response = await handle(request, deps);
      if (response.status < 300)
        examples[createOperationId(name)] ??= { request: readJsonBody(request), response: response.body };
      return response;
    };
    return () => {
      endpoint.respond = handle;
    };
  });
  await scenario().finally(() => {
    for (const undo of restore) undo();
  });
  return examples;
}

function readJsonBody({ body, headers }: HttpRequest): unknown {
  return headers['content-type'] === 'application/json' ? JSON.parse(body.toString()) : undefined;
}

async function callExpertRoutes(market: Market): Promise<void> {
  const { service } = market;
  const scan = (file: Blob, type: string) => uploadFile(service, new Blob([file], { type }));
  const email = uniqueEmail();
  await service.get('/health');
  const registered = await service.post('/auth/register/expert', {
    ...expertFields({ email, regions: ['ke', 'po'] }),
    verificationDocumentFront: await scan(createJpeg(), 'image/jpeg'),
    verificationDocumentBack: await scan(createPng(), 'image/png'),
  });
  const { token } = assertSuccess(registered);
  const call = { token };
  await market.runJobs();
  await service.post('/auth/login', { email, password: PASSWORD });
  await service.post('/auth/email/verify/resend', { email });
  await service.get(await findVerificationPath(email));
  await service.post('/auth/password/email', { email });
  await service.get('/me', call);
  await service.get('/me/tokens', call);
  await service.post('/me/payment-account', { currentPassword: PASSWORD }, call);
  await service.post('/sandbox/me/approval/toggle', undefined, call);
  await service.post('/sandbox/me/approval/toggle', undefined, call);
  await callSandboxRoutes(market, call);
  await service.put('/me', { registrationNumber: '914568', regions: ['ke'] }, call);
  const scans = [scan(createJpeg(), 'image/jpeg'), scan(createPng(), 'image/png')];
  const [verificationDocumentFront, verificationDocumentBack] = await Promise.all(scans);
  await service.put('/me/identity-documents', { verificationDocumentFront, verificationDocumentBack }, call);
  await market.runJobs();
  const reset = {
    email,
    token: await findResetToken(email),
    password: 'Nové heslo 2',
    passwordConfirmation: 'Nové heslo 2',
  };
  await service.post('/auth/password/reset', reset);
  const again = await service.post('/auth/login', { email, password: reset.password });
  await service.post('/sandbox/me/expire-links', undefined, { token: assertSuccess(again).token });
}

async function callSandboxRoutes({ service, runJobs }: Market, call: { token: string }): Promise<void> {
  await service.post('/sandbox/me/identity-review', { decision: 'accepted' }, call);
  await service.post('/sandbox/me/payment-account', { state: 'verified' }, call);
  const { token } = await service.registerClient();
  await runJobs();
  await service.get('/sandbox/me/mails', { token });
  await service.get('/me/events', { token });
}

async function callWebhookRoutes(market: Market): Promise<void> {
  const { service } = market;
  service.deps.webhookSender = {
    isAllowed: () => true,
    send: async () => ({ status: 200, error: null, body: 'OK', durationMs: 84 }),
  };
  const { token, post, get } = await market.createClient();
  const settings = { url: 'https://partner.sk/webhooks', types: ['testimony.accepted', 'offer.received'] };
  const { id } = assertSuccess(await post('/webhook-endpoints', settings));
  const path = `/webhook-endpoints/${id}`;
  await get('/webhook-endpoints');
  await get(path);
  await service.put(path, settings, { token });
  await post(`${path}/rotate-secret`);
  await post(`${path}/test`);
  await service.sweepWebhooks();
  const [delivery] = assertSuccess(await get(`${path}/deliveries`));
  await post(`${path}/deliveries/${delivery.id}/resend`);
  await service.delete(path, { token });
}

async function callTestimonyRoutes(market: Market): Promise<void> {
  const { service } = market;
  const registration = {
    email: uniqueEmail('klienti.sk'),
    password: PASSWORD,
    passwordConfirmation: PASSWORD,
  };
  await service.post('/auth/register/client', {
    ...registration,
    firstName: 'Eva',
    lastName: 'Malá',
    termsAgreed: true,
  });
  const [client, expert] = await Promise.all([market.createClient(), market.createExpert()]);
  const { id } = assertSuccess(await client.post('/testimonies', testimonyBody()));
  await expert.get('/testimonies/offerable');
  const offer = assertSuccess(await expert.post(`/testimonies/${id}/offers`, offerBody()));
  await client.get(`/testimonies/${id}/offers`);
  await client.post(`/testimonies/offers/${offer.id}/checkout`, BUYER);
  await client.acceptOffer(await client.payOffer(offer.id));
  await client.get('/testimonies');
  await client.getTestimony(id);
  await client.post(`/sandbox/testimonies/${id}/overdue`);
  await client.post(`/sandbox/testimonies/${id}/payout-delay`, { days: 3 });
  const pdf = new Blob([createPdf()], { type: 'application/pdf' });
  await expert.post(`/testimonies/${id}/complete`, {
    document: await uploadFile(service, pdf, 'testimony-document', expert.token),
  });
  await client.get(`/testimonies/${id}/download`);
  await client.complainAboutTestimony(id);
  await client.confirmTestimony(id);
  await market.runJobs();
  await client.exportData();
  const other = await client.createTestimony();
  const unwanted = await expert.createOffer(other.id);
  await expert.withdrawOffer(unwanted.id);
  await client.post(`/testimonies/${other.id}/cancel`, { reason: 'Byt sa nepredáva.' });
  const session = assertSuccess(await client.get('/me/tokens'))[0];
  await client.delete(`/me/tokens/${session.id}`);
  const leaving = await market.createClient();
  await service.sendWithMethod('DELETE', '/me', { currentPassword: PASSWORD }, { token: leaving.token });
  const out = await market.createClient();
  await out.post('/auth/logout');
}

it('infra/openapi/examples.json has a recorded example of each frontend operation with a readable body', async () => {
  const market = await startMarket({ SANDBOX: 'true' });
  const begun = market.service.deps.clock.now();

  const examples = await recordExamples(async () => {
    await callExpertRoutes(market);
    await callTestimonyRoutes(market);
    await callWebhookRoutes(market);
  });

  const wanted = (await loadRoutes()).filter(
    ({ path, name }) =>
      !path.includes('/operator/') && !ROUTES_WITHOUT_EXAMPLES.includes(createOperationId(name)),
  );
  expect(Object.keys(examples).sort()).toEqual(wanted.map(({ name }) => createOperationId(name)).sort());
  const sorted = Object.fromEntries(
    Object.entries(examples).sort(([one], [other]) => (one < other ? -1 : 1)),
  );
  await expect(`${maskVariableValues(JSON.stringify(sorted, null, 2), begun)}\n`).toMatchFileSnapshot(FILE);
});
