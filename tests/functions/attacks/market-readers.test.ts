/**
 * Attacks of experts who read testimonies without having been reviewed (infra/docs/api/testimonies.md#who-sees-what).
 */
import { beforeAll, expect, it } from 'vitest';
import { submitIdentityReview } from '../../support/operators.ts';
import {
  type Market,
  type MarketClient,
  type MarketExpert,
  startMarket,
} from '../../support/start-market.ts';
import { HIDDEN_CONTACT, REAL_ESTATE, testimonyBodyWith } from '../../support/testimony-builders.ts';

const PLACE = {
  ...REAL_ESTATE.address,
  postalCode: '041 77',
  parcelNumber: '1234/5',
  cadastralArea: 'Košice-Sever',
};

let market: Market;
let client: MarketClient;

beforeAll(async () => {
  market = await startMarket();
  client = await market.createClient();
});

/** Fields of a testimony that an expert without an approval or an accepted identity review sees. */
const RESTRICTED = {
  purpose: null,
  notes: null,
  client: { id: null, ...HIDDEN_CONTACT },
  realEstate: {
    type: REAL_ESTATE.type,
    properties: REAL_ESTATE.properties,
    region: 'ke',
    address: {
      line1: null,
      line2: null,
      city: 'Košice',
      postalCode: null,
      parcelNumber: null,
      cadastralArea: null,
    },
    addressCoords: null,
    userCoords: null,
  },
};

const createTestimony = () => client.createTestimony(testimonyBodyWith({ address: PLACE }));

/** Asserts that no response about the testimony contains more than an expert without a review may see. */
async function assertRestricted(expert: MarketExpert, id: string): Promise<void> {
  const shown = (await expert.get(`/testimonies/${id}`)).body.data;
  expect(shown).toMatchObject(RESTRICTED);
  const lists = await Promise.all([expert.get('/testimonies/offerable'), expert.get('/testimonies')]);
  const listed = lists.flatMap(({ body }) => body.data).filter(each => each.id === id);
  expect(listed.length).toBeGreaterThan(0);
  for (const each of listed) expect(each).toMatchObject(RESTRICTED);
  const text = JSON.stringify(lists.map(({ body }) => body));
  for (const hidden of [
    client.id,
    'Prosím o rýchle vybavenie.',
    'mortgage',
    '041 77',
    'Košice-Sever',
    '48.72',
  ])
    expect(text).not.toContain(hidden);
}

it.each<[string, (expert: MarketExpert) => Promise<unknown>]>([
  [
    'who is neither approved nor reviewed',
    expert =>
      market.updateAccount(expert, {
        approval: { paymentAccountVerified: false, granted: false, revoked: false },
        identityReview: 'pending',
      }),
  ],
  [
    'who is approved, and whose review is pending',
    expert => market.updateAccount(expert, { identityReview: 'pending' }),
  ],
  ['whose approval was revoked', expert => market.revokeApproval(expert)],
  [
    'whose identity documents were rejected',
    expert =>
      submitIdentityReview(market.service, expert.id, { decision: 'rejected', reason: 'Nečitateľné.' }),
  ],
])('an expert %s reads only region, city, type and properties of a testimony', async (_, change) => {
  const { id } = await createTestimony();
  const expert = await market.createExpert();
  await change(expert);

  await assertRestricted(expert, id);
});

it('an expert who lost the approval after making an offer sees that offer but no hidden data of the testimony', async () => {
  const { id } = await createTestimony();
  const expert = await market.createExpert();
  const offer = await expert.createOffer(id, { note: null });
  expect((await expert.getTestimony(id)).notes).toBe('Prosím o rýchle vybavenie.');
  await market.revokeApproval(expert);

  await assertRestricted(expert, id);
  expect((await expert.getTestimony(id)).offers).toEqual([offer]);
  await client.cancelTestimony(id, 'Volajte 0905 123 456.');
  expect(await expert.getTestimony(id)).toMatchObject({ ...RESTRICTED, cancellationReason: null });
});

it('an assigned expert who lost the approval reads the full testimony until it is cancelled', async () => {
  const { client: owner, expert, testimony } = await market.createAssignedTestimony();
  await market.revokeApproval(expert);

  expect(await expert.getTestimony(testimony.id)).toMatchObject({
    purpose: 'mortgage',
    notes: 'Prosím o rýchle vybavenie.',
    client: { id: owner.id, email: owner.email },
    realEstate: { address: { line1: 'Hlavná 1', postalCode: '040 01' } },
  });
  const { deps } = market.service;
  deps.clock.advance(20 * 24 * 3600_000);
  expect(await owner.cancelTestimony(testimony.id)).toMatchObject({ status: 200 });
  expect(await expert.getTestimony(testimony.id)).toMatchObject(RESTRICTED);
});

it('an expert whose approval is restored reads the full testimony again', async () => {
  const { id } = await createTestimony();
  const expert = await market.createExpert();
  await market.revokeApproval(expert);
  await assertRestricted(expert, id);
  await market.grantApproval(expert);

  expect(await expert.getTestimony(id)).toMatchObject({
    purpose: 'mortgage',
    client: { id: client.id },
    realEstate: { address: { postalCode: '041 77', cadastralArea: 'Košice-Sever' } },
  });
});
