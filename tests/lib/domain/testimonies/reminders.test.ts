/** Tests of the reminders of the due date of an accepted testimony (infra/docs/api/testimonies.md). */
import { beforeEach, describe, expect, it } from 'vitest';
import { createJob } from '../../../../lib/domain/changes.ts';
import { DAY, HOUR } from '../../../../lib/durations.ts';
import { listSubjects } from '../../../support/find-mails.ts';
import { listItems } from '../../../support/inspect-store.ts';
import { type Market, startMarket } from '../../../support/start-market.ts';
import { documentBody } from '../../../support/testimony-builders.ts';

const SOON = 'Blíži sa termín odovzdania posudku';
const OVERDUE = 'Uplynul termín odovzdania posudku';
const OVERDUE_FOR_CLIENT = 'Uplynul termín odovzdania vášho posudku';

let market: Market;

beforeEach(async () => {
  market = await startMarket();
});

type AssignedTestimony = Awaited<ReturnType<Market['createAssignedTestimony']>>;

/** Lists the subjects of all reminders that the expert and the client have received. */
async function listReminders({ expert, client }: Pick<AssignedTestimony, 'expert' | 'client'>) {
  const [toExpert, toClient] = await Promise.all([listSubjects(expert.email), listSubjects(client.email)]);
  const ofDates = (subject: string) => subject.includes('termín');
  return { expert: toExpert.filter(ofDates), client: toClient.filter(ofDates) };
}

async function advanceAndRunJobs(milliseconds: number): Promise<void> {
  market.service.deps.clock.advance(milliseconds);
  await market.runJobs();
}

it('the expert is reminded two days before the due date, and both parties are notified after it', async () => {
  const sale = await market.createAssignedTestimony({ daysToComplete: 10 });
  await advanceAndRunJobs(8 * DAY - HOUR);
  expect(await listReminders(sale)).toEqual({ expert: [], client: [] });

  await advanceAndRunJobs(2 * HOUR);
  expect(await listReminders(sale)).toEqual({ expert: [SOON], client: [] });
  await advanceAndRunJobs(2 * DAY - 3 * HOUR);
  expect(await listReminders(sale)).toEqual({ expert: [SOON], client: [] });
  await advanceAndRunJobs(2 * HOUR);
  expect(await listReminders(sale)).toEqual({ expert: [SOON, OVERDUE], client: [OVERDUE_FOR_CLIENT] });
  await advanceAndRunJobs(30 * DAY);

  expect(await listReminders(sale)).toEqual({ expert: [SOON, OVERDUE], client: [OVERDUE_FOR_CLIENT] });
});

it.each([
  [2, []],
  [3, [SOON]],
])(
  'the expert gets an early reminder only if the term is longer than two days: %i days',
  async (daysToComplete, notifications) => {
    const sale = await market.createAssignedTestimony({ daysToComplete });

    await advanceAndRunJobs(daysToComplete * DAY - HOUR);

    expect(await listReminders(sale)).toEqual({ expert: notifications, client: [] });
  },
);

it('nobody gets a reminder after the delivery of the testimony', async () => {
  const sale = await market.createAssignedTestimony({ daysToComplete: 3 });
  await sale.expert.post(`/testimonies/${sale.testimony.id}/complete`, documentBody());

  await advanceAndRunJobs(4 * DAY);

  expect(await listReminders(sale)).toEqual({ expert: [], client: [] });
  const jobs = await listItems(market.service.deps, 'JOB#');
  expect(jobs.filter(({ gsi1pk, task }) => gsi1pk && task.kind === 'mail')).toEqual([]);
});

describe('reminders that wait for their date', () => {
  /** Lists the waiting reminders, without the waiting jobs that delete expired scans. */
  async function listWaiting() {
    const jobs = await listItems(market.service.deps, 'JOB#');
    return jobs.filter(({ notBefore, task }) => notBefore && task.kind === 'mail');
  }

  it('the stream does not run waiting reminders', async () => {
    await market.createAssignedTestimony();
    const jobs = await listWaiting();

    const response = await market.service.streamJobs(jobs.map(({ id }) => id));

    expect(response).toEqual({ batchItemFailures: [] });
    expect(jobs.map(({ task }) => task.mail).sort()).toEqual(['due-soon', 'overdue', 'overdue-for-client']);
    expect(await listWaiting()).toEqual(jobs);
  });

  it('the age of a waiting reminder is measured from its due time, not from its creation', async () => {
    const { jobs, clock } = market.service.deps;
    await market.createAssignedTestimony({ daysToComplete: 10 });
    await market.runJobs();
    clock.advance(7 * DAY);
    await market.runJobs();
    expect(await jobs.health()).toEqual({ dead: 0, oldestOpenSeconds: 0 });

    clock.advance(DAY + HOUR);

    expect((await jobs.health()).oldestOpenSeconds).toBeCloseTo(3600, -1);
  });

  it('all due jobs run even when many reminders are waiting', async () => {
    const { jobs } = market.service.deps;
    for (const _ of Array.from({ length: 5 })) {
      const { expert } = await market.createAssignedTestimony();
      await jobs.add(createJob({ kind: 'pay-owed', expertId: expert.id }, market.service.deps));
    }
    expect(await jobs.listDue()).toHaveLength(5);
    await market.runJobs();

    expect(await jobs.listDue()).toEqual([]);
    expect(await listWaiting()).toHaveLength(15);
  });
});

it('only experts whose offers have lapsed get a mail about the lapsed offer, once each', async () => {
  const { client, expert, testimony, offer } = await market.createOfferedTestimony();
  const [second, third, quitter] = await Promise.all([
    market.createExpert(),
    market.createExpert(),
    market.createExpert(),
  ]);
  await Promise.all([second, third].map(each => each.createOffer(testimony.id)));
  await quitter.withdrawOffer((await quitter.createOffer(testimony.id)).id);

  await client.acceptOffer(await client.payOffer(offer.id));
  await market.runJobs();

  const notifications = await Promise.all(
    [expert, second, third, quitter].map(
      async ({ email }) =>
        (await listSubjects(email)).filter(subject => subject === 'Vaša ponuka nebola vybraná').length,
    ),
  );
  expect(notifications).toEqual([0, 1, 1, 0]);
});
