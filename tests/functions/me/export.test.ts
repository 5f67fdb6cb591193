/** Tests of POST /api/v1/me/export, which returns all stored data of the caller (infra/docs/api/accounts.md). */

import { beforeEach, expect, it } from 'vitest';
import { testimonyCreated } from '../../../lib/domain/changes.ts';
import type { Testimony } from '../../../lib/domain/model/testimonies/testimony.ts';
import { DAY } from '../../../lib/durations.ts';
import { commitChanges } from '../../support/commit-changes.ts';
import { countSubject, listSubjects } from '../../support/find-mails.ts';
import { type Market, startMarket } from '../../support/start-market.ts';
import { asClientSees, BUYER, documentBody, PDF } from '../../support/testimony-builders.ts';

const EXPORTED = 'Vaše údaje boli stiahnuté';
const INVALID_CURSOR = { status: 400, body: { message: 'Invalid cursor.' } };

let market: Market;

beforeEach(async () => {
  market = await startMarket();
});

const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

async function createCompletedTestimony() {
  const sale = await market.createAssignedTestimony();
  const { expert, testimony } = sale;
  await expert.post(`/testimonies/${testimony.id}/complete`, documentBody());
  await market.runJobs();
  return sale;
}

const download = async (url: string) => (await fetch(url)).arrayBuffer().then(Buffer.from);

it("the export of a client contains the account and everything stored about the client's testimonies", async () => {
  const { client, testimony, sessionId, offer } = await createCompletedTestimony();

  const { status, body } = await client.exportData();

  const mailed = [
    'Máte novú ponuku na znalecký posudok',
    'Prijali sme vašu platbu',
    'Váš znalecký posudok je hotový',
  ].map(subject => ({ id: expect.any(String), to: client.email, subject }));
  const [document] = body.data.testimonies.map((each: { document: { url: string } }) => each.document);
  const [{ id: tokenId, current }] = body.data.tokens;
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      data: {
        account: (await client.get('/me')).body.data,
        scans: null,
        tokens: [
          {
            id: client.token.split('|')[0],
            createdAt: moment,
            lastUsedAt: moment,
            userAgent: null,
            name: null,
            current,
          },
        ],
        testimonies: [
          {
            ...(await client.getTestimony(testimony.id)),
            document: { ...document, expiresAt: moment },
            earlierDocuments: [],
          },
        ],
        offers: [{ ...asClientSees(offer), state: 'accepted' }],
        checkouts: [
          {
            id: sessionId,
            testimonyId: testimony.id,
            offerId: offer.id,
            amount: 250,
            state: 'accepted',
            buyer: { ...BUYER, email: client.email, shippingAddress: null, company: null },
            createdAt: moment,
          },
        ],
        money: [
          { id: expect.any(String), kind: 'payment', testimonyId: testimony.id, amount: 250, at: moment },
        ],
        mails: mailed.map(mail => ({ ...mail, text: null, html: null, sentAt: moment, state: 'sent' })),
        audit: [],
      },
      meta: { next_cursor: null },
    },
  });
  expect([tokenId, current]).toEqual([client.token.split('|')[0], true]);
  expect((await download(document.url)).toString()).toBe(PDF);
});

it('the export of an expert contains scans and audit entries without the name of the operator', async () => {
  const { expert, testimony, offer } = await createCompletedTestimony();
  const operator = 'arn:aws:iam::1:user/ondrej';
  const decision = { approved: false, reason: 'Doklad je neplatný.' };
  await market.service.put(`/operator/experts/${expert.id}/approval`, decision, { operator });

  const { body } = await expert.exportData();

  expect(body.data).toMatchObject({
    scans: { front: { expiresAt: moment }, back: { expiresAt: moment } },
    testimonies: [{ id: testimony.id, document: { url: expect.any(String) } }],
    offers: [{ id: offer.id }],
    checkouts: [],
    money: [],
  });
  expect(body.data.audit).toEqual([
    { id: expect.any(String), what: 'approved in sandbox', why: null, when: moment },
    { id: expect.any(String), what: 'revoked', why: 'Doklad je neplatný.', when: moment },
  ]);
  expect(JSON.stringify(body)).not.toMatch(/ondrej|secretHash|passwordHash|identity-documents.*received/);
  expect((await download(body.data.scans.front.url)).subarray(0, 3).toString('hex')).toBe('ffd8ff');
});

