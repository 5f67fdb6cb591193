/** Tests of corrected versions of a delivered document (infra/docs/api/testimonies.md#delivering-a-testimony). */
import { beforeAll, expect, it } from 'vitest';
import { PASSWORD } from '../../support/builders.ts';
import { WRONG_STATE } from '../../support/error-responses.ts';
import { countSubject, findMailText } from '../../support/find-mails.ts';
import { listObjectKeys } from '../../support/inspect-store.ts';
import { operatorRoutes } from '../../support/operator-routes.ts';
import {
  type AssignedTestimony,
  createPaidOutTestimony,
  createWaitingTestimony,
  getPayout,
  listTransfers,
  setDocumentCheck,
} from '../../support/payouts.ts';
import { assertSuccess, type Market, startMarket } from '../../support/start-market.ts';
import { documentBody, PDF } from '../../support/testimony-builders.ts';

const DAY = 24 * 3600_000;
const CORRECTED = 'Znalec odovzdal opravený posudok';

let market: Market;

beforeAll(async () => {
  market = await startMarket();
});

const correctDocument = ({ expert, testimony }: AssignedTestimony, content: string) =>
  expert.post(`/testimonies/${testimony.id}/complete`, documentBody(versionOf(content)));
const versionOf = (content: string) => `${PDF}\n% ${content}`;
async function listDocumentKeys(id: string, on: Market = market): Promise<string[]> {
  await on.runJobs();
  return (await listObjectKeys(on.service.deps)).filter(key => key.startsWith(`testimonies/${id}/`));
}
async function downloadDocument({ client, testimony }: AssignedTestimony): Promise<string> {
  const { url } = (await client.get(`/testimonies/${testimony.id}/download`)).body.data;
  return (await fetch(url)).text();
}

async function createComplaint(where = market): Promise<AssignedTestimony> {
  const sale = await createWaitingTestimony(where);
  await sale.client.complainAboutTestimony(sale.testimony.id);
  return sale;
}

it('the client downloads the latest corrected document while earlier versions are kept', async () => {
  const sale = await createComplaint();
  const before = await sale.client.getTestimony(sale.testimony.id);

  const { status, body } = await correctDocument(sale, 'second');
  await correctDocument(sale, 'third');

  expect({ status, data: body.data }).toMatchObject({
    status: 200,
    data: { state: 'completed', completedAt: before.completedAt, complaint: { endedAt: null } },
  });
  expect(await downloadDocument(sale)).toBe(versionOf('third'));
  expect(await listDocumentKeys(sale.testimony.id)).toHaveLength(3);
  const { versions } = await sale.client.getTestimony(sale.testimony.id);
  expect(versions).toEqual([
    { deliveredAt: before.completedAt },
    ...Array(2).fill({ deliveredAt: expect.any(String) }),
  ]);
  expect((await operatorRoutes(market).show(sale.testimony.id)).versions).toEqual(versions);
});

it('the payout for a corrected document, which is announced by mail, waits until the complaint ends', async () => {
  const own = await startMarket();
  const sale = await createComplaint(own);

  await correctDocument(sale, 'second');
  own.service.deps.clock.advance(10 * DAY);
  await own.runJobs();

  expect(await countSubject(CORRECTED, sale.client.email)).toBe(1);
  expect(await listTransfers(own, sale)).toEqual([]);
  await sale.client.confirmTestimony(sale.testimony.id);
  await own.runJobs();
  expect(await getPayout(sale)).toMatchObject({ status: 'sent' });
});

it.each(['unreadable', 'active-content'] as const)(
  'the payout delay starts again when a document that did not pass its check is corrected (%s)',
  async documentCheck => {
    const own = await startMarket();
    const sale = await createWaitingTestimony(own);
    await setDocumentCheck(own, sale, documentCheck);
    own.service.deps.clock.advance(2 * DAY);
    expect((await sale.expert.getTestimony(sale.testimony.id)).allowedActions).toContain('complete');

    const { complaintUntil, versions } = (await correctDocument(sale, 'second')).body.data;
    await setDocumentCheck(own, sale, 'ok');
    expect(Date.parse(complaintUntil) - Date.parse(versions[1].deliveredAt)).toBe(3 * DAY);
    own.service.deps.clock.advance(2 * DAY);
    await own.runJobs();
    expect(await listTransfers(own, sale)).toEqual([]);
    own.service.deps.clock.advance(DAY);
    await own.runJobs();

    expect(await listTransfers(own, sale)).toHaveLength(1);
  },
);

