import { beforeAll, expect, it } from 'vitest';
import { asOperator, submitIdentityReview } from '../../../support/operators.ts';
import { type Service, startService } from '../../../support/start-service.ts';

const PATH = '/operator/experts';
const LIST_URL = 'https://api.testimony.example/api/v1/operator/experts';
const INVALID_CURSOR = { status: 400, body: { message: 'Invalid cursor.' } };

let service: Service;
let ids: string[];

/** Registers seventeen experts with a pending identity review, one accepted expert and a client. */
beforeAll(async () => {
  service = await startService();
  ids = [];
  for (let count = 0; count < 17; count++) ids.push((await service.registerExpert()).id);
  const { id } = await service.registerExpert();
  await submitIdentityReview(service, id, { decision: 'accepted' });
  await service.registerClient();
});

const listExperts = (query = '') => service.get(`${PATH}${query}`, asOperator);
const listIds = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id);

it('experts with a pending identity review are listed in pages of 15, longest waiting first', async () => {
  const { status, body } = await listExperts('?state=pending');

  expect([status, listIds(body)]).toEqual([200, ids.slice(0, 15)]);
  const next = body.meta.next_cursor;
  expect({ links: body.links, meta: body.meta }).toEqual({
    links: {
      first: null,
      last: null,
      prev: null,
      next: `${LIST_URL}?state=pending&cursor=${next}`,
    },
    meta: { path: LIST_URL, per_page: 15, next_cursor: expect.any(String), prev_cursor: null },
  });
});

it('the second page of experts has the remaining experts and a link back to the first page', async () => {
  const first = (await listExperts('?state=pending')).body;
  const second = (await service.get(first.links.next.split('/api/v1')[1], asOperator)).body;

  expect(listIds(second)).toEqual(ids.slice(15));
  expect(second.meta).toMatchObject({ next_cursor: null, prev_cursor: expect.any(String) });
  expect(second.links.next).toBeNull();
  const back = (await service.get(second.links.prev.split('/api/v1')[1], asOperator)).body;
  expect(listIds(back)).toEqual(ids.slice(0, 15));
  expect(back.meta).toMatchObject({ next_cursor: expect.any(String), prev_cursor: null });
});

it('a listed expert has the same fields as in GET /me', async () => {
  const { token, id } = await service.registerExpert();
  const own = (await service.get('/me', { token })).body.data;

  const second = await listExperts(`?cursor=${(await listExperts()).body.meta.next_cursor}`);

  expect(second.body.data).toContainEqual(own);
  expect(JSON.stringify(second.body)).not.toMatch(/identity-documents|incoming|hash|epoch/i);
  await submitIdentityReview(service, id, { decision: 'rejected', reason: 'x' });
});

it('experts with an accepted identity review are listed under the state accepted', async () => {
  expect((await listExperts('?state=accepted')).body.data).toEqual([
    expect.objectContaining({ identityReview: 'accepted' }),
  ]);
});

it('an empty cursor returns the first page of experts', async () => {
  expect(listIds((await listExperts('?state=pending&cursor=')).body)).toEqual(ids.slice(0, 15));
});

it.each<[string, (cursor: string) => string]>([
  ['is malformed', () => 'nonsense'],
  ['has no signature', cursor => cursor.split('.')[0] ?? ''],
  ['has a wrong signature', cursor => cursor.replace(/.$/, last => (last === 'A' ? 'B' : 'A'))],
  ['has text after its signature', cursor => `${cursor}.x`],
  ['is forged', cursor => `${Buffer.from('{"from":"x"}').toString('base64url')}.${cursor.split('.')[1]}`],
  ['consists of dots', () => '...'],
])('a cursor that the service did not issue is rejected with 400 (the cursor %s)', async (_, change) => {
  const cursor = change((await listExperts()).body.meta.next_cursor);

  const { status, body } = await listExperts(`?cursor=${encodeURIComponent(cursor)}`);

  expect({ status, body }).toEqual(INVALID_CURSOR);
});

it("the cursor of one operators' list is rejected with 400 by other lists", async () => {
  const cursor = (await listExperts()).body.meta.next_cursor;

  expect(await listExperts(`?state=accepted&cursor=${cursor}`)).toMatchObject(INVALID_CURSOR);
  expect(await service.get(`/operator/jobs?cursor=${cursor}`, asOperator)).toMatchObject(INVALID_CURSOR);
});

it('listing experts in an unknown state of the identity review returns 422', async () => {
  expect(await listExperts('?state=waiting')).toMatchObject({
    status: 422,
    body: { errors: { state: ['Vyberte jednu z ponúkaných možností.'] } },
  });
});
