/** When an order is due, and who is reminded of it (contract §4 "Time"). */
import { Refusal } from '../errors.ts';
import { noticeOf } from '../model/holding.ts';
import type { Job } from '../model/job.ts';
import { may, type Testimony } from '../model/testimony.ts';
import type { World } from '../ports/world.ts';
import { newJob } from '../records.ts';
import { changeTestimony } from './orders.ts';

const NOTICE_MS = 2 * 24 * 3600_000;
/** Whoever has fewer is not reminded as soon as the work begins. */
const FEWEST_DAYS_NOTICED = 3;

type Needs = Pick<World, 'clock' | 'random'>;

/** All that an accepted order will remind of. They wait for their dates, and are void once it is over. */
export function reminders(testimony: Testimony, needs: Needs): Job[] {
  const { id: testimonyId, acceptedOffer, dueAt, payment } = testimony;
  if (!acceptedOffer || !dueAt || !payment) return [];
  const held = { kind: 'alert', alert: 'money held long', testimonyId } as const;
  const { expert, daysToComplete } = acceptedOffer;
  const soon = { kind: 'mail', mail: 'due-soon', userId: expert.id, testimonyId, dueAt } as const;
  const noticeAt = new Date(Date.parse(dueAt) - NOTICE_MS).toISOString();
  return [
    ...(daysToComplete >= FEWEST_DAYS_NOTICED ? [newJob(soon, needs, noticeAt)] : []),
    ...tellingOverdue(testimony, needs),
    newJob(held, needs, noticeOf(payment.paidAt)),
  ];
}

/**
 * For the sandbox: the date is now, and what waits for the former one is void. An order that is overdue stays
 * as it is.
 * @throws Refusal `wrong-state` when there is nothing to deliver
 */
export function makeOverdue(
  testimony: Testimony,
  needs: Needs & Pick<World, 'testimonies'>,
): Promise<Testimony> {
  const now = needs.clock.now().toISOString();
  return changeTestimony(testimony, needs, current => {
    if (!may('complete', current)) throw new Refusal('wrong-state');
    if (current.dueAt && current.dueAt <= now) return { after: current, jobs: [] };
    const after = { ...current, dueAt: now };
    return { after, jobs: tellingOverdue(after, needs) };
  });
}

function tellingOverdue({ id: testimonyId, clientId, acceptedOffer, dueAt }: Testimony, needs: Needs): Job[] {
  if (!acceptedOffer || !dueAt) return [];
  const about = { kind: 'mail', testimonyId, dueAt } as const;
  return [
    newJob({ ...about, mail: 'overdue', userId: acceptedOffer.expert.id }, needs, dueAt),
    newJob({ ...about, mail: 'overdue-for-client', userId: clientId }, needs, dueAt),
  ];
}
