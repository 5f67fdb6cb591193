/** Scenarios of testimonies, offers and payments, with the controls of the sandbox over them. */

import { createPartner } from '../support/partners.ts';
import { completeTestimony, createPaidOutTestimony, createWaitingTestimony } from '../support/payouts.ts';
import { type AssignedTestimony, assertSuccess, type Market } from '../support/start-market.ts';
import { testimonyBodyWith } from '../support/testimony-builders.ts';
import { ADDRESS, failCommits, REAL_ESTATE_ADDRESS } from './accounts.ts';
import { defineScenario, type Scenario } from './scenario.ts';

const INVALID_PAGE = { query: { limit: 0 } };

const createOffered = (market: Market) => market.createOfferedTestimony();
const createAssigned = (market: Market) => market.createAssignedTestimony();

/** Creates a testimony without an offer, and an expert of its region. */
async function createTestimony(market: Market, region = 'ke') {
  const [client, expert] = [
    await market.createClient(),
    await market.createExpert({ regions: ['ba', 'ke', 'po'] }),
  ];
  return { client, expert, testimony: await client.createTestimony(testimonyBodyWith({ region })) };
}

/** Creates a testimony in which the client has complained about the document. */
export async function createComplaint(market: Market): Promise<AssignedTestimony> {
  const sale = await createWaitingTestimony(market);
  assertSuccess(await sale.client.complainAboutTestimony(sale.testimony.id));
  return sale;
}

/** Creates a testimony in a state, and a refund of one euro that the provider made without an order. */
export const withOutsideRefund =
  (create: (market: Market) => Promise<AssignedTestimony>) =>
  async (market: Market): Promise<AssignedTestimony> => {
    const sale = await create(market);
    await market.simulateOutcome(sale.sessionId, 'refund', { amount: '100' });
    return sale;
  };

/** Creates a paid checkout session whose payment was not reported and is refunded. */
export async function createLatePayment(market: Market) {
  const { client, testimony, offer } = await market.createOfferedTestimony();
  const sessionId = await client.payOffer(offer.id);
  await client.cancelTestimony(testimony.id);
  return { client, sessionId };
}

export const TESTIMONY_SCENARIOS: Readonly<Record<string, Scenario>> = {
  'testimonies-create': {
    body: {
      purpose: 'mortgage',
      realEstate: {
        type: 'apartment',
        properties: { rooms: 3, area: 72 },
        region: 'ke',
        address: REAL_ESTATE_ADDRESS,
        addressCoords: { lat: 48.72, lng: 21.26 },
      },
      notes: 'Byt po rekonštrukcii.',
    },
  },
  'testimonies-list': {
    prepare: createTestimony,
    query: { state: 'pending', limit: 20 },
    invalid: INVALID_PAGE,
    async calls({ market, record }) {
      const { client, expert } = await market.createOfferedTestimony();
      for (const person of [client, expert]) await record(() => person.get('/testimonies'));
    },
  },
  'testimonies-list-offerable': {
    prepare: market => createTestimony(market, 'ba'),
    query: { region: 'ba' },
    invalid: INVALID_PAGE,
  },
  'testimonies-show': { prepare: createAssigned },
  'testimonies-cancel': {
    prepare: createOffered,
    body: { reason: 'Byt sa nepredáva.' },
    invalid: { body: { reason: 5 } },
    async calls({ market, send }) {
      const situation = await market.createAssignedTestimony();
      assertSuccess(
        await situation.client.post(`/sandbox/testimonies/${situation.testimony.id}/overdue`, { days: 8 }),
      );
      assertSuccess(await send({ situation }));
    },
  },
  'testimonies-complete': {
    prepare: createAssigned,
    body: {},
    files: {
      document: {
        name: 'posudok.pdf',
        mediaType: 'application/pdf',
        variable: 'document',
        keyVariable: 'documentKey',
      },
    },
    async calls({ market, service, send }) {
      const situation = await market.createAssignedTestimony();
      const undo = failCommits(service);
      await send({ situation });
      undo();
      assertSuccess(await send({ situation, hasKeys: true }));
    },
  },
  'testimonies-confirm': { prepare: createWaitingTestimony },
  'testimonies-complain': {
    prepare: createWaitingTestimony,
    body: { reason: 'V posudku chýba príloha s fotografiami.' },
  },
  'testimonies-download': {
    prepare: createWaitingTestimony,
    async calls({ market, send }) {
      const situation = await market.createAssignedTestimony();
      await completeTestimony(situation);
      await send({ situation });
    },
  },
  'offers-create': {
    prepare: createTestimony,
    body: { price: 249.9, daysToComplete: 10, note: 'Obhliadka je možná aj v sobotu.' },
    invalid: { body: { price: 0.5, daysToComplete: 400 } },
  },
  'offers-list': { prepare: createOffered, invalid: INVALID_PAGE },
  'offers-withdraw': { prepare: createOffered },
  'offers-checkout': defineScenario({
    prepare: createOffered,
    body: { phone: '+421905123456', firstName: 'Peter', lastName: 'Novák', billingAddress: ADDRESS },
    async calls({ market, service, record, send, situation }) {
      const { client, offer } = situation;
      await market.updateAccount(client, { partner: await createPartner(service) });
      await record(() => client.payOffer(offer.id));
      await send({ situation });
    },
  }),
  'offers-accept': {
    async prepare(market) {
      const { client, offer } = await market.createOfferedTestimony();
      return { client, sessionId: await client.payOffer(offer.id) };
    },
    body: { sessionId: '{{sessionId}}' },
    calls: async ({ market, send }) => send({ situation: await createLatePayment(market) }),
  },
  'sandbox-make-overdue': {
    prepare: createAssigned,
    body: { days: 8 },
    invalid: { body: { days: -1 } },
  },
  'sandbox-set-payout-delay': defineScenario({
    prepare: createAssigned,
    body: { days: 3 },
    invalid: { body: { days: 31 } },
    async calls({ market, send, situation }) {
      await completeTestimony(situation);
      await send({ situation, body: { days: 0 } });
      await market.runJobs();
      await send({ situation });
    },
  }),
  'sandbox-cancel-by-platform': {
    prepare: createAssigned,
    calls: async ({ market, send }) => send({ situation: await withOutsideRefund(createAssigned)(market) }),
  },
  'sandbox-refund-testimony': {
    prepare: createAssigned,
    body: { amount: 50, from: 'both' },
    invalid: { body: { amount: 0 } },
    async calls({ market, send }) {
      const situation = await withOutsideRefund(createPaidOutTestimony)(market);
      assertSuccess(await send({ situation, body: { amount: 10, from: undefined } }));
      await market.runJobs();
      const { token } = situation.expert;
      assertSuccess(await send({ situation, token, body: { amount: 1, from: undefined, byHand: true } }));
    },
  },
  'sandbox-end-dispute': {
    async prepare(market) {
      const sale = await market.createAssignedTestimony();
      await market.simulateOutcome(sale.sessionId, 'dispute');
      return sale;
    },
    body: { outcome: 'won' },
  },
  'sandbox-end-complaint': {
    prepare: createComplaint,
    body: { outcome: 'refund', amount: 50 },
    calls: async ({ market, send }) => send({ situation: await withOutsideRefund(createComplaint)(market) }),
  },
};
