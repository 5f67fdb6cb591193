import { beforeAll, describe, expect, it } from 'vitest';
import { asOperator, judge } from '../../support/operators.ts';
import { type Service, startService } from '../../support/service.ts';

const PATH = '/operator/experts';
const URL_OF_LIST = 'https://api.testimony.example/api/v1/operator/experts';
const BAD = { status: 400, body: { message: 'Invalid cursor.' } };

let service: Service;
let ids: string[];

/** Seventeen experts who wait for their review, one who was accepted, and a client. */
beforeAll(async () => {
  service = await startService();
  ids = [];
  for (let count = 0; count < 17; count++) ids.push((await service.register()).id);
  const { id } = await service.register();
  await judge(service, id, { decision: 'accepted' });
  await service.registerClient();
});

const list = (query = '') => service.get(`${PATH}${query}`, asOperator);
const listIds = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id);

describe('GET /api/v1/operator/experts', () => {
  it('returns pages of 15 experts with a pending review, longest waiting first', async () => {
    const { status, body } = await list('?state=pending');

    expect([status, listIds(body)]).toEqual([200, ids.slice(0, 15)]);
    const next = body.meta.next_cursor;
    expect({ links: body.links, meta: body.meta }).toEqual({
      links: {
        first: null,
        last: null,
        prev: null,
        next: `${URL_OF_LIST}?state=pending&cursor=${next}`,
      },
      meta: { path: URL_OF_LIST, per_page: 15, next_cursor: expect.any(String), prev_cursor: null },
    });
  });

  it('returns the remaining experts on the second page with a link back', async () => {
    const first = (await list('?state=pending')).body;
    const second = (await service.get(first.links.next.split('/api/v1')[1], asOperator)).body;

    expect(listIds(second)).toEqual(ids.slice(15));
    expect(second.meta).toMatchObject({ next_cursor: null, prev_cursor: expect.any(String) });
    expect(second.links.next).toBeNull();
    const back = (await service.get(second.links.prev.split('/api/v1')[1], asOperator)).body;
    expect(listIds(back)).toEqual(ids.slice(0, 15));
    expect(back.meta).toMatchObject({ next_cursor: expect.any(String), prev_cursor: null });
  });

  it('returns each expert in the representation of GET /me', async () => {
    const { token, id } = await service.register();
    const own = (await service.get('/me', { token })).body.data;

    const second = await list(`?cursor=${(await list()).body.meta.next_cursor}`);

    expect(second.body.data).toContainEqual(own);
    expect(JSON.stringify(second.body)).not.toMatch(/identity-documents|incoming|hash|epoch/i);
    await judge(service, id, { decision: 'rejected', reason: 'x' });
  });

  it('returns accepted experts when the state is accepted', async () => {
    expect((await list('?state=accepted')).body.data).toEqual([
      expect.objectContaining({ identityReview: 'accepted' }),
    ]);
  });

  it('returns the first page for an empty cursor', async () => {
    expect(listIds((await list('?state=pending&cursor=')).body)).toEqual(ids.slice(0, 15));
  });

  it.each<[string, (cursor: string) => string]>([
    ['is nonsense', () => 'nonsense'],
    ['has no seal', cursor => cursor.split('.')[0] ?? ''],
    ['has another seal', cursor => cursor.replace(/.$/, last => (last === 'A' ? 'B' : 'A'))],
    ['has more behind its seal', cursor => `${cursor}.x`],
    ['was made up', cursor => `${Buffer.from('{"from":"x"}').toString('base64url')}.${cursor.split('.')[1]}`],
    ['is only dots', () => '...'],
  ])('returns 400 for a cursor that %s', async (_, change) => {
    const cursor = change((await list()).body.meta.next_cursor);

    const { status, body } = await list(`?cursor=${encodeURIComponent(cursor)}`);

    expect({ status, body }).toEqual(BAD);
  });

  it('returns 400 for a cursor of another list', async () => {
    const cursor = (await list()).body.meta.next_cursor;

    expect(await list(`?state=accepted&cursor=${cursor}`)).toMatchObject(BAD);
    expect(await service.get(`/operator/jobs?cursor=${cursor}`, asOperator)).toMatchObject(BAD);
  });

  it('returns 422 for an unknown state', async () => {
    expect(await list('?state=waiting')).toMatchObject({
      status: 422,
      body: { errors: { state: ['Vyberte jednu z ponúkaných možností.'] } },
    });
  });
});
