/** Tests of POST /api/v1/operator/testimonies/{id}/end-complaint (infra/docs/api/operators.md). */
import { beforeAll, describe, expect, it } from 'vitest';
import { NOT_FOUND, UNKNOWN_IDS, WRONG_STATE } from '../../../support/error-responses.ts';
import { operatorRoutes } from '../../../support/operator-routes.ts';
import { expectedAuditEntry } from '../../../support/operators.ts';
import { createWaitingTestimony, getPayout, listTransfers } from '../../../support/payouts.ts';
import { type Market, startMarket } from '../../../support/start-market.ts';
import { listMailsTo } from '../../../support/start-service.ts';

const ENDED = 'Rozhodli sme o reklamácii posudku';
const PAY_OUT = { outcome: 'pay-out', reason: 'Posudok je úplný.' };

let market: Market;

beforeAll(async () => {
  market = await startMarket();
});

async function createComplaint() {
  const sale = await createWaitingTestimony(market);
  await sale.client.complainAboutTestimony(sale.testimony.id);
  return sale;
}

it('ending a complaint with a payout pays the expert at once and notifies both parties', async () => {
  const sale = await createComplaint();
  const { client, expert, testimony } = sale;

  expect(await operatorRoutes(market).endComplaint(testimony.id, PAY_OUT)).toMatchObject({
    status: 200,
    body: { data: { complaint: { outcome: 'paid-out', decision: PAY_OUT.reason } } },
  });
  await market.runJobs();

  expect(await getPayout(sale)).toMatchObject({ status: 'sent', amount: 90.04 });
  expect(await listTransfers(market, sale)).toHaveLength(1);
  const [toClient, toExpert] = await Promise.all(
    [client, expert].map(async ({ email }) =>
      (await listMailsTo(email)).filter(({ subject }) => subject === ENDED).map(({ body }) => body.text),
    ),
  );
  expect(toClient).toEqual([expect.stringContaining('platbu vám nevraciame.\n\nDôvod: Posudok je úplný.')]);
  expect(toExpert).toEqual([expect.stringContaining('odmena za posudok je 90,04')]);
  expect(await market.service.deps.audit.list({ kind: 'testimony', id: testimony.id })).toMatchObject([
    expectedAuditEntry('complaint ended', PAY_OUT.reason),
  ]);
  const listed: { id: string }[] = await operatorRoutes(market).list('testimonies?state=complaint');
  expect(listed.map(({ id }) => id)).not.toContain(testimony.id);
});

it('a complaint that an operator has ended can neither be ended again nor be followed by another one', async () => {
  const sale = await createComplaint();
  await operatorRoutes(market).endComplaint(sale.testimony.id, PAY_OUT);

  expect(await operatorRoutes(market).endComplaint(sale.testimony.id, PAY_OUT)).toMatchObject(WRONG_STATE);
  expect(await sale.client.complainAboutTestimony(sale.testimony.id)).toMatchObject(WRONG_STATE);
});

