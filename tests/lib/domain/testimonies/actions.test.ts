/**
 * Comparison of `allowedActions` with the endpoints (infra/docs/api/testimonies.md): for every role and state, requests
 * for the listed actions succeed and requests for all other actions are rejected.
 */
import { v7 } from 'uuid';
import { beforeAll, expect, it } from 'vitest';
import {
  TESTIMONY_ACTIONS,
  type TestimonyAction,
} from '../../../../lib/domain/model/testimonies/testimony.ts';
import {
  assertSuccess,
  loadMarketState,
  type Market,
  type MarketClient,
  type MarketExpert,
  type Person,
  startMarket,
} from '../../../support/start-market.ts';
import { BUYER, documentBody, offerBody } from '../../../support/testimony-builders.ts';

let market: Market;

beforeAll(async () => {
  market = await startMarket();
});

interface Situation {
  readonly client: MarketClient;
  /** Expert whose offer is chosen. */
  readonly expert: MarketExpert;
  /** Expert whose offer is not chosen. */
  readonly rival: MarketExpert;
  readonly testimony: { readonly id: string };
  readonly offers: readonly string[];
}

async function createPending(own: Market): Promise<Situation> {
  const [client, expert, rival] = await Promise.all([
    own.createClient(),
    own.createExpert(),
    own.createExpert(),
  ]);
  return { client, expert, rival, testimony: await client.createTestimony(), offers: [] };
}

async function createOffered(own: Market): Promise<Situation> {
  const situation = await createPending(own);
  const { expert, rival, testimony } = situation;
  const offers = [await expert.createOffer(testimony.id), await rival.createOffer(testimony.id)];
  return { ...situation, offers: offers.map(({ id }) => id) };
}

async function createAccepted(own: Market): Promise<Situation> {
  const situation = await createOffered(own);
  assertSuccess(
    await situation.client.acceptOffer(await situation.client.payOffer(situation.offers[0] ?? '')),
  );
  return situation;
}

const createAfter =
  (
    begin: (own: Market) => Promise<Situation>,
    happens: (situation: Situation, own: Market) => Promise<unknown>,
  ) =>
  async (own: Market): Promise<Situation> => {
    const situation = await begin(own);
    await happens(situation, own);
    return situation;
  };

const completeTestimony = ({ expert, testimony }: Situation) =>
  expert.post(`/testimonies/${testimony.id}/complete`, documentBody());

/** Creates a completed testimony whose payout waits for three days. */
const createWaiting = createAfter(createAccepted, async situation => {
  await situation.client.post(`/sandbox/testimonies/${situation.testimony.id}/payout-delay`, { days: 3 });
  await completeTestimony(situation);
});

const STATES: Readonly<Record<string, (own: Market) => Promise<Situation>>> = {
  pending: createPending,
  offered: createOffered,
  'offered but has no open offer left': createAfter(
    createOffered,
    ({ expert, rival, offers: [first = '', second = ''] }) =>
      Promise.all([expert.withdrawOffer(first), rival.withdrawOffer(second)]),
  ),
  'offered by experts whose approval was revoked': createAfter(createOffered, ({ expert, rival }, own) =>
    Promise.all([expert, rival].map(own.revokeApproval)),
  ),
  'offered by experts who are under review': createAfter(createOffered, ({ expert, rival }, own) =>
    Promise.all([expert, rival].map(each => own.updateAccount(each, { identityReview: 'pending' }))),
  ),
  accepted: createAccepted,
  'accepted and overdue by eight days': createAfter(createAccepted, ({ client, testimony }) =>
    client.post(`/sandbox/testimonies/${testimony.id}/overdue`, { days: 8 }),
  ),
  completed: createAfter(createAccepted, completeTestimony),
  'completed with a payout in three days': createWaiting,
  'completed with an open complaint': createAfter(createWaiting, ({ client, testimony }) =>
    client.complainAboutTestimony(testimony.id),
  ),
  'completed and confirmed by the client': createAfter(createWaiting, ({ client, testimony }) =>
    client.confirmTestimony(testimony.id),
  ),
  cancelled: createAfter(createOffered, ({ client, testimony }) => client.cancelTestimony(testimony.id)),
};

const loadSituation = (state: string) =>
  loadMarketState(market, `actions: ${state}`, STATES[state] ?? createPending);

const makeUnverified = async (person: Person) => {
  await market.updateAccount(person, { emailVerified: false });
  return person;
};
const revokeApproval = async (person: Person) => {
  await market.revokeApproval(person);
  return person;
};
const moveToOtherRegion = async (person: Person) => {
  await market.updateAccount(person, { regions: ['ba'] });
  return person;
};

