/** Tests of POST /api/v1/testimonies/{id}/complete (infra/docs/api/testimonies.md). */
import { beforeAll, describe, expect, it } from 'vitest';
import { createJpeg, createPdf } from '../../support/builders.ts';
import { fieldErrorResponse } from '../../support/error-responses.ts';
import { listSubjects } from '../../support/find-mails.ts';
import { listObjectKeys } from '../../support/inspect-store.ts';
import { type Market, startMarket } from '../../support/start-market.ts';
import { documentBody } from '../../support/testimony-builders.ts';

let market: Market;

beforeAll(async () => {
  market = await startMarket();
});

const PDF_ONLY = 'Súbor musí byť vo formáte PDF.';
const TOO_LARGE = 'Súbor môže mať najviac 10 MB.';
const MISSING = 'Nahrajte dokument.';
async function listDocumentKeys(id: string): Promise<string[]> {
  await market.runJobs();
  return (await listObjectKeys(market.service.deps)).filter(key => key.startsWith(`testimonies/${id}/`));
}

it('the delivery of a PDF completes the testimony and notifies the client', async () => {
  const { client, expert, testimony, offer } = await market.createAssignedTestimony();

  const { status, body } = await expert.post(`/testimonies/${testimony.id}/complete`, documentBody());
  await market.runJobs();

  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    id: testimony.id,
    state: 'completed',
    price: 250,
    client: { email: client.email },
    acceptedOffer: { id: offer.id, state: 'accepted' },
    offers: [{ id: offer.id }],
  });
  const owed = { ...body.data.payout, status: 'owed', reason: null };
  expect(await expert.getTestimony(testimony.id)).toEqual({
    ...body.data,
    documentCheck: 'ok',
    payout: owed,
  });
  expect(await listDocumentKeys(testimony.id)).toHaveLength(1);
  expect((await listSubjects(client.email)).filter(subject => subject.includes('hotový'))).toHaveLength(1);
});

it('a delivered document may have at most 10 MB', async () => {
  const { expert, testimony } = await market.createAssignedTestimony();
  const complete = (size: number) =>
    expert.post(`/testimonies/${testimony.id}/complete`, documentBody(createPdf(size)));

  expect(await complete(10_485_761)).toMatchObject(fieldErrorResponse('document', TOO_LARGE));
  expect(await complete(10_485_760)).toMatchObject({ status: 200 });
});

it('an expert can deliver a document after the approval was revoked', async () => {
  const { expert, testimony } = await market.createAssignedTestimony();
  await market.revokeApproval(expert);

  expect(await expert.post(`/testimonies/${testimony.id}/complete`, documentBody())).toMatchObject({
    status: 200,
  });
});

describe('validation of the delivered document', () => {
  let sale: Awaited<ReturnType<Market['createAssignedTestimony']>>;
  beforeAll(async () => {
    sale = await market.createAssignedTestimony();
  });
  const createFormWithoutDocument = () => {
    const form = new FormData();
    form.append('other', 'x');
    return form;
  };
  it.each([
    ['missing', createFormWithoutDocument, MISSING],
    ['an image with the type of a PDF', () => documentBody(createJpeg()), PDF_ONLY],
  ])('an invalid document is rejected with 422 (the document is %s)', async (_, form, message) => {
    const { expert, testimony } = sale;

    expect(await expert.post(`/testimonies/${testimony.id}/complete`, form())).toMatchObject(
      fieldErrorResponse('document', message),
    );
  });
});

it('ten concurrent deliveries of a testimony store one document and send one mail', async () => {
  const { client, expert, testimony } = await market.createAssignedTestimony();

  const responses = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      expert.post(`/testimonies/${testimony.id}/complete`, documentBody(`%PDF-1.7\n${at}`)),
    ),
  );
  await market.runJobs();

  expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
  expect(await listDocumentKeys(testimony.id)).toHaveLength(1);
  const link = (await client.get(`/testimonies/${testimony.id}/download`)).body.data;
  const winner = responses.findIndex(({ status }) => status === 200);
  expect(await (await fetch(link.url)).text()).toBe(`%PDF-1.7\n${winner}`);
  expect((await listSubjects(client.email)).filter(subject => subject.includes('hotový'))).toHaveLength(1);
});
