/** Reading the market, one caller after another; the floors are the calls of the table that cannot be spared. */
import assert from 'node:assert/strict';
import { REGIONS } from '../../lib/validation/fields.ts';
import { type BareTable, bareTable, newestOpenIn, readOf, signInOf, testimonyOf } from './bare-table.ts';
import type { Setup } from './bundles.ts';
import { numbered, testimoniesLike } from './crowd.ts';
import { type FreshEmulators, startFreshEmulators } from './fresh-emulators.ts';
import { routeOf } from './functions.ts';
import { comparison, interleaved, type Line, timed } from './judgement.ts';
import { type Market, marketOf, type Person } from './market.ts';
import { event, type Sent } from './requests.ts';
import { type Service, serviceIn } from './service.ts';

const PAGE = 15;
const OPEN_ONES = 200;

interface Context {
  readonly emulators: FreshEmulators;
  readonly service: Service;
  readonly market: Market;
  readonly bare: BareTable;
}

/** A full page for an expert of all regions who has made no offers yet. */
export const warmOfferable = (setup: Setup): Promise<Line[]> =>
  warm('offerable list, warm', setup, 1.8, async ({ emulators, market, bare }) => {
    const [client, rival, reader] = [await market.client(), await market.expert(), await market.expert()];
    const id = await market.order(client);
    const addTestimonies = await testimoniesLike(
      emulators.dynamodb,
      emulators.table,
      id,
      await market.offer(rival, id),
    );
    await addTestimonies(1, OPEN_ONES);
    const newest = [id, ...Array.from({ length: PAGE }, (_, place) => numbered(id, OPEN_ONES - 1 - place))];
    const signIn = signInOf(emulators.table, reader.token);
    const queries = REGIONS.map(region => newestOpenIn(emulators.table, region, PAGE + 1));
    const pointers = readOf(
      emulators.table,
      newest.map(testimony => [`EXPERT#${reader.id}`, testimony]),
    );
    return {
      name: 'testimonies-list-offerable',
      sent: { token: reader.token },
      check: ({ data }) =>
        assert.deepEqual(
          data.map(({ id }: { id: string }) => id),
          newest.slice(0, PAGE),
        ),
      async floor() {
        const caller = await bare.call('BatchGetItem', signIn);
        const lists = await Promise.all(queries.map(query => bare.call('Query', query)));
        await bare.call('BatchGetItem', pointers);
        return [caller, ...lists].join();
      },
      found: [reader.email, ...newest],
    };
  });

/** Its owner looks at a testimony with the offers of three experts. */
export const warmView = (setup: Setup): Promise<Line[]> =>
  warm('testimony view, warm', setup, 2.5, async ({ emulators, market, bare }) => {
    const client = await market.client();
    const experts: Person[] = [];
    for (let place = 0; place < 3; place++) experts.push(await market.expert());
    const id = await market.order(client);
    for (const expert of experts) await market.offer(expert, id);
    const signIn = signInOf(emulators.table, client.token);
    const testimony = testimonyOf(emulators.table, id);
    const users = readOf(
      emulators.table,
      experts.map(expert => [`USER#${expert.id}`, 'USER']),
    );
    return {
      name: 'testimonies-show',
      sent: { token: client.token, params: { id } },
      check: ({ data }) => assert.deepEqual([data.id, data.offers.length], [id, experts.length]),
      async floor() {
        const caller = await bare.call('BatchGetItem', signIn);
        const found = await bare.call('Query', testimony);
        return [caller, found, await bare.call('BatchGetItem', users)].join();
      },
      found: [client.email, id, ...experts.map(({ email }) => email)],
    };
  });

interface Measured {
  readonly name: string;
  readonly sent: Sent;
  // biome-ignore lint/suspicious/noExplicitAny: the JSON of any answer
  check(answer: any): void;
  /** The calls, and all they answer. */
  floor(): Promise<string>;
  /** What must be in there. */
  readonly found: readonly string[];
}

async function warm(
  title: string,
  setup: Setup,
  limit: number,
  prepare: (scene: Context) => Promise<Measured>,
): Promise<Line[]> {
  const emulators = await startFreshEmulators();
  const bare = bareTable(emulators.dynamodb);
  try {
    const service = serviceIn(emulators, setup, { PASSWORD_HASH_COST: '4' });
    const { name, sent, check, floor, found } = await prepare({
      emulators,
      service,
      market: marketOf(emulators, service),
      bare,
    });
    const handler = service.handler(name);
    const bareCalls = () => timed(floor, text => assert.ok(found.every(each => text.includes(each))));
    const request = () =>
      timed(
        () => handler(event(routeOf(name), sent)),
        ({ statusCode, body }) => {
          assert.equal(statusCode, 200, body);
          check(JSON.parse(body ?? ''));
        },
      );
    await interleaved(2, 100, request, bareCalls); // until both are compiled
    const [rounds = []] = await interleaved(9, setup.quick ? 15 : 25, request, bareCalls);
    return [comparison(title, rounds, limit)];
  } finally {
    bare.close();
    await emulators.stop();
  }
}
