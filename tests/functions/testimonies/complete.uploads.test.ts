/** Tests of completing a testimony with a document that was uploaded to the bucket (infra/docs/api/uploads.md). */
import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { createJpeg, createPdf } from '../../support/builders.ts';
import { fieldErrorResponse } from '../../support/error-responses.ts';
import { listObjectKeys } from '../../support/inspect-store.ts';
import { type Market, type Person, startMarket } from '../../support/start-market.ts';
import { postFile, requestUploadPermit, uploadFile } from '../../support/upload-file.ts';

let market: Market;

beforeAll(async () => {
  market = await startMarket();
});

const UNUSABLE = 'Nahraný súbor sa nenašiel, jeho platnosť vypršala alebo už bol použitý.';
const PURPOSE = 'testimony-document';
const uploadDocument = ({ token }: Person, file: Blob, purpose = PURPOSE) =>
  uploadFile(market.service, file, purpose, token);

function completeTestimony(expert: Person, id: string, key: string) {
  const form = new FormData();
  form.append('document', key);
  return expert.post(`/testimonies/${id}/complete`, form);
}

it('a testimony is completed with the exact bytes of the uploaded document', async () => {
  const { client, expert, testimony } = await market.createAssignedTestimony();
  const file = new Blob(['%PDF-1.7\n', randomBytes(200_000)], { type: 'application/pdf' });

  const response = await completeTestimony(expert, testimony.id, await uploadDocument(expert, file));

  expect(response).toMatchObject({ status: 200, body: { data: { state: 'completed' } } });
  const { url } = (await client.get(`/testimonies/${testimony.id}/download`)).body.data;
  const read = await (await fetch(url)).bytes();
  expect(Buffer.from(read).equals(Buffer.from(await file.bytes()))).toBe(true);
});

it('an uploaded document can be used only once', async () => {
  const [one, other] = await Promise.all([
    market.createAssignedTestimony(),
    market.createAssignedTestimony(),
  ]);
  const key = await uploadDocument(one.expert, createPdf());
  await completeTestimony(one.expert, one.testimony.id, key);

  expect(await completeTestimony(other.expert, other.testimony.id, key)).toMatchObject(
    fieldErrorResponse('document', UNUSABLE),
  );
  expect(await completeTestimony(one.expert, one.testimony.id, key)).toMatchObject(
    fieldErrorResponse('document', UNUSABLE),
  );
  expect(await listObjectKeys(market.service.deps)).not.toContain(key);
});

it('an uploaded document completes only one of three testimonies when the requests are concurrent', async () => {
  const sales = await Promise.all([
    market.createAssignedTestimony(),
    market.createAssignedTestimony(),
    market.createAssignedTestimony(),
  ]);
  const key = await uploadDocument(sales[0].expert, createPdf());

  const responses = await Promise.all(
    sales.map(({ expert, testimony }) => completeTestimony(expert, testimony.id, key)),
  );

  const done = responses.filter(({ status }) => status === 200);
  expect(done).toHaveLength(1);
  for (const response of responses) {
    if (response.status !== 200) expect(response).toMatchObject(fieldErrorResponse('document', UNUSABLE));
  }
  await market.runJobs();
  const documentKeys = (await listObjectKeys(market.service.deps)).filter(place =>
    sales.some(({ testimony }) => place.startsWith(`testimonies/${testimony.id}/`)),
  );
  expect(documentKeys).toHaveLength(1);
});

it('a testimony is completed once when ten concurrent requests use the same uploaded document', async () => {
  const { expert, testimony } = await market.createAssignedTestimony();
  const key = await uploadDocument(expert, createPdf());

  const responses = await Promise.all(
    Array.from({ length: 10 }, () => completeTestimony(expert, testimony.id, key)),
  );

  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(responses.filter(({ status }) => status === 409 || status === 422)).toHaveLength(9);
});

it('an uploaded document stays usable after a request with it was rejected with 403', async () => {
  const [open, sale] = await Promise.all([market.createOfferedTestimony(), market.createAssignedTestimony()]);
  const key = await uploadDocument(sale.expert, createPdf());

  expect(await completeTestimony(open.expert, open.testimony.id, key)).toMatchObject({ status: 403 });
  expect(await completeTestimony(sale.expert, sale.testimony.id, key)).toMatchObject({ status: 200 });
});

describe('rejected upload keys of documents', () => {
  const keys: Record<string, (expert: Person) => Promise<string>> = {
    'that was never issued': async () => `incoming/${PURPOSE}/${randomBytes(16).toString('hex')}`,
    'of an identity document': expert => uploadDocument(expert, createJpeg(), 'identity-document'),
    'without an uploaded file': async ({ token }) =>
      (await requestUploadPermit(market.service, createPdf(), PURPOSE, token)).key,
  };
  it.each(Object.entries(keys))(
    'an unusable upload key is rejected with 422 (a key %s)',
    async (_, createKey) => {
      const { expert, testimony } = await market.createAssignedTestimony();

      expect(await completeTestimony(expert, testimony.id, await createKey(expert))).toMatchObject(
        fieldErrorResponse('document', UNUSABLE),
      );
      expect(await expert.getTestimony(testimony.id)).toMatchObject({ state: 'accepted' });
    },
  );

  it('an uploaded file that is not a PDF is rejected with 422 as a document', async () => {
    const { expert, testimony } = await market.createAssignedTestimony();
    const permitted = await requestUploadPermit(market.service, createPdf(), PURPOSE, expert.token);
    await postFile(permitted, new Blob([await createJpeg().bytes()], { type: 'application/pdf' }));

    expect(await completeTestimony(expert, testimony.id, permitted.key)).toMatchObject(
      fieldErrorResponse('document', 'Súbor musí byť vo formáte PDF.'),
    );
  });
});