it('the export of an expert contains no documents of testimonies that are assigned to other experts', async () => {
  const { testimony } = await createCompletedTestimony();
  const other = await market.createExpert();
  const open = await (await market.createClient()).createTestimony();
  await other.createOffer(open.id);

  const { body } = await other.exportData();

  expect(body.data.testimonies).toMatchObject([{ id: open.id, document: null, client: { email: null } }]);
  expect(JSON.stringify(body)).not.toContain(testimony.id);
});

it.each([
  ['missing', {}],
  ['wrong', { currentPassword: 'Iné heslo 1' }],
])(
  'an export with a %s current password returns 422, sends no mail and does not count towards the limit',
  async (_, form) => {
    const client = await market.createClient();

    const responses = [];
    for (let requestCount = 0; requestCount < 4; requestCount++)
      responses.push(await client.post('/me/export', form));

    expect(responses.map(({ status, body }) => [status, Object.keys(body.errors)])).toEqual(
      Array(4).fill([422, ['currentPassword']]),
    );
    await market.runJobs();
    expect(await listSubjects(client.email)).not.toContain(EXPORTED);
    market.service.deps.clock.advance(DAY - (market.service.deps.clock.now().getTime() % DAY));
    for (let requestCount = 0; requestCount < 5; requestCount++)
      expect(await client.exportData()).toMatchObject({ status: 200 });
  },
);

it('GET /api/v1/me/export is no route, because an export requires the password', async () => {
  const client = await market.createClient();

  expect(await client.get('/me/export')).toMatchObject({ status: 404 });
});

it('an export notifies the user by mail', async () => {
  const client = await market.createClient();

  await client.exportData();

  await market.runJobs();
  expect(await listSubjects(client.email)).toContain(EXPORTED);
});

it('the sixth export of a user within a day is rejected with 429', async () => {
  const own = await startMarket({ RATE_LIMITS: 'strict' });
  const client = await own.createClient();
  const { clock } = own.service.deps;
  clock.advance(DAY - (clock.now().getTime() % DAY));
  const statuses = [];
  for (let requestCount = 0; requestCount < 6; requestCount++)
    statuses.push((await client.exportData()).status);

  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);

  clock.advance(DAY);
  expect(await client.exportData()).toMatchObject({ status: 200 });
});

it('further pages of an export send no mail and do not count as exports', async () => {
  const client = await market.createClient();
  const { deps } = market.service;
  const ids: string[] = [(await client.createTestimony()).id];
  const testimony = (await deps.testimonies.find(ids[0] ?? '')) as Testimony;
  for (let batch = 0; batch < 20; batch++) {
    const copies = Array.from({ length: 25 }, () => ({ ...testimony, id: deps.random.uuid() }));
    await commitChanges(deps, copies.flatMap(testimonyCreated));
    ids.push(...copies.map(({ id }) => id));
  }
  const first = (await client.exportData()).body;
  const nextPage = { cursor: first.meta.next_cursor };

  const next = await Promise.all(Array.from({ length: 6 }, () => client.post('/me/export', nextPage)));

  const listIds = (testimonies: { id: string }[]) => testimonies.map(({ id }) => id);
  expect([...listIds(first.data.testimonies), ...listIds(next[0]?.body.data.testimonies)]).toEqual(ids);
  expect(next.map(({ status, body }) => [status, body.meta.next_cursor])).toEqual(Array(6).fill([200, null]));
  expect(next[0]?.body.data.tokens).toEqual([]);
  await market.runJobs();
  expect(await countSubject(EXPORTED, client.email)).toBe(1);
  const stranger = await market.createClient();
  expect(await stranger.post('/me/export', nextPage)).toMatchObject(INVALID_CURSOR);
  const otherDevice = await market.service.signIn(client.email);
  expect(await market.service.post('/me/export', nextPage, { token: otherDevice })).toMatchObject(
    INVALID_CURSOR,
  );
});
