/** Tests of POST /api/v1/testimonies/{id}/complaint (infra/docs/api/testimonies.md). */
import { beforeAll, expect, it } from 'vitest';
import { DAY } from '../../../lib/durations.ts';
import { PASSWORD } from '../../support/builders.ts';
import { saveTestimony } from '../../support/commit-changes.ts';
import { WRONG_STATE } from '../../support/error-responses.ts';
import { countSubject } from '../../support/find-mails.ts';
import { listItems } from '../../support/inspect-store.ts';
import { operatorRoutes } from '../../support/operator-routes.ts';
import {
  createPaidOutTestimony,
  createWaitingTestimony,
  getPayout,
  listTransfers,
  setDocumentCheck,
} from '../../support/payouts.ts';
import { type Market, startMarket } from '../../support/start-market.ts';
import { listMailsTo } from '../../support/start-service.ts';

const REASON = 'Chýba výkres pivnice.';
const MADE = { client: 'Prijali sme vašu reklamáciu', expert: 'Klient reklamoval znalecký posudok' };

let market: Market;

beforeAll(async () => {
  market = await startMarket();
});

it('a complaint holds the payout beyond its date and shows its reason to both parties', async () => {
  const own = await startMarket();
  const sale = await createWaitingTestimony(own);
  const { client, expert, testimony } = sale;

  expect(await client.complainAboutTestimony(testimony.id, ` ${REASON} `)).toMatchObject({
    status: 200,
    body: { data: { allowedActions: ['download', 'confirm'] } },
  });
  own.service.deps.clock.advance(10 * DAY);
  await own.runJobs();

  expect(await listTransfers(own, sale)).toEqual([]);
  expect(await getPayout(sale)).toMatchObject({ status: 'held', reason: null });
  const complaint = {
    reason: REASON,
    madeAt: expect.stringMatching(/Z$/),
    endedAt: null,
    outcome: null,
    decision: null,
  };
  expect((await client.getTestimony(testimony.id)).complaint).toEqual(complaint);
  expect((await expert.getTestimony(testimony.id)).complaint).toEqual(complaint);
  expect((await expert.getTestimony(testimony.id)).allowedActions).toEqual(['complete', 'download']);
});

it("a complaint is mailed once to each party, without the client's reason", async () => {
  const { client, expert, testimony } = await createWaitingTestimony(market);

  await client.complainAboutTestimony(testimony.id, REASON);
  await market.runJobs();

  for (const [{ email }, subject] of [
    [client, MADE.client],
    [expert, MADE.expert],
  ] as const) {
    const mails = (await listMailsTo(email)).filter(mail => mail.subject === subject);
    expect(mails).toHaveLength(1);
    expect(JSON.stringify(mails)).not.toContain('pivnice');
  }
});

it('operators see open complaints with their reasons, oldest first', async () => {
  const own = await startMarket();
  const [first, second] = [await createWaitingTestimony(own), await createWaitingTestimony(own)];
  await createWaitingTestimony(own);
  for (const { client, testimony } of [first, second])
    await client.complainAboutTestimony(testimony.id, REASON);

  expect(await operatorRoutes(own).listMoney('complaint')).toMatchObject([
    { testimonyId: first.testimony.id },
    { testimonyId: second.testimony.id },
  ]);
});

it('a client can complain only once, between the delivery and the date of the payout', async () => {
  const own = await startMarket();
  const assigned = await own.createAssignedTestimony();
  const paidOut = await createPaidOutTestimony(own);
  const complained = await createWaitingTestimony(own);
  await complained.client.complainAboutTestimony(complained.testimony.id, REASON);
  const late = await createWaitingTestimony(own);
  const confirmed = await createWaitingTestimony(own);
  await confirmed.client.confirmTestimony(confirmed.testimony.id);
  own.service.deps.clock.advance(3 * DAY);

  for (const { client, testimony } of [assigned, paidOut, complained, late, confirmed])
    expect(await client.complainAboutTestimony(testimony.id)).toMatchObject(WRONG_STATE);
  expect((await complained.client.getTestimony(complained.testimony.id)).complaint.reason).toBe(REASON);
});

it('a client can complain after the payout date while the payout waits for the document check', async () => {
  const own = await startMarket();
  const sale = await createWaitingTestimony(own);
  await setDocumentCheck(own, sale, 'unreadable');
  own.service.deps.clock.advance(5 * DAY);

  expect(await sale.client.complainAboutTestimony(sale.testimony.id)).toMatchObject({ status: 200 });
});