describe('complaint that an operator ends with a refund', () => {
  const refund = (change: object = {}) => ({ outcome: 'refund', reason: 'Chýba príloha.', ...change });

  it('ending a complaint with a refund returns the whole payment when no amount is given', async () => {
    const sale = await createComplaint();
    const { client, expert, testimony } = sale;

    expect(await operatorRoutes(market).endComplaint(testimony.id, refund())).toMatchObject({
      status: 200,
      body: { data: { complaint: { outcome: 'refunded', decision: 'Chýba príloha.' } } },
    });
    await market.runJobs();

    expect(await client.getTestimony(testimony.id)).toMatchObject({
      payment: { status: 'refunded', refunded: 100.05 },
    });
    expect(await getPayout(sale)).toMatchObject({ status: 'void' });
    expect(await listTransfers(market, sale)).toEqual([]);
    expect((await operatorRoutes(market).show(testimony.id)).held).toBe(0);
    const mail = (await listMailsTo(expert.email)).find(({ subject }) => subject === ENDED);
    expect(mail?.body.text).toContain('Odmenu za posudok nevyplatíme.');
    expect(await market.service.deps.audit.list({ kind: 'testimony', id: testimony.id })).toMatchObject([
      expectedAuditEntry('complaint ended', 'Chýba príloha.'),
    ]);
  });

  it('ending a complaint with a partial refund pays the rest to the expert', async () => {
    const sale = await createComplaint();
    const { client, expert, testimony } = sale;

    expect(await operatorRoutes(market).endComplaint(testimony.id, refund({ amount: 50 }))).toMatchObject({
      status: 200,
    });
    await market.runJobs();

    expect(await client.getTestimony(testimony.id)).toMatchObject({
      payment: { status: 'paid', refunded: 50 },
    });
    // Platform and expert bear the 50 € in proportion: 5.00 € of the 10.01 €, and 45.00 € of the 90.04 €.
    expect(await getPayout(sale)).toMatchObject({ status: 'sent', amount: 45.04 });
    expect(await listTransfers(market, sale)).toMatchObject([{ amount: -4504 }]);
    const [toClient, toExpert] = await Promise.all(
      [client, expert].map(
        async ({ email }) => (await listMailsTo(email)).find(({ subject }) => subject === ENDED)?.body.text,
      ),
    );
    expect(toClient).toContain('Z vašej platby vám vrátime 50,00');
    expect(toExpert).toContain('odmena za posudok je 45,04');
  });

  it('a complaint stays open when the amount of its refund is invalid', async () => {
    const { testimony } = await createComplaint();

    for (const amount of [100.06, 0, -1, 'x'])
      expect(await operatorRoutes(market).endComplaint(testimony.id, refund({ amount }))).toMatchObject({
        status: 422,
        body: { errors: { amount: [expect.any(String)] } },
      });
    expect((await operatorRoutes(market).show(testimony.id)).complaint.endedAt).toBeNull();
  });

  it('a complaint cannot be ended with a refund when no complaint is open', async () => {
    const { testimony } = await createWaitingTestimony(market);

    expect(await operatorRoutes(market).endComplaint(testimony.id, refund())).toMatchObject(WRONG_STATE);
  });

  it('the refund of a complaint and a concurrent confirmation by the client never both succeed', async () => {
    for (let round = 0; round < 3; round++) {
      const sale = await createComplaint();

      const [ended, confirmed] = await Promise.all([
        operatorRoutes(market).endComplaint(sale.testimony.id, refund()),
        sale.client.confirmTestimony(sale.testimony.id),
      ]);
      await market.runJobs();

      expect([ended.status, confirmed.status].sort()).toEqual([200, 409]);
      expect(await getPayout(sale)).toMatchObject({ status: ended.status === 200 ? 'void' : 'sent' });
    }
  });
});

it('a complaint cannot be ended when none was made or the client has confirmed', async () => {
  const [waiting, confirmed] = [await createWaitingTestimony(market), await createComplaint()];
  await confirmed.client.confirmTestimony(confirmed.testimony.id);

  for (const { testimony } of [waiting, confirmed])
    expect(await operatorRoutes(market).endComplaint(testimony.id, PAY_OUT)).toMatchObject(WRONG_STATE);
});

it('ending a complaint requires a known outcome and a reason', async () => {
  const { testimony } = await createComplaint();

  for (const body of [{ reason: 'x' }, { outcome: 'ignore', reason: 'x' }, { outcome: 'pay-out' }])
    expect(await operatorRoutes(market).endComplaint(testimony.id, body)).toMatchObject({ status: 422 });
  expect((await operatorRoutes(market).show(testimony.id)).complaint.endedAt).toBeNull();
});

it.each(UNKNOWN_IDS)('ending a complaint about an unknown testimony returns 404 (id: %s)', async id => {
  expect(await operatorRoutes(market).endComplaint(id, PAY_OUT)).toMatchObject(NOT_FOUND);
});

it('the expert is paid once when an operator ends the complaint while the client confirms', async () => {
  for (let round = 0; round < 5; round++) {
    const sale = await createComplaint();

    const [ended, confirmed] = await Promise.all([
      operatorRoutes(market).endComplaint(sale.testimony.id, PAY_OUT),
      sale.client.confirmTestimony(sale.testimony.id),
    ]);
    await market.runJobs();

    expect([ended.status, confirmed.status].sort()).toEqual([200, 409]);
    expect(await listTransfers(market, sale)).toHaveLength(1);
  }
});
