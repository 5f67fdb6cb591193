/** The description's examples are what a run has really sent and received (infra/docs/api/conventions.md). */
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
import { findResetToken, findVerificationPath } from '../../support/mails.ts';
import { assertSuccess, type Market, startMarket } from '../../support/market.ts';
import { BUYER, offerBody, testimonyBody } from '../../support/testimony-builders.ts';
import { uploaded } from '../../support/uploads.ts';
import { inEveryRun } from './same-in-every-run.ts';

const FILE = '../../../infra/openapi/examples.json';
/** Bytes and signatures: there is no example of those that could be read. */
const WITHOUT = ['stripeEvent', 'showDescription', 'showDocs', 'showAsset'];

type Example = { request?: unknown; response?: unknown };

/** Listens to every endpoint; the first success of each is its example. */
async function recorded(story: () => Promise<void>): Promise<Record<string, Example>> {
  const examples: Record<string, Example> = {};
  const routes = await loadRoutes();
  const restore = routes.map(({ name, endpoint }) => {
    const { respond: handle } = endpoint;
    endpoint.respond = async (request, deps) => {
      const answer = await handle(request, deps);
      if (answer.status < 300)
        examples[createOperationId(name)] ??= { request: sentIn(request), response: answer.body };
      return answer;
    };
    return () => {
      endpoint.respond = handle;
    };
  });
  await story().finally(() => {
    for (const undo of restore) undo();
  });
  return examples;
}

function sentIn({ body, headers }: HttpRequest): unknown {
  return headers['content-type'] === 'application/json' ? JSON.parse(body.toString()) : undefined;
}

async function marketplace(market: Market): Promise<void> {
  const { service } = market;
  const scan = (file: Blob, type: string) => uploaded(service, new Blob([file], { type }));
  const email = uniqueEmail();
  await service.get('/health');
  const registered = await service.post('/auth/register/expert', {
    ...expertFields({ email, regions: ['ke', 'po'] }),
    verificationDocumentFront: await scan(createJpeg(), 'image/jpeg'),
    verificationDocumentBack: await scan(createPng(), 'image/png'),
  });
  const { token } = assertSuccess(registered);
  const call = { token };
  await market.work();
  await service.post('/auth/login', { email, password: PASSWORD });
  await service.post('/auth/email/verify/resend', { email });
  await service.get(await findVerificationPath(email));
  await service.post('/auth/password/email', { email });
  await service.get('/me', call);
  await service.get('/me/tokens', call);
  await service.post('/me/payment-account', undefined, call);
  await service.post('/sandbox/me/approval/toggle', undefined, call);
  await service.post('/sandbox/me/approval/toggle', undefined, call);
  await partners(market, call);
  await service.put('/me', { registrationNumber: '914568', regions: ['ke'] }, call);
  const scans = [scan(createJpeg(), 'image/jpeg'), scan(createPng(), 'image/png')];
  const [verificationDocumentFront, verificationDocumentBack] = await Promise.all(scans);
  await service.put('/me/identity-documents', { verificationDocumentFront, verificationDocumentBack }, call);
  await market.work();
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

async function partners({ service, work }: Market, call: { token: string }): Promise<void> {
  await service.post('/sandbox/me/identity-review', { decision: 'accepted' }, call);
  await service.post('/sandbox/me/payment-account', { state: 'verified' }, call);
  const { token } = await service.registerClient();
  await work();
  await service.get('/sandbox/me/mails', { token });
  await service.get('/sandbox/me/events', { token });
}

async function order(market: Market): Promise<void> {
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
  const [client, expert] = await Promise.all([market.client(), market.expert()]);
  const { id } = assertSuccess(await client.post('/testimonies', testimonyBody()));
  await expert.get('/testimonies/offerable');
  const offer = assertSuccess(await expert.post(`/testimonies/${id}/offers`, offerBody()));
  await client.get(`/testimonies/${id}/offers`);
  await client.post(`/testimonies/offers/${offer.id}/checkout`, BUYER);
  await client.accepts(await client.pays(offer.id));
  await client.get('/testimonies');
  await client.see(id);
  await client.post(`/sandbox/testimonies/${id}/overdue`);
  const pdf = new Blob([createPdf()], { type: 'application/pdf' });
  await expert.post(`/testimonies/${id}/complete`, {
    document: await uploaded(service, pdf, 'testimony-document', expert.token),
  });
  await client.get(`/testimonies/${id}/download`);
  await market.work();
  await client.get('/me/export');
  const other = await client.orders();
  const unwanted = await expert.offers(other.id);
  await expert.withdraws(unwanted.id);
  await client.post(`/testimonies/${other.id}/cancel`, { reason: 'Byt sa nepredáva.' });
  const session = assertSuccess(await client.get('/me/tokens'))[0];
  await client.delete(`/me/tokens/${session.id}`);
  const leaving = await market.client();
  await service.sends('DELETE', '/me', { currentPassword: PASSWORD }, { token: leaving.token });
  const out = await market.client();
  await out.post('/auth/logout');
}

it('are those of infra/openapi/examples.json, for every operation', async () => {
  const market = await startMarket({ SANDBOX: 'true' });
  const begun = market.service.deps.clock.now();

  const examples = await recorded(async () => {
    await marketplace(market);
    await order(market);
  });

  const wanted = (await loadRoutes()).filter(
    ({ path, name }) => !path.includes('/operator/') && !WITHOUT.includes(createOperationId(name)),
  );
  expect(Object.keys(examples).sort()).toEqual(wanted.map(({ name }) => createOperationId(name)).sort());
  const sorted = Object.fromEntries(
    Object.entries(examples).sort(([one], [other]) => (one < other ? -1 : 1)),
  );
  await expect(`${inEveryRun(JSON.stringify(sorted, null, 2), begun)}\n`).toMatchFileSnapshot(FILE);
});
