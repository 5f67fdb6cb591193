/** Situations in which the example requests of the description succeed: accounts, testimonies, ids and tokens. */
import { writeServedPackage } from '../../../infra/client/write-package.ts';
import { TEST_ACCOUNTS } from '../../../infra/local/test-accounts.ts';
import { findExampleBody } from '../../../infra/openapi/samples/example-bodies.ts';
import { approveExpert } from '../../../lib/domain/experts/approval.ts';
import { createUnsubscribeLink } from '../../../lib/domain/mails/unsubscribe.ts';
import { clientBody, createJpeg, createPdf, createPng, uniqueEmail } from '../../support/builders.ts';
import { findResetToken, findVerificationPath } from '../../support/find-mails.ts';
import { computeCode, switchOn } from '../../support/second-factor.ts';
import { assertSuccess, type Market, readSessionId, verifyEmailOf } from '../../support/start-market.ts';
import {
  BUYER,
  documentBody,
  offerBody,
  testimonyBody,
  testimonyBodyWith,
} from '../../support/testimony-builders.ts';
import { uploadFile } from '../../support/upload-file.ts';
import { readChallenge } from '../../support/webhook-receiver.ts';

export type Variables = Readonly<Record<string, string>>;

type CreateSituation = (scene: Scene) => Promise<Variables>;

interface Scene {
  readonly market: Market;
  /** Tokens of a client and an approved expert, both with verified addresses. */
  readonly clientToken: string;
  readonly expertToken: string;
}

const { client, expert } = TEST_ACCOUNTS;

/** Registers the test client of the local stack, and users for the situations with the passwords of the test accounts. */
export async function createScene(market: Market): Promise<Scene> {
  market.service.deps.webhookSender = {
    isAllowed: () => true,
    send: async (_url, { payload }) => ({
      status: 200,
      error: null,
      durationMs: 84,
      body: readChallenge({ body: Buffer.from(payload) }) ?? 'OK',
    }),
  };
  await registerClient(market, client.email);
  return { market, clientToken: await createClient(market), expertToken: await createExpert(market) };
}

async function registerClient({ service }: Market, email = uniqueEmail('klienti.sk')): Promise<string> {
  const { password } = client;
  const names = { firstName: 'Peter', lastName: 'Novák' };
  const registration = await service.registerClient({
    ...names,
    email,
    password,
    passwordConfirmation: password,
  });
  return registration.token;
}

async function createClient(market: Market): Promise<string> {
  const token = await registerClient(market);
  await verifyEmailOf(token, market.service);
  return token;
}

async function createExpert({ service }: Market): Promise<string> {
  const { password } = expert;
  const fields = { regions: ['ba', 'ke', 'po'], password, passwordConfirmation: password };
  const { id, token } = await service.registerExpert(fields);
  await verifyEmailOf(token, service);
  await approveExpert(id, service.deps);
  return token;
}

/** Steps of a sale. Each step returns the variables of the earlier steps and its own. */
async function createTestimony(
  { market, clientToken, expertToken }: Scene,
  body = testimonyBody(),
): Promise<Variables> {
  const created = await market.service.post('/testimonies', body, { token: clientToken });
  return { token: clientToken, clientToken, expertToken, testimonyId: assertSuccess(created).id };
}

async function createOffer(scene: Scene): Promise<Variables> {
  const variables = await createTestimony(scene);
  const path = `/testimonies/${variables.testimonyId}/offers`;
  const created = await scene.market.service.post(path, offerBody(), { token: scene.expertToken });
  return { ...variables, offerId: assertSuccess(created).id };
}

async function pay(scene: Scene): Promise<Variables> {
  const variables = await createOffer(scene);
  const path = `/testimonies/offers/${variables.offerId}/checkout`;
  const { url } = assertSuccess(await scene.market.service.post(path, BUYER, { token: scene.clientToken }));
  const paid = await fetch(url, { method: 'POST', redirect: 'manual' });
  return { ...variables, sessionId: readSessionId(paid.headers.get('location') ?? '') };
}

async function acceptOffer(scene: Scene): Promise<Variables> {
  const variables = await pay(scene);
  const body = { sessionId: variables.sessionId };
  const path = '/testimonies/offers/accept';
  assertSuccess(await scene.market.service.post(path, body, { token: scene.clientToken }));
  return variables;
}

