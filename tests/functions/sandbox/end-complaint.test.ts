/** Tests of POST /api/v1/sandbox/testimonies/{id}/complaint/decision (infra/docs/api/sandbox.md). */
import { beforeAll, expect, it } from 'vitest';
import { UNAUTHORIZED, WRONG_STATE } from '../../support/error-responses.ts';
import { findMailText } from '../../support/find-mails.ts';
import { expectedAuditEntry } from '../../support/operators.ts';
import { type AssignedTestimony, createWaitingTestimony, getPayout } from '../../support/payouts.ts';
import { type Market, type Person, startMarket } from '../../support/start-market.ts';

let market: Market;

beforeAll(async () => {
  market = await startMarket();
});

async function createComplaint(): Promise<AssignedTestimony> {
  const sale = await createWaitingTestimony(market);
  await sale.client.complainAboutTestimony(sale.testimony.id);
  return sale;
}

const decide = ({ post }: Person, { testimony }: AssignedTestimony, body: object) =>
  post(`/sandbox/testimonies/${testimony.id}/complaint/decision`, body);

it.each([
  ['client', { outcome: 'pay-out' }, 'paid-out', { status: 'sent', amount: 90.04 }],
  ['expert', { outcome: 'refund', amount: 50 }, 'refunded', { status: 'sent', amount: 45.04 }],
  ['client', { outcome: 'refund' }, 'refunded', { status: 'void' }],
] as const)(
  'the sandbox decides a complaint for the %s as an operator does: %j',
  async (who, body, outcome, payout) => {
    const sale = await createComplaint();

    expect(await decide(sale[who], sale, body)).toMatchObject({
      status: 200,
      body: { data: { complaint: { outcome, decision: 'Skúška v sandboxe.' } } },
    });
    await market.runJobs();

    expect(await getPayout(sale)).toMatchObject(payout);
    expect(await findMailText(sale.client.email, 'Rozhodli sme o reklamácii posudku')).toContain(
      'Skúška v sandboxe.',
    );
    expect(await market.service.deps.audit.list(sale.testimony.id)).toMatchObject([
      { ...expectedAuditEntry('complaint ended', 'Skúška v sandboxe.'), who: 'sandbox' },
    ]);
  },
);

it('deciding a complaint that does not exist or has ended returns 409', async () => {
  const [waiting, ended] = [await createWaitingTestimony(market), await createComplaint()];
  await decide(ended.client, ended, { outcome: 'pay-out' });

  for (const sale of [waiting, ended])
    for (const outcome of ['pay-out', 'refund'])
      expect(await decide(sale.client, sale, { outcome })).toMatchObject(WRONG_STATE);
});

it('a decision about a complaint with an unknown outcome or an amount that is too high is rejected with 422', async () => {
  const sale = await createComplaint();

  for (const body of [{}, { outcome: 'won' }, { outcome: 'refund', amount: 100.06 }])
    expect((await decide(sale.client, sale, body)).status, JSON.stringify(body)).toBe(422);
  expect((await sale.client.getTestimony(sale.testimony.id)).complaint.endedAt).toBeNull();
});

it('deciding a complaint returns 403 to everyone but the client and the assigned expert', async () => {
  const sale = await createComplaint();

  for (const person of [await market.createClient(), await market.createExpert()])
    expect(await decide(person, sale, { outcome: 'refund' })).toMatchObject(UNAUTHORIZED);
});
