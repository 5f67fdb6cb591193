import { beforeAll, expect, it } from 'vitest';
import { asOperator, submitIdentityReview } from '../../../support/operators.ts';
import { type Service, startService } from '../../../support/start-service.ts';

const PATH = '/operator/experts';
const LIST_URL = 'https://api.testimony.example/api/v1/operator/experts';

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

it('listing experts in an unknown state of the identity review returns 422', async () => {
  expect(await listExperts('?state=waiting')).toMatchObject({
    status: 422,
    body: { errors: { state: ['Vyberte jednu z ponúkaných možností.'] } },
  });
});
