/** Tests of POST /api/v1/operator/testimonies/{id}/end-complaint (infra/docs/api/operators.md). */
import { beforeAll, describe, expect, it } from 'vitest';
import { formatEuros } from '../../../../lib/texts/slovak-formats.ts';
import { WRONG_STATE } from '../../../support/error-responses.ts';
import { findMailText, listSubjects } from '../../../support/find-mails.ts';
import { operatorRoutes } from '../../../support/operator-routes.ts';
import { expectedAuditEntry } from '../../../support/operators.ts';
import {
  allocate,
  createWaitingTestimony,
  getPayout,
  listTransfers,
  simulateAndSync,
  transferFirst,
} from '../../../support/payouts.ts';
import { type Market, startMarket } from '../../../support/start-market.ts';
import { listMailsTo } from '../../../support/start-service.ts';

const ENDED = 'Rozhodli sme o reklamácii posudku';
const PAY_OUT = { outcome: 'pay-out', reason: 'Posudok je úplný.' };
const REFUND = { outcome: 'refund', reason: 'Príloha chýba.' };

type WaitingSale = Awaited<ReturnType<typeof createWaitingTestimony>>;

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
  for (const { email } of [client, expert]) expect(await listSubjects(email)).toContain(ENDED);
  expect(await market.service.deps.audit.list(testimony.id)).toMatchObject([
    expectedAuditEntry('complaint ended', PAY_OUT.reason),
  ]);
  const listed = await operatorRoutes(market).listMoney('complaint');
  expect(listed.map(({ testimonyId }) => testimonyId)).not.toContain(testimony.id);
});

it.each([
  [
    'a confirmation by the client',
    'Klient potvrdil znalecký posudok',
    ({ client, testimony }: WaitingSale) => client.postIdempotent(`/testimonies/${testimony.id}/confirm`, {}),
  ],
  [
    'a decision to pay the expert',
    ENDED,
    ({ testimony }: WaitingSale) => operatorRoutes(market).endComplaint(testimony.id, PAY_OUT),
  ],
])(
  'the mail about the end of a complaint by %s also counts an earlier manual transfer',
  async (_, subject, end) => {
    const sale = await createComplaint();
    await transferFirst(market, sale, 3000);
    await simulateAndSync(market, sale, 'inquiry');
    expect(await getPayout(sale)).toMatchObject({ status: 'held', amount: 60.04 });

    expect(await end(sale)).toMatchObject({ status: 200 });
    await market.runJobs();

    expect(await findMailText(sale.expert.email, subject)).toContain('odmena za posudok je 90,04');
  },
);

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
    expect(await market.service.deps.audit.list(testimony.id)).toMatchObject([
      expectedAuditEntry('complaint ended', 'Chýba príloha.'),
    ]);
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

it('a mail about the end of a complaint has the amount that is sent after a manual refund is allocated', async () => {
  const sale = await createComplaint();
  const { client, expert, testimony } = sale;
  await simulateAndSync(market, sale, 'refund', { amount: '2000' });

  const refund = { outcome: 'refund', amount: 30, reason: 'Chýba príloha.' };
  expect(await operatorRoutes(market).endComplaint(testimony.id, refund)).toMatchObject({ status: 200 });
  await market.runJobs();
  // The expert bears 26.25 € of the refund of 30 €, so 63.79 € of the net amount of 90.04 € are left.
  expect(await findMailText(client.email, ENDED)).toContain('Z vašej platby vám vrátime 30,00');
  expect(await findMailText(expert.email, ENDED)).toContain('odmena za posudok je 63,79');
  await allocate(market, sale, 'borne-by-platform', 20);

  expect(await listTransfers(market, sale)).toMatchObject([{ amount: -6379 }]);
});

it.each([
  ['manual refund', ['refund'], 0, 'refunded', 'void'],
  ['manual refund that arrives later', ['refunds-wait', 'refund', 'refund-succeeds'], 0, 'refunded', 'void'],
  ['lost dispute', ['dispute', 'dispute-lost'], 0, 'refunded', 'void'],
  ['manual refund after a manual transfer', ['refund'], 4000, 'refunded', 'sent'],
  ['manual transfer of the whole payout', ['inquiry'], 9004, 'paid', 'sent'],
])(
  'a %s ends an open complaint and mails the amounts to both parties',
  async (_, outcomes, transferred, payment, payout) => {
    const sale = await createComplaint();
    const { client, expert, testimony } = sale;
    if (transferred > 0) await transferFirst(market, sale, transferred);
    for (const outcome of outcomes) await simulateAndSync(market, sale, outcome);

    const shown = await operatorRoutes(market).show(testimony.id);
    expect(shown).toMatchObject({ payment: { status: payment }, payout: { status: payout } });
    expect(shown.complaint).toMatchObject({
      endedAt: expect.stringMatching(/Z$/),
      outcome: payment === 'refunded' ? 'refunded' : 'paid-out',
      decision: null,
    });
    const mails = await Promise.all([client, expert].map(({ email }) => findMailText(email, ENDED)));
    expect(mails[0]).toContain(payment === 'refunded' ? 'vám vrátime 100,05' : 'platbu vám nevraciame');
    // The share of the expert stays in the ledger until an operator decides about it.
    expect(mails[1]).toContain(`odmena za posudok je ${formatEuros(9004)}.`);
    expect(await operatorRoutes(market).endComplaint(testimony.id, PAY_OUT)).toMatchObject(WRONG_STATE);
  },
);

it('a complaint stays open when the full manual refund fails before it arrives', async () => {
  const sale = await createComplaint();
  await market.simulateOutcome(sale.sessionId, 'refunds-wait');
  await simulateAndSync(market, sale, 'refund');
  await simulateAndSync(market, sale, 'refund-fails');

  expect(await operatorRoutes(market).show(sale.testimony.id)).toMatchObject({
    payment: { status: 'paid' },
    payout: { status: 'held', reason: null },
    complaint: { endedAt: null },
  });
  expect(await operatorRoutes(market).endComplaint(sale.testimony.id, PAY_OUT)).toMatchObject({
    status: 200,
  });
});

it('a complaint cannot be ended when none was made or the client has confirmed', async () => {
  const [waiting, confirmed] = [await createWaitingTestimony(market), await createComplaint()];
  await confirmed.client.confirmTestimony(confirmed.testimony.id);

  for (const { testimony } of [waiting, confirmed])
    expect(await operatorRoutes(market).endComplaint(testimony.id, PAY_OUT)).toMatchObject(WRONG_STATE);
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

it('the mail about a complaint names the refund of the decision, not a manual refund that no event has reported', async () => {
  const sale = await createComplaint();
  await market.simulateOutcome(sale.sessionId, 'refund', { amount: '6000' });

  const response = await operatorRoutes(market).endComplaint(sale.testimony.id, { ...REFUND, amount: 10 });
  await market.runJobs();

  expect(response).toMatchObject({ status: 200 });
  expect(await findMailText(sale.client.email, ENDED)).toContain(formatEuros(1000));
});

it('the mail about a payout after a complaint names the refund that has not arrived yet', async () => {
  const sale = await createComplaint();
  await market.simulateOutcome(sale.sessionId, 'refunds-wait');

  await operatorRoutes(market).endComplaint(sale.testimony.id, { ...REFUND, amount: 50 });
  await market.runJobs();

  const text = await findMailText(sale.expert.email, 'Poslali sme vám odmenu');
  expect(text).toContain(`Vrátené klientovi: ${formatEuros(5000)}`);
});