it('a corrected version of an unreadable document can be delivered after the payout, which is not changed', async () => {
  const sale = await createPaidOutTestimony(market);
  await setDocumentCheck(market, sale, 'unreadable');

  expect(await correctDocument(sale, 'second')).toMatchObject({ status: 200 });
  await market.runJobs();

  expect(await downloadDocument(sale)).toBe(versionOf('second'));
  expect(await getPayout(sale)).toMatchObject({ status: 'sent' });
  expect(await listTransfers(market, sale)).toHaveLength(1);
});

it('the mail about a corrected document does not mention complaints when the client has already confirmed', async () => {
  const own = await startMarket();
  const sale = await createWaitingTestimony(own);
  await setDocumentCheck(own, sale, 'unreadable');
  assertSuccess(await sale.client.confirmTestimony(sale.testimony.id));
  await own.runJobs();
  expect(await getPayout(sale)).toMatchObject({ status: 'held', reason: 'document' });

  await correctDocument(sale, 'second');
  await own.runJobs();

  expect(await findMailText(sale.client.email, CORRECTED)).not.toContain('reklamovať');
});

it.each(['pending', 'ok'] as const)(
  'a document cannot be corrected without a complaint or a failed check (check: %s)',
  async documentCheck => {
    const sale = await createWaitingTestimony(market);
    await setDocumentCheck(market, sale, documentCheck);

    expect(await correctDocument(sale, 'second')).toMatchObject(WRONG_STATE);
    expect(await listDocumentKeys(sale.testimony.id)).toHaveLength(1);
  },
);

it('a document cannot be corrected after its complaint has ended', async () => {
  const [confirmed, decided] = [await createComplaint(), await createComplaint()];
  await confirmed.client.confirmTestimony(confirmed.testimony.id);
  await operatorRoutes(market).endComplaint(decided.testimony.id, {
    outcome: 'pay-out',
    reason: 'Posudok je úplný.',
  });

  for (const sale of [confirmed, decided]) {
    expect(await correctDocument(sale, 'second')).toMatchObject(WRONG_STATE);
    expect(await listDocumentKeys(sale.testimony.id)).toHaveLength(1);
  }
});

it('a document can have at most twenty versions', async () => {
  const sale = await createComplaint();
  for (let version = 2; version <= 20; version++)
    expect(await correctDocument(sale, 'better')).toMatchObject({ status: 200 });

  expect(await correctDocument(sale, 'best')).toMatchObject(WRONG_STATE);
  expect(await listDocumentKeys(sale.testimony.id)).toHaveLength(20);
  expect((await sale.expert.getTestimony(sale.testimony.id)).allowedActions).not.toContain('complete');
});

it('the exports of both parties contain the corrected document and its earlier versions', async () => {
  const sale = await createComplaint();
  await correctDocument(sale, 'second');

  for (const party of [sale.client, sale.expert]) {
    const [exported] = (await party.exportData()).body.data.testimonies;
    expect(await (await fetch(exported.document.url)).text()).toBe(versionOf('second'));
    expect(exported.earlierDocuments).toHaveLength(1);
    expect(await (await fetch(exported.earlierDocuments[0].url)).text()).toBe(PDF);
  }
});

it('all versions of a document are kept when the client closes the account', async () => {
  const sale = await createComplaint();
  await correctDocument(sale, 'second');
  await sale.client.confirmTestimony(sale.testimony.id);
  await market.runJobs();

  const { token } = sale.client;
  await market.service.sendWithMethod('DELETE', '/me', { currentPassword: PASSWORD }, { token });
  await market.runJobs();

  expect(await listDocumentKeys(sale.testimony.id)).toHaveLength(2);
});

it('a corrected document that is delivered while the complaint ends is either stored or rejected', async () => {
  for (let round = 0; round < 5; round++) {
    const sale = await createComplaint();

    const [corrected, ended] = await Promise.all([
      correctDocument(sale, `${round}`),
      operatorRoutes(market).endComplaint(sale.testimony.id, {
        outcome: 'pay-out',
        reason: 'Posudok je úplný.',
      }),
    ]);
    await market.runJobs();

    expect(ended).toMatchObject({ status: 200 });
    expect([200, 409]).toContain(corrected.status);
    const versions = corrected.status === 200 ? 2 : 1;
    expect(await listDocumentKeys(sale.testimony.id)).toHaveLength(versions);
    expect((await sale.client.getTestimony(sale.testimony.id)).versions).toHaveLength(versions);
    expect(await getPayout(sale)).toMatchObject({ status: 'sent' });
    expect(await listTransfers(market, sale)).toHaveLength(1);
  }
});

it('three concurrent corrections are stored as three versions', async () => {
  const sale = await createComplaint();

  const responses = await Promise.all(['a', 'b', 'c'].map(content => correctDocument(sale, content)));

  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await sale.client.getTestimony(sale.testimony.id)).versions).toHaveLength(4);
  expect(await listDocumentKeys(sale.testimony.id)).toHaveLength(4);
});