async function deliver(scene: Scene): Promise<Variables> {
  const variables = await acceptOffer(scene);
  const { service } = scene.market;
  const token = scene.expertToken;
  await service.post(`/sandbox/testimonies/${variables.testimonyId}/payout-delay`, { days: 3 }, { token });
  assertSuccess(
    await service.post(`/testimonies/${variables.testimonyId}/complete`, documentBody(), { token }),
  );
  await scene.market.runJobs();
  return variables;
}

async function withComplaint(scene: Scene): Promise<Variables> {
  const variables = await deliver(scene);
  const path = `/testimonies/${variables.testimonyId}/complaint`;
  const body = { reason: 'Chýba príloha.' };
  assertSuccess(await scene.market.service.post(path, body, { token: scene.clientToken }));
  return variables;
}

async function withDispute(scene: Scene): Promise<Variables> {
  const variables = await acceptOffer(scene);
  await scene.market.simulateOutcome(variables.sessionId ?? '', 'dispute');
  return variables;
}

async function mailResetToken({ market }: Scene): Promise<Variables> {
  await market.service.post('/auth/password/email', { email: client.email });
  await market.runJobs();
  return { resetToken: await findResetToken(client.email) };
}

async function mailVerificationLink({ market }: Scene): Promise<Variables> {
  const email = uniqueEmail('klienti.sk');
  await registerClient(market, email);
  await market.runJobs();
  const link = await findVerificationPath(email);
  const [, userId = '', hash = ''] = /verify\/([^/]+)\/([^?]+)/.exec(link) ?? [];
  return { userId, hash, ...Object.fromEntries(new URLSearchParams(link.split('?')[1])) };
}

async function createDigestLink({ market: { service } }: Scene): Promise<Variables> {
  const { id } = await service.registerExpert();
  const link = new URL(await createUnsubscribeLink({ id }, service.deps));
  return { userId: id, signature: link.searchParams.get('signature') ?? '' };
}

/** Runs steps of a sale with a new client, so that lists contain only the testimony of these steps. */
const withNewBuyer =
  (takeSteps: CreateSituation): CreateSituation =>
  async scene =>
    takeSteps({ ...scene, clientToken: await createClient(scene.market) });

const withNewClient: CreateSituation = async ({ market }) => ({ token: await createClient(market) });
const withNewExpert: CreateSituation = async ({ market }) => ({ expertToken: await createExpert(market) });

/** A client who has sessions, mails and events, but no testimony. */
const withUnverifiedClient: CreateSituation = async ({ market }) => {
  const token = await registerClient(market);
  await market.runJobs();
  return { token };
};

async function withLockedClient(scene: Scene): Promise<Variables> {
  const { token = '' } = await withNewClient(scene);
  assertSuccess(await scene.market.service.post('/sandbox/me/lock', undefined, { token }));
  return { token };
}

async function withSecondSession(scene: Scene): Promise<Variables> {
  const { token = '' } = await withNewClient(scene);
  const [session] = assertSuccess(await scene.market.service.get('/me/tokens', { token }));
  return { token, tokenId: session.id };
}

async function withSetUp(scene: Scene): Promise<Variables> {
  const { token = '' } = await withNewClient(scene);
  const { deps, post } = scene.market.service;
  const setUp = await post('/me/second-factor', { currentPassword: client.password }, { token });
  return { token, code: computeCode(assertSuccess(setUp).secret, deps.clock.now()) };
}

async function withSecondFactor(scene: Scene): Promise<Variables> {
  const { token = '' } = await withNewClient(scene);
  const { recoveryCodes } = await switchOn(scene.market.service, token, client.password);
  return { token, code: recoveryCodes[0] ?? '' };
}

/** Finds a file that the page of the API reference loads. */
async function findDocsAsset({ market }: Scene): Promise<Variables> {
  const { body } = await market.service.get('/docs');
  const [, file = ''] = /(?:src|href)="(?:docs\/)?([\w.-]+\.(?:js|css))"/.exec(body) ?? [];
  return { file };
}

async function withPartner({ market }: Scene): Promise<Variables> {
  const { fields } = findExampleBody('registerPartner') ?? {};
  const { key } = assertSuccess(await market.service.post('/sandbox/partners', fields));
  return { partnerKey: key };
}