const ROLES: Readonly<Record<string, (situation: Situation) => Person | Promise<Person>>> = {
  'the owner': ({ client }) => client,
  'the unverified owner': ({ client }) => makeUnverified(client),
  'another client': () => market.createClient(),
  'the assigned expert': ({ expert }) => expert,
  'the assigned expert without a verified e-mail address': ({ expert }) => makeUnverified(expert),
  'the assigned expert without approval': ({ expert }) => revokeApproval(expert),
  'the assigned expert after a move to another region': ({ expert }) => moveToOtherRegion(expert),
  'a rival expert': ({ rival }) => rival,
  'an expert of the region': () => market.createExpert(),
  'an unverified expert of the region': async () => makeUnverified(await market.createExpert()),
  'an unapproved expert of the region': async () => revokeApproval(await market.createExpert()),
  'an expert of another region': () => market.createExpert({ regions: ['ba'] }),
};

/** Requests that carry out each action. Actions on offers try every offer in turn. */
const REQUESTS: Readonly<Record<TestimonyAction, (situation: Situation, who: Person) => Promise<boolean>>> = {
  offer: ({ testimony }, { post }) => isSuccessful(post(`/testimonies/${testimony.id}/offers`, offerBody())),
  withdraw: ({ offers }, who) => isAnySuccessful(offers, id => who.delete(`/testimonies/offers/${id}`)),
  checkout: ({ offers }, { post }) =>
    isAnySuccessful(offers, id => post(`/testimonies/offers/${id}/checkout`, BUYER)),
  cancel: ({ testimony }, { post }) => isSuccessful(post(`/testimonies/${testimony.id}/cancel`, {})),
  complete: ({ testimony }, { post }) =>
    isSuccessful(post(`/testimonies/${testimony.id}/complete`, documentBody())),
  download: ({ testimony }, { get }) => isSuccessful(get(`/testimonies/${testimony.id}/download`)),
  // A repeated confirmation succeeds without any change, so it is not regarded as allowed.
  confirm: async ({ testimony }, { get, post }) => {
    const before = await get(`/testimonies/${testimony.id}`);
    const isDone = await isSuccessful(post(`/testimonies/${testimony.id}/confirm`));
    return isDone && before.body.data.confirmedAt === null;
  },
  complain: ({ testimony }, { post }) =>
    isSuccessful(post(`/testimonies/${testimony.id}/complaint`, { reason: 'Chýba príloha.' })),
};

async function isSuccessful(response: ReturnType<Person['get']>): Promise<boolean> {
  const { status } = await response;
  expect([200, 201, 204, 403, 404, 409]).toContain(status);
  return status < 300;
}

async function isAnySuccessful(offers: readonly string[], ask: (id: string) => ReturnType<Person['get']>) {
  const done = [];
  for (const id of offers.length > 0 ? offers : [v7()]) done.push(await isSuccessful(ask(id)));
  return done.includes(true);
}

/** Lists the actions that the API allows; a caller without access to the testimony gets none. */
async function listAllowedActions({ get }: Person, { testimony }: Situation): Promise<TestimonyAction[]> {
  const { status, body } = await get(`/testimonies/${testimony.id}`);
  return status === 200 ? body.data.allowedActions : [];
}

/**
 * Sorts the actions: first unlisted ones, then checkout and download, then actions that change the testimony. The
 * confirmation comes last, because it ends the state that the others need.
 */
function sortByEffect(allowedActions: readonly TestimonyAction[]): TestimonyAction[] {
  const harmless: readonly TestimonyAction[] = ['checkout', 'download'];
  const rank = (action: TestimonyAction) =>
    allowedActions.includes(action) ? (harmless.includes(action) ? 1 : action === 'confirm' ? 3 : 2) : 0;
  return TESTIMONY_ACTIONS.toSorted((one, other) => rank(one) - rank(other));
}

it.each(Object.keys(STATES))(
  'a testimony that is %s accepts exactly the requests that allowedActions lists for each role',
  async state => {
    const accepted: Record<string, unknown> = {};
    const listed: Record<string, unknown> = {};
    for (const [role, choose] of Object.entries(ROLES)) {
      const situation = await loadSituation(state);
      const who = await choose(situation);
      const allowedActions = await listAllowedActions(who, situation);
      const done = new Set<TestimonyAction>();
      for (const action of sortByEffect(allowedActions))
        if (await REQUESTS[action](situation, who)) done.add(action);
      accepted[role] = TESTIMONY_ACTIONS.filter(action => done.has(action));
      listed[role] = allowedActions;
    }

    expect(accepted).toEqual(listed);
  },
);

it('allowedActions lists each action for at least one role in at least one state', async () => {
  const list = async (state: string, role: 'client' | 'expert') => {
    const situation = await loadSituation(state);
    return listAllowedActions(situation[role], situation);
  };

  expect([
    await list('pending', 'expert'),
    await list('offered', 'expert'),
    await list('offered', 'client'),
    await list('accepted', 'expert'),
    await list('completed', 'client'),
    await list('completed with a payout in three days', 'client'),
  ]).toEqual([
    ['offer'],
    ['withdraw'],
    ['checkout', 'cancel'],
    ['complete'],
    ['download'],
    ['download', 'confirm', 'complain'],
  ]);
});
