/** Tests of the time between delivery and payout (infra/docs/api/payments.md#payouts). */
import { beforeAll, describe, expect, it } from 'vitest';
import { recordVerdict } from '../../../lib/domain/testimonies/document-check.ts';
import { DAY, MINUTE } from '../../../lib/durations.ts';
import { PASSWORD } from '../../support/builders.ts';
import { listSubjects } from '../../support/find-mails.ts';
import { listItems } from '../../support/inspect-store.ts';
import {
  type AssignedTestimony,
  completeTestimony,
  createWaitingTestimony,
  getPayout,
  listTransfers,
  setDocumentCheck,
  setPayoutDelay,
} from '../../support/payouts.ts';
import { type Market, startMarket } from '../../support/start-market.ts';
import { listMailsTo } from '../../support/start-service.ts';

const SENT = 'Poslali sme vám odmenu';

/** Records the result of the pending check and runs the jobs that it causes. */
async function endCheck(
  market: Market,
  { testimony }: AssignedTestimony,
  verdict: 'ok' | 'unreadable',
): Promise<void> {
  const { document } = (await market.service.deps.testimonies.find(testimony.id)) ?? {};
  if (!document) throw new Error('the testimony has no document');
  await recordVerdict({ testimonyId: testimony.id, document }, verdict, market.service.deps);
  await market.runJobs();
}

it('a payout with a delay of three days is sent three days after the delivery and not earlier', async () => {
  const market = await startMarket({ PAYOUT_DELAY_DAYS: '3' });
  const sale = await market.createAssignedTestimony({ price: 100.05 });
  await market.verifyPaymentAccount(sale.expert);

  const { completedAt, complaintUntil } = await completeTestimony(sale);
  await market.runJobs();
  expect(Date.parse(complaintUntil) - Date.parse(completedAt)).toBe(3 * DAY);
  market.service.deps.clock.advance(3 * DAY - MINUTE);
  await market.runJobs();
  expect(await listTransfers(market, sale)).toEqual([]);
  expect(await getPayout(sale)).toMatchObject({ status: 'held', amount: 90.04 });

  market.service.deps.clock.advance(MINUTE);
  await market.runJobs();
  expect(await listTransfers(market, sale)).toMatchObject([{ amount: -9004 }]);
  expect(await getPayout(sale)).toMatchObject({ status: 'sent' });
  expect((await listSubjects(sale.expert.email)).filter(subject => subject === SENT)).toHaveLength(1);
});

describe('payouts that are not due yet', () => {
  let market: Market;
  beforeAll(async () => {
    market = await startMarket();
  });

  it('a payout job that runs before the payout is due sends nothing', async () => {
    const sale = await createWaitingTestimony(market);
    const { jobs, random, clock } = market.service.deps;
    const task = { kind: 'pay-out', testimonyId: sale.testimony.id } as const;
    await jobs.add({ id: random.uuid(), task, attempts: 0, createdAt: clock.now().toISOString() });

    await market.runJobs();

    expect(await listTransfers(market, sale)).toEqual([]);
    expect(await getPayout(sale)).toMatchObject({ status: 'held', reason: 'not-due' });
  });

  it('a payout is sent at its date even if the clock of the process is slightly behind', async () => {
    const own = await startMarket();
    const sale = await createWaitingTestimony(own);
    const { clock } = own.service.deps;
    const jobs = await listItems(own.service.deps, 'JOB#');
    const { id, notBefore } = jobs.find(({ task }) => task.kind === 'pay-out') ?? {};
    clock.advance(Date.parse(notBefore) - clock.now().getTime() - 900);

    await own.service.streamJobs([id]);

    expect(await listTransfers(own, sale)).toHaveLength(1);
    expect(await getPayout(sale)).toMatchObject({ status: 'sent' });
  });

  it('the mail about a delivery says until when the client can complain', async () => {
    const sale = await market.createAssignedTestimony();
    await setPayoutDelay(sale, 3);
    await completeTestimony(sale);
    await market.runJobs();

    const mail = (await listMailsTo(sale.client.email)).find(({ subject }) => subject.includes('hotový'));
    expect(mail?.body.text).toMatch(
      /Ak je v poriadku, potvrďte ho\. Ak nie je, môžete ho do \d+\.\s\p{L}+\s\d{4} o\s\d{1,2}:\d\d reklamovať\./u,
    );
  });

  it('a payout that is not due prevents the expert, but not the client, from closing the account', async () => {
    const sale = await createWaitingTestimony(market);
    const close = (token: string) =>
      market.service.sendWithMethod('DELETE', '/me', { currentPassword: PASSWORD }, { token });

    expect(await close(sale.expert.token)).toMatchObject({ status: 409 });
    expect(await close(sale.client.token)).toMatchObject({ status: 204 });
  });
});

it.each([
  ['ok', { status: 'sent' }],
  ['unreadable', { status: 'held', reason: 'document' }],
] as const)(
  'the payout of a confirmed document waits until the result of its check is ok (%s)',
  async (verdict, payout) => {
    const market = await startMarket();
    const sale = await createWaitingTestimony(market);
    await setDocumentCheck(market, sale, 'pending');
    expect(await sale.client.confirmTestimony(sale.testimony.id)).toMatchObject({ status: 200 });
    await market.runJobs();
    expect(await getPayout(sale)).toMatchObject({ status: 'held', reason: 'document' });
    expect((await sale.client.getTestimony(sale.testimony.id)).allowedActions).toEqual(['download']);

    await endCheck(market, sale, verdict);

    expect(await getPayout(sale)).toMatchObject(payout);
  },
);

it('a payout is sent when the document passes its check after the delay', async () => {
  const market = await startMarket();
  const sale = await createWaitingTestimony(market);
  await setDocumentCheck(market, sale, 'pending');
  market.service.deps.clock.advance(4 * DAY);
  await market.runJobs();
  expect(await listTransfers(market, sale)).toEqual([]);

  await endCheck(market, sale, 'ok');

  expect(await getPayout(sale)).toMatchObject({ status: 'sent' });
});