async function withWebhook(scene: Scene): Promise<Variables> {
  const variables = await withPartner(scene);
  const { service } = scene.market;
  const { webhook } = findExampleBody('updatePartner')?.fields ?? {};
  assertSuccess(await service.put('/partner', { webhook }, { token: variables.partnerKey ?? '' }));
  await service.sweepWebhooks();
  return variables;
}

async function deliverTestEvent(scene: Scene): Promise<Variables> {
  const variables = await withWebhook(scene);
  const { service } = scene.market;
  const call = { token: variables.partnerKey ?? '' };
  await service.post('/partner/webhook/test', undefined, call);
  await service.sweepWebhooks();
  const [delivery] = assertSuccess(await service.get('/partner/deliveries', call));
  return { ...variables, deliveryId: delivery.id };
}

async function withPartnerEvents(scene: Scene): Promise<Variables> {
  const variables = await withPartner(scene);
  const [id = ''] = variables.partnerKey?.split('|') ?? [];
  const body = clientBody({ email: uniqueEmail('klienti.sk') });
  assertSuccess(
    await scene.market.service.post('/auth/register/client', body, { headers: { 'x-partner': id } }),
  );
  return variables;
}

async function withPartnerMail(scene: Scene): Promise<Variables> {
  const variables = await withPartner(scene);
  await scene.market.runJobs();
  return variables;
}

const SITUATIONS: Readonly<Record<string, CreateSituation>> = {
  verifyEmail: mailVerificationLink,
  unsubscribe: createDigestLink,
  resendVerification: async () => ({ email: uniqueEmail('klienti.sk') }),
  resetPassword: mailResetToken,
  showAsset: findDocsAsset,
  showClient: async () => {
    writeServedPackage();
    return {};
  },
  createTestimony: scene => createTestimony(scene),
  listTestimonies: withNewBuyer(scene => createTestimony(scene)),
  listOfferable: scene => createTestimony(scene, testimonyBodyWith({ region: 'ba' })),
  cancelTestimony: scene => createTestimony(scene),
  createOffer: scene => createTestimony(scene),
  listOffers: createOffer,
  withdrawOffer: createOffer,
  checkoutOffer: createOffer,
  acceptOffer: pay,
  showTestimony: acceptOffer,
  completeTestimony: acceptOffer,
  makeOverdue: acceptOffer,
  setPayoutDelay: acceptOffer,
  cancelByPlatform: acceptOffer,
  refundTestimony: acceptOffer,
  endDispute: withDispute,
  endComplaint: withComplaint,
  unlockAccount: withLockedClient,
  downloadTestimony: deliver,
  confirmTestimony: deliver,
  complainTestimony: deliver,
  exportMe: withNewBuyer(deliver),
  revokeToken: withSecondSession,
  confirmSecondFactor: withSetUp,
  removeSecondFactor: withSecondFactor,
  listMails: withUnverifiedClient,
  listPartnerMails: withPartnerMail,
  listEvents: withUnverifiedClient,
  listPartnerEvents: withPartnerEvents,
  rotateWebhookSecret: withWebhook,
  sendTestEvent: withWebhook,
  listWebhookDeliveries: deliverTestEvent,
  resendWebhookDelivery: deliverTestEvent,
};

/** Creates the situation in which the example request of an operation succeeds. */
export async function createSituation(operationId: string, token: string | undefined, scene: Scene) {
  const byToken = { token: withNewClient, expertToken: withNewExpert, partnerKey: withPartner }[token ?? ''];
  return { ...(await (SITUATIONS[operationId] ?? byToken)?.(scene)) };
}

/** Small valid files, by the names under which the samples send them. */
export const SAMPLE_FILES: Readonly<Record<string, Blob>> = {
  'front.jpg': createJpeg(),
  'back.png': createPng(),
  'posudok.pdf': createPdf(),
};

/** Uploads the sample files and returns their upload keys, by the name of the key's variable. */
export async function uploadSampleFiles({ market, expertToken }: Scene): Promise<Variables> {
  const { service } = market;
  const [frontKey, backKey, documentKey] = await Promise.all([
    uploadFile(service, createJpeg()),
    uploadFile(service, createPng()),
    uploadFile(service, createPdf(), 'testimony-document', expertToken),
  ]);
  return { frontKey, backKey, documentKey };
}
