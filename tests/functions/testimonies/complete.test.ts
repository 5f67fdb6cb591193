/** POST /api/v1/testimonies/{id}/complete (infra/docs/api/testimonies.md). */
import { beforeAll, describe, expect, it } from 'vitest';
import { createJpeg, createPdf } from '../../support/builders.ts';
import {
  fieldErrorResponse,
  NOT_FOUND,
  UNAUTHORIZED,
  UNKNOWN_IDS,
  UNVERIFIED,
  WRONG_STATE,
} from '../../support/error-responses.ts';
import { listSubjects, renderTestimonyMail } from '../../support/find-mails.ts';
import { listObjectKeys } from '../../support/inspect-store.ts';
import { type Market, startMarket } from '../../support/start-market.ts';
import { listMailsTo } from '../../support/start-service.ts';
import { documentBody } from '../../support/testimony-builders.ts';

let market: Market;

beforeAll(async () => {
  market = await startMarket();
});

const PDF_ONLY = 'Súbor musí byť dokument vo formáte PDF.';
const TOO_LARGE = 'Súbor môže mať najviac 10 MB.';
const MISSING = 'Nahrajte dokument.';
async function listDocumentKeys(id: string): Promise<string[]> {
  await market.runJobs();
  return (await listObjectKeys(market.service.deps)).filter(key => key.startsWith(`testimonies/${id}/`));
}

describe('POST /api/v1/testimonies/{id}/complete', () => {
  it('stores the PDF, completes the testimony and notifies the client', async () => {
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
    const [mail, ...others] = (await listMailsTo(client.email)).filter(({ subject }) =>
      subject.includes('hotový'),
    );
    expect(others).toEqual([]);
    expect(mail?.body.text).toBe(
      renderTestimonyMail(testimony.id, {
        says: [
          'Dobrý deň, Peter,',
          'znalec odovzdal váš znalecký posudok. Stiahnuť si ho môžete po prihlásení.',
        ],
        action: 'Otvoriť posudok',
      }),
    );
  });

  it('accepts a testimony document of 10 MB and returns 422 for one that is a byte larger', async () => {
    const { expert, testimony } = await market.createAssignedTestimony();
    const complete = (size: number) =>
      expert.post(`/testimonies/${testimony.id}/complete`, documentBody(createPdf(size)));

    expect(await complete(10_485_761)).toMatchObject(fieldErrorResponse('document', TOO_LARGE));
    expect(await complete(10_485_760)).toMatchObject({ status: 200 });
  });

  it("completes an accepted testimony after the expert's approval was revoked", async () => {
    const { expert, testimony } = await market.createAssignedTestimony();
    await market.revokeApproval(expert);

    expect(await expert.post(`/testimonies/${testimony.id}/complete`, documentBody())).toMatchObject({
      status: 200,
    });
  });

  it('returns 409 when a testimony is completed a second time', async () => {
    const { expert, testimony } = await market.createAssignedTestimony();
    await expert.post(`/testimonies/${testimony.id}/complete`, documentBody('%PDF-1.7\nfirst'));

    expect(await expert.post(`/testimonies/${testimony.id}/complete`, documentBody())).toMatchObject(
      WRONG_STATE,
    );
    expect(await listDocumentKeys(testimony.id)).toHaveLength(1);
  });
});

describe('validation of the testimony document', () => {
  let sale: Awaited<ReturnType<Market['createAssignedTestimony']>>;
  beforeAll(async () => {
    sale = await market.createAssignedTestimony();
  });

  const text = (value: string) => {
    const form = new FormData();
    form.append('document', value);
    return form;
  };
  const empty = () => {
    const form = new FormData();
    form.append('other', 'x');
    return form;
  };
  it.each([
    ['missing', empty, MISSING],
    ['blank text', () => text(' '), MISSING],
    ['text instead of a file', () => text('%PDF-1.7'), 'Nahrajte súbor.'],
    ['an image with the type of a PDF', () => documentBody(createJpeg()), PDF_ONLY],
    ['a PDF with a leading space', () => documentBody(` %PDF-1.7\n`), PDF_ONLY],
    ['an empty file', () => documentBody(''), PDF_ONLY],
  ])('returns 422 when the testimony document is %s', async (_, form, message) => {
    const { expert, testimony } = sale;

    expect(await expert.post(`/testimonies/${testimony.id}/complete`, form())).toMatchObject(
      fieldErrorResponse('document', message),
    );
  });

  it('returns 422 for a JSON body, 415 for a PDF body and 400 for an unreadable multipart body', async () => {
    const { expert, testimony } = sale;
    const complete = (body: object, type?: string) =>
      expert.post(`/testimonies/${testimony.id}/complete`, body, type);

    expect(await complete({ document: 'x' })).toMatchObject(
      fieldErrorResponse('document', 'Nahrajte súbor.'),
    );
    expect(await complete(Buffer.from('%PDF-1.7'), 'application/pdf')).toMatchObject({ status: 415 });
    expect(await complete(Buffer.from('x'), 'multipart/form-data; boundary=b')).toMatchObject({
      status: 400,
    });
  });
});

describe('permissions for completing', () => {
  it('returns 403 to the client and to experts who are not assigned', async () => {
    const { client, testimony } = await market.createAssignedTestimony();
    const rival = await market.createExpert();
    const open = await market.createOfferedTestimony();

    expect(await client.post(`/testimonies/${testimony.id}/complete`, documentBody())).toMatchObject(
      UNAUTHORIZED,
    );
    expect(await rival.post(`/testimonies/${testimony.id}/complete`, documentBody())).toMatchObject(
      UNAUTHORIZED,
    );
    expect(
      await open.expert.post(`/testimonies/${open.testimony.id}/complete`, documentBody()),
    ).toMatchObject(UNAUTHORIZED);
    expect(await listDocumentKeys(testimony.id)).toEqual([]);
  });

  it('returns 403 to an expert with an unverified e-mail address', async () => {
    const { expert, testimony } = await market.createAssignedTestimony();
    await market.updateAccount(expert, { emailVerified: false });

    expect(await expert.post(`/testimonies/${testimony.id}/complete`, documentBody())).toMatchObject(
      UNVERIFIED,
    );
  });

  it.each(UNKNOWN_IDS)('returns 404 for a testimony that does not exist: %s', async id => {
    expect(
      await (await market.createExpert()).post(`/testimonies/${id}/complete`, documentBody()),
    ).toMatchObject(NOT_FOUND);
  });
});

it('completes a testimony once, stores one document and sends one mail when ten requests are concurrent', async () => {
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
