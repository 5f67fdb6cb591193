/**
 * `allowedActions` against the requests themselves (infra/docs/api/testimonies.md): for everybody, in every state, exactly what
 * it names is done, and all else is refused.
 */
import { v7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { ACTIONS, type TestimonyAction } from '../../../../lib/domain/market/actions.ts';
import { assertSuccess, type Market, type Person, startMarket } from '../../../support/market.ts';
import { BUYER, documentBody, offerBody } from '../../../support/testimony-builders.ts';

let market: Market;

beforeAll(async () => {
  market = await startMarket();
});

type Scene = Awaited<ReturnType<typeof aScene>>;

/** An order, one expert who will be chosen, and a rival who will not. */
async function aScene() {
  const [client, expert, rival] = await Promise.all([market.client(), market.expert(), market.expert()]);
  return { client, expert, rival, testimony: await client.orders(), offers: [] as string[] };
}

async function offered(): Promise<Scene> {
  const scene = await aScene();
  const { expert, rival, testimony } = scene;
  const offers = [await expert.offers(testimony.id), await rival.offers(testimony.id)];
  return { ...scene, offers: offers.map(({ id }) => id) };
}

async function accepted(): Promise<Scene> {
  const scene = await offered();
  assertSuccess(await scene.client.accepts(await scene.client.pays(scene.offers[0] ?? '')));
  return scene;
}

const after =
  (begin: () => Promise<Scene>, happens: (scene: Scene) => Promise<unknown>) => async (): Promise<Scene> => {
    const scene = await begin();
    await happens(scene);
    return scene;
  };

const complete = ({ expert, testimony }: Scene) =>
  expert.post(`/testimonies/${testimony.id}/complete`, documentBody());

const STATES: Readonly<Record<string, () => Promise<Scene>>> = {
  pending: aScene,
  offered,
  'offered, and all withdrawn': after(offered, ({ expert, rival, offers: [first = '', second = ''] }) =>
    Promise.all([expert.withdraws(first), rival.withdraws(second)]),
  ),
  'offered by experts who were then revoked': after(offered, ({ expert, rival }) =>
    Promise.all([expert, rival].map(market.revoke)),
  ),
  'offered by experts who are under review': after(offered, ({ expert, rival }) =>
    Promise.all([expert, rival].map(each => market.become(each, { identityReview: 'pending' }))),
  ),
  accepted,
  completed: after(accepted, complete),
  cancelled: after(offered, ({ client, testimony }) => client.cancels(testimony.id)),
};

const unverified = async (person: Person) => {
  await market.become(person, { emailVerified: false });
  return person;
};
const unapproved = async (person: Person) => {
  await market.revoke(person);
  return person;
};
const moved = async (person: Person) => {
  await market.become(person, { regions: ['ba'] });
  return person;
};

const ROLES: Readonly<Record<string, (scene: Scene) => Person | Promise<Person>>> = {
  'its owner': ({ client }) => client,
  'its owner, not verified': ({ client }) => unverified(client),
  'another client': () => market.client(),
  'its expert': ({ expert }) => expert,
  'its expert, not verified': ({ expert }) => unverified(expert),
  'its expert, not approved': ({ expert }) => unapproved(expert),
  'its expert, gone to another region': ({ expert }) => moved(expert),
  'a rival': ({ rival }) => rival,
  'an expert of the region': () => market.expert(),
  'an expert of the region, not verified': async () => unverified(await market.expert()),
  'an expert of the region, not approved': async () => unapproved(await market.expert()),
  'an expert of another region': () => market.expert({ regions: ['ba'] }),
};

/** What each action asks of the API; of offers, all of them in turn. */
const REQUESTS: Readonly<Record<TestimonyAction, (scene: Scene, who: Person) => Promise<boolean>>> = {
  offer: ({ testimony }, { post }) => isDone(post(`/testimonies/${testimony.id}/offers`, offerBody())),
  withdraw: ({ offers }, who) => anyDone(offers, id => who.delete(`/testimonies/offers/${id}`)),
  checkout: ({ offers }, { post }) =>
    anyDone(offers, id => post(`/testimonies/offers/${id}/checkout`, BUYER)),
  cancel: ({ testimony }, { post }) => isDone(post(`/testimonies/${testimony.id}/cancel`, {})),
  complete: ({ testimony }, { post }) =>
    isDone(post(`/testimonies/${testimony.id}/complete`, documentBody())),
  download: ({ testimony }, { get }) => isDone(get(`/testimonies/${testimony.id}/download`)),
};

async function isDone(answer: ReturnType<Person['get']>): Promise<boolean> {
  const { status } = await answer;
  expect([200, 201, 204, 403, 404, 409]).toContain(status);
  return status < 300;
}

async function anyDone(offers: readonly string[], ask: (id: string) => ReturnType<Person['get']>) {
  const done = [];
  for (const id of offers.length > 0 ? offers : [v7()]) done.push(await isDone(ask(id)));
  return done.includes(true);
}

/** Whoever may not look at it is told of no action. */
async function toldTo({ get }: Person, { testimony }: Scene): Promise<TestimonyAction[]> {
  const { status, body } = await get(`/testimonies/${testimony.id}`);
  return status === 200 ? body.data.allowedActions : [];
}

/** What changes nothing comes first: all that should be refused, then the page to pay on and the download. */
function inOrder(told: readonly TestimonyAction[]): TestimonyAction[] {
  const harmless: readonly TestimonyAction[] = ['checkout', 'download'];
  const rank = (action: TestimonyAction) => (told.includes(action) ? (harmless.includes(action) ? 1 : 2) : 0);
  return ACTIONS.toSorted((one, other) => rank(one) - rank(other));
}

describe.each(Object.keys(STATES))('a testimony that is %s', state => {
  it.each(Object.keys(ROLES))('allows exactly the actions that are listed for %s', async role => {
    const scene = await (STATES[state] as () => Promise<Scene>)();
    const who = await (ROLES[role] as (scene: Scene) => Promise<Person>)(scene);
    const told = await toldTo(who, scene);

    const done = new Set<TestimonyAction>();
    for (const action of inOrder(told)) if (await REQUESTS[action](scene, who)) done.add(action);

    expect(told).toEqual(ACTIONS.filter(action => done.has(action)));
  });
});

it('allows each action to somebody in some state', async () => {
  const told = await Promise.all([
    aScene().then(scene => toldTo(scene.expert, scene)),
    offered().then(scene => toldTo(scene.expert, scene)),
    offered().then(scene => toldTo(scene.client, scene)),
    accepted().then(scene => toldTo(scene.expert, scene)),
    STATES.completed?.().then(scene => toldTo(scene.client, scene)),
  ]);

  expect(told).toEqual([['offer'], ['withdraw'], ['checkout', 'cancel'], ['complete'], ['download']]);
});
