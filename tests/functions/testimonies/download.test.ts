/** Tests of GET /api/v1/testimonies/{id}/download (infra/docs/api/testimonies.md). */
import { randomBytes } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { type Market, startMarket } from '../../support/start-market.ts';
import { documentBody } from '../../support/testimony-builders.ts';

let market: Market;
let completed: Awaited<ReturnType<Market['createAssignedTestimony']>>;
const content = new Blob(['%PDF-1.7\n', randomBytes(50_000)]);

beforeAll(async () => {
  market = await startMarket();
  completed = await market.createAssignedTestimony();
  await completed.expert.post(`/testimonies/${completed.testimony.id}/complete`, documentBody(content));
});

const downloadPath = ({ testimony }: { testimony: { id: string } }) =>
  `/testimonies/${testimony.id}/download`;

it.each(['client', 'expert'] as const)(
  'each party gets a link to the exact bytes of the delivered document (%s)',
  async role => {
    const fileName = `znalecky-posudok-${completed.testimony.id}.pdf`;

    const { status, body } = await completed[role].get(downloadPath(completed));

    expect({ status, body }).toEqual({
      status: 200,
      body: {
        data: { url: expect.stringMatching(/^http/), fileName, expiresAt: expect.stringMatching(/Z$/) },
      },
    });
    const read = await (await fetch(body.data.url)).bytes();
    expect(Buffer.from(read).equals(Buffer.from(await content.bytes()))).toBe(true);
  },
);

it('a download link is valid for five minutes and sets the file name', async () => {
  const requestedAt = market.service.deps.clock.now().getTime();

  const { data } = (await completed.client.get(downloadPath(completed))).body;

  expect((Date.parse(data.expiresAt) - requestedAt) / 1000).toBeCloseTo(300, 0);
  const { searchParams } = new URL(data.url);
  expect(searchParams.get('X-Amz-Expires')).toBe('300');
  expect(searchParams.get('response-content-type')).toBe('application/pdf');
  expect(searchParams.get('response-content-disposition')).toBe(`attachment; filename="${data.fileName}"`);
  const file = await fetch(data.url);
  expect(file.headers.get('content-type')).toBe('application/pdf');
  expect(file.headers.get('content-disposition')).toMatch(/^attachment/);
});
