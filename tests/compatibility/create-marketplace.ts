/** Marketplace with every kind of item, each in as many states as possible. */
import { createJob } from '../../lib/domain/changes.ts';
import { createPng, PASSWORD, uniqueEmail } from '../support/builders.ts';
import { asOperator, submitIdentityReview } from '../support/operators.ts';
import {
  completeTestimony,
  createPaidOutTestimony,
  createWaitingTestimony,
  simulateAndSync,
} from '../support/payouts.ts';
import { assertSuccess, type Market, type Person } from '../support/start-market.ts';
import { documentBody, testimonyBody } from '../support/testimony-builders.ts';
import { requestUploadPermit } from '../support/upload-file.ts';

/** Person with an account, whose password is the one that all tests use. */
export interface StoredPerson {
  readonly role: 'client' | 'expert';
  readonly id: string;
  readonly email: string;
  readonly token: string;
  /** Idempotency key with which the person has created a testimony with the default body. */
  readonly idempotencyKey?: string;
}

const IDEMPOTENCY_KEY = 'key of the release';

/** @returns the people whose accounts are open and not locked */
export async function createMarketplace(market: Market): Promise<StoredPerson[]> {
  const { service } = market;
  const sales = [
    await createPaidOutTestimony(market),
    await createWaitingTestimony(market),
    await market.createAssignedTestimony(),
    await createSaleWithComplaint(market),
    await createDisputedSale(market),
    await createRefundedSale(market),
    await createSaleWithCorrectedDocument(market),
  ];
  await addTestimoniesWithoutSale(market);
  const buyer = await market.createClient();
  await createIdempotently(market, buyer.token);
  await addAccountMeasures(market);
  await addReviews(market);
  await market.runJobs();
  await addOpenJobs(market);
  await addDeadJob(market);
  await requestUploadPermit(service, createPng());
  await service.post('/auth/password/email', { email: buyer.email });
  return [
    { ...toStored('client', buyer), idempotencyKey: IDEMPOTENCY_KEY },
    ...sales.flatMap(({ client, expert }) => [toStored('client', client), toStored('expert', expert)]),
  ];
}

const toStored = (role: StoredPerson['role'], { id, email, token }: Person): StoredPerson => ({
  role,
  id,
  email,
  token,
});

async function createIdempotently({ service }: Market, token: string): Promise<void> {
  const headers = { 'idempotency-key': IDEMPOTENCY_KEY };
  assertSuccess(await service.post('/testimonies', testimonyBody(), { token, headers }));
}

async function createSaleWithComplaint(market: Market) {
  const sale = await createWaitingTestimony(market);
  assertSuccess(await sale.client.complainAboutTestimony(sale.testimony.id));
  return sale;
}

async function createDisputedSale(market: Market) {
  const sale = await createWaitingTestimony(market);
  await simulateAndSync(market, sale, 'dispute');
  return sale;
}

/** Creates a sale that an operator has cancelled and whose payment was refunded. */
async function createRefundedSale(market: Market) {
  const sale = await market.createAssignedTestimony();
  const path = `/operator/testimonies/${sale.testimony.id}/cancel`;
  assertSuccess(await market.service.post(path, { reason: 'Dohoda.' }, asOperator));
  await market.runJobs();
  return sale;
}

/** Creates a sale with two versions of the document, after a complaint that was ended with a partial refund. */
async function createSaleWithCorrectedDocument(market: Market) {
  const sale = await createSaleWithComplaint(market);
  await completeTestimony(sale);
  const path = `/operator/testimonies/${sale.testimony.id}/end-complaint`;
  const decision = { reason: 'Dohoda.', outcome: 'refund', amount: 10 };
  assertSuccess(await market.service.post(path, decision, asOperator));
  await market.runJobs();
  return sale;
}

/**
 * Adds testimonies that are pending, offered, in checkout, cancelled, and without offers after a withdrawal, and one
 * whose payment arrived too late.
 */
async function addTestimoniesWithoutSale(market: Market): Promise<void> {
  const { client, expert, offer } = await market.createOfferedTestimony();
  await client.startCheckout(offer.id);
  const withdrawn = await expert.createOffer((await client.createTestimony()).id);
  assertSuccess(await expert.withdrawOffer(withdrawn.id));
  assertSuccess(await client.cancelTestimony((await client.createTestimony()).id, 'Byt sa nepredáva.'));
  await client.createTestimony();
  const late = await market.createOfferedTestimony();
  const sessionId = await late.client.payOffer(late.offer.id);
  await late.client.cancelTestimony(late.testimony.id);
  await late.client.acceptOffer(sessionId);
  await market.runJobs();
}

/** Adds a locked account, one with a former e-mail address, a closed one, and one that is being closed. */
async function addAccountMeasures(market: Market): Promise<void> {
  const { service } = market;
  const [locked, moved, closed] = [
    await market.createClient(),
    await market.createClient(),
    await market.createExpert(),
  ];
  assertSuccess(
    await service.post(`/operator/users/${locked.id}/lock`, { reason: 'Zneužitie.' }, asOperator),
  );
  const change = { email: uniqueEmail('klienti.sk'), currentPassword: PASSWORD };
  assertSuccess(await service.put('/me', change, { token: moved.token }));
  await closeAccount(market, closed);
}

/** Adds experts whose documents were accepted and rejected, and one whose approval was revoked. */
async function addReviews(market: Market): Promise<void> {
  const { service } = market;
  const [accepted, rejected, revoked] = [
    await market.createExpert(),
    await market.createExpert(),
    await market.createExpert(),
  ];
  await market.runJobs();
  assertSuccess(await submitIdentityReview(service, accepted.id, { decision: 'accepted' }));
  assertSuccess(
    await submitIdentityReview(service, rejected.id, { decision: 'rejected', reason: 'Nečitateľné.' }),
  );
  await market.revokeApproval(revoked);
}

/** Adds jobs of every kind that requests create and that have not run yet. */
async function addOpenJobs(market: Market): Promise<void> {
  const { service } = market;
  await service.registerExpert();
  await playSale(market);
  const sale = await market.createAssignedTestimony();
  assertSuccess(await sale.expert.post(`/testimonies/${sale.testimony.id}/complete`, documentBody()));
  const { testimony } = await market.createAssignedTestimony();
  const path = `/operator/testimonies/${testimony.id}/cancel`;
  assertSuccess(await service.post(path, { reason: 'Dohoda.' }, asOperator));
  await closeAccount(market, await market.createClient());
  const month = { from: '2026-11-01', to: '2026-11-30' };
  assertSuccess(await service.post('/operator/reconciliations', month, asOperator));
}

/**
 * Carries out a sale from the registrations to the accepted offer. Unlike in the stored states, its mails are not sent.
 */
async function playSale(market: Market): Promise<void> {
  const { client } = await market.registerClient();
  const { expert } = await market.registerExpert();
  const offer = await expert.createOffer((await client.createTestimony()).id);
  assertSuccess(await client.acceptOffer(await client.payOffer(offer.id)));
}

async function closeAccount({ service }: Market, { token }: Person): Promise<void> {
  assertSuccess(await service.sendWithMethod('DELETE', '/me', { currentPassword: PASSWORD }, { token }));
}

async function addDeadJob({ service: { deps } }: Market): Promise<void> {
  const job = createJob({ kind: 'mail', mail: 'expert-approved', userId: deps.random.uuid() }, deps);
  await deps.jobs.add(job);
  await deps.jobs.moveToDeadLetter(job);
}
