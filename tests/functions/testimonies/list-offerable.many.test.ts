/** Test of GET /api/v1/testimonies/offerable for an expert with offers on hundreds of testimonies in a row. */

import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import type { Testimony } from '../../../lib/domain/model/testimony.ts';
import { itemKey } from '../../../lib/platform/aws/table/keys.ts';
import { addTestimony } from '../../support/commit-changes.ts';
import { listIds, readAllPages } from '../../support/list-pages.ts';
import { startMarket } from '../../support/start-market.ts';
import { testimonyBodyWith } from '../../support/testimony-builders.ts';

const OFFERABLE = '/testimonies/offerable';

it('an expert with offers on hundreds of testimonies can page past them in both directions', async () => {
  const market = await startMarket();
  const { testimonies, random, table } = market.service.deps;
  const [client, expert] = await Promise.all([
    market.createClient(),
    market.createExpert({ regions: ['ke', 'za'] }),
  ]);
  const oldest = await client.createTestimony(testimonyBodyWith({ region: 'za' }));
  const like = (await testimonies.find(oldest.id)) as Testimony;
  const addTestimonyWithOffer = async (count: number) => {
    const realEstate = { ...like.realEstate, region: count % 2 ? 'ke' : 'za' };
    const testimony = { ...like, id: random.uuid(), realEstate };
    await addTestimony(market.service.deps, testimony);
    const pointer = {
      ...itemKey.ofExpert(expert.id, testimony.id),
      testimonyId: testimony.id,
      region: realEstate.region,
      openOfferId: 'x',
    };
    await table.client.send(new PutCommand({ TableName: table.name, Item: pointer }));
  };
  for (let start = 0; start < 420; start += 20)
    await Promise.all(Array.from({ length: 20 }, (_, count) => addTestimonyWithOffer(start + count)));

  const pages = await readAllPages(expert, OFFERABLE);
  expect(pages.map(({ data }) => listIds(data))).toEqual([[], [oldest.id]]);

  const newest = await client.createTestimony(testimonyBodyWith({ region: 'ke' }));
  const found: string[][] = [];
  let back = pages.at(-1)?.meta.prev_cursor;
  while (back) {
    const { body } = await expert.get(`${OFFERABLE}?cursor=${encodeURIComponent(back)}`);
    found.push(listIds(body.data));
    back = body.meta.prev_cursor;
  }
  expect(found).toEqual([[], [newest.id]]);
});