it('only one of ten concurrent complaints is recorded and mailed', async () => {
  const { client, expert, testimony } = await createWaitingTestimony(market);

  const responses = await Promise.all(
    Array.from({ length: 10 }, (_, at) => client.complainAboutTestimony(testimony.id, `dôvod ${at}`)),
  );
  await market.runJobs();

  expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
  expect(await countSubject(MADE.expert, expert.email)).toBe(1);
});

it('the expert is paid once when a client confirms and complains concurrently', async () => {
  for (let round = 0; round < 5; round++) {
    const sale = await createWaitingTestimony(market);
    const { client, testimony } = sale;

    const [confirmed, complained] = await Promise.all([
      client.confirmTestimony(testimony.id),
      client.complainAboutTestimony(testimony.id, REASON),
    ]);
    await market.runJobs();

    // A complaint before the confirmation is ended by the confirmation. A complaint after the confirmation is rejected.
    expect(confirmed).toMatchObject({ status: 200 });
    const { complaint } = await client.getTestimony(testimony.id);
    if (complained.status === 200) expect(complaint).toMatchObject({ outcome: 'confirmed' });
    else expect([complained, complaint]).toEqual([expect.objectContaining(WRONG_STATE), null]);
    expect(await getPayout(sale)).toMatchObject({ status: 'sent' });
    expect(await listTransfers(market, sale)).toHaveLength(1);
  }
});

it('an accepted complaint prevents the payout even when the payout job runs at the same time', async () => {
  for (let round = 0; round < 3; round++) {
    const own = await startMarket();
    const sale = await createWaitingTestimony(own);
    const { client, testimony } = sale;
    const { payout } = (await own.service.deps.testimonies.find(testimony.id)) ?? {};
    const left = Date.parse(payout?.dueAt ?? '') - own.service.deps.clock.now().getTime();
    own.service.deps.clock.advance(left - 15);

    const complaint = client.complainAboutTestimony(testimony.id, REASON);
    const jobs = new Promise(resolve => setTimeout(resolve, 16)).then(own.runJobs);
    const [{ status }] = await Promise.all([complaint, jobs]);
    own.service.deps.clock.advance(DAY);
    await own.runJobs();

    expect([200, 409]).toContain(status);
    expect(await listTransfers(own, sale)).toHaveLength(status === 200 ? 0 : 1);
  }
});

it('a complaint is refused while a job is sending the payout', async () => {
  const own = await startMarket();
  const sale = await createWaitingTestimony(own);
  const { deps } = own.service;
  const before = await deps.testimonies.find(sale.testimony.id);
  if (!before?.payout) throw new Error('there is no payout');
  const payout = { ...before.payout, jobId: deps.random.uuid() };
  await saveTestimony(deps, before, { ...before, payout });

  expect(await sale.client.complainAboutTestimony(sale.testimony.id)).toMatchObject(WRONG_STATE);
  expect(await sale.client.confirmTestimony(sale.testimony.id)).toMatchObject(WRONG_STATE);
});

it('neither party can close the account while a complaint is open', async () => {
  const { client, expert, testimony } = await createWaitingTestimony(market);
  await client.complainAboutTestimony(testimony.id, REASON);

  for (const { token } of [client, expert])
    expect(
      await market.service.sendWithMethod('DELETE', '/me', { currentPassword: PASSWORD }, { token }),
    ).toMatchObject({ status: 409 });
});

it.each(['client', 'expert'] as const)(
  'the texts of an ended complaint are erased when one party closes the account (%s)',
  async who => {
    const own = await startMarket();
    const sale = await createWaitingTestimony(own);
    await sale.client.complainAboutTestimony(sale.testimony.id, 'Pán Novák chýba.');
    await operatorRoutes(own).endComplaint(sale.testimony.id, {
      outcome: 'pay-out',
      reason: 'Pán Novák sa mýli.',
    });
    await own.runJobs();

    const { token } = sale[who];
    expect(
      await own.service.sendWithMethod('DELETE', '/me', { currentPassword: PASSWORD }, { token }),
    ).toMatchObject({ status: 204 });
    await own.runJobs();

    expect(JSON.stringify(await listItems(own.service.deps, `TESTIMONY#${sale.testimony.id}`))).not.toMatch(
      /Novák (chýba|sa mýli)/,
    );
    expect(JSON.stringify(await listItems(own.service.deps, 'REASON#'))).not.toContain('sa mýli');
  },
);
