/** Whether lists cost the same however many testimonies there are. */
import type { Setup } from './bundles.ts';
import { testimoniesLike, withoutStream } from './crowd.ts';
import { startFreshEmulators } from './fresh-emulators.ts';
import type { Line } from './judgement.ts';
import { marketOf } from './market.ts';
import type { Sent } from './requests.ts';
import { type Service, serviceIn } from './service.ts';
import { shown, startTableFront, type TableFront, type Use, useOf } from './table-front.ts';

type Sizes = readonly [few: number, many: number, most: number];
type Lists = Readonly<Record<string, readonly [name: string, sent: Sent]>>;

/** One client has ordered them all, in all regions, and one expert has offered on each: nobody has more to list. */
export async function growth(setup: Setup): Promise<Line[]> {
  const sizes: Sizes = setup.quick ? [10, 1000, 2000] : [10, 1000, 100_000];
  const emulators = await startFreshEmulators();
  const front = await startTableFront(emulators.dynamodb);
  try {
    await withoutStream(emulators.dynamodb, emulators.table);
    const service = serviceIn(emulators, setup, {
      AWS_ENDPOINT_URL_DYNAMODB: front.endpoint,
      PASSWORD_HASH_COST: '4',
    });
    const market = marketOf(emulators, service);
    const [client, busy, idle] = [await market.client(), await market.expert(), await market.expert()];
    const id = await market.order(client);
    const addTestimonies = await testimoniesLike(
      emulators.dynamodb,
      emulators.table,
      id,
      await market.offer(busy, id),
    );
    const lists: Lists = {
      "a client's list": ['testimonies-list', client],
      "an expert's list": ['testimonies-list', busy],
      'offerable list': ['testimonies-list-offerable', idle],
      'offerable list, offers made on all': ['testimonies-list-offerable', busy],
      'offers of one': ['offers-list', { ...client, params: { id } }],
      'one testimony': ['testimonies-show', { ...client, params: { id } }],
    };
    const uses: Record<string, Use>[] = [];
    let there = 1;
    for (const size of sizes) {
      await addTestimonies(there, size);
      there = size;
      uses.push(await usesOf(lists, service, front));
    }
    return Object.keys(lists).map(list =>
      line(
        list,
        sizes,
        uses.map(use => use[list] as Use),
      ),
    );
  } finally {
    await front.stop();
    await emulators.stop();
  }
}

async function usesOf(lists: Lists, service: Service, front: TableFront): Promise<Record<string, Use>> {
  const uses: Record<string, Use> = {};
  for (const [list, [name, sent]] of Object.entries(lists)) {
    front.take();
    await service.call(name, sent);
    uses[list] = useOf(front.take());
  }
  return uses;
}

/** Ten do not fill a page, so they may cost less; beyond a page nothing may change. */
function line(list: string, [few, many, most]: Sizes, uses: readonly Use[]): Line {
  const [ofFew, ofMany, ofMost] = uses.map(shown);
  const isFlat = ofMany === ofMost && isNoMore(uses[0], uses[1]);
  return {
    name: `${list}, table use with ${few}`,
    measured: ofFew ?? '',
    limit: `${ofMany} with ${many}, ${ofMost} with ${most}`,
    verdict: isFlat ? 'ok' : 'missed',
  };
}

function isNoMore(a: Use | undefined, b: Use | undefined): boolean {
  return !!a && !!b && a.calls <= b.calls && a.reads <= b.reads && a.writes <= b.writes;
}
