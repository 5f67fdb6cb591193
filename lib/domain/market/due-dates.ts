/** When an order is due, and who is reminded of it (infra/docs/api/testimonies.md). */
import { DomainError } from '../errors.ts';
import { escrowNoticeDate } from '../model/escrow.ts';
import type { Job } from '../model/job.ts';
import { canTransition, type Testimony } from '../model/testimony.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { createJob } from '../records.ts';
import { updateTestimony } from './testimonies.ts';

const NOTICE_MS = 2 * 24 * 3600_000;
/** Whoever has fewer is not reminded as soon as the work begins. */
const FEWEST_DAYS_NOTICED = 3;

type Deps = Pick<Dependencies, 'clock' | 'random'>;

/** All that an accepted order will remind of. They wait for their dates, and are void once it is over. */
export function createReminders(testimony: Testimony, deps: Deps): Job[] {
  const { id: testimonyId, acceptedOffer, dueAt, payment } = testimony;
  if (!acceptedOffer || !dueAt || !payment) return [];
  const held = { kind: 'alert', alert: 'money held long', testimonyId } as const;
  const { expert, daysToComplete } = acceptedOffer;
  const soon = { kind: 'mail', mail: 'due-soon', userId: expert.id, testimonyId, dueAt } as const;
  const noticeAt = new Date(Date.parse(dueAt) - NOTICE_MS).toISOString();
  return [
    ...(daysToComplete >= FEWEST_DAYS_NOTICED ? [createJob(soon, deps, noticeAt)] : []),
    ...overdueMails(testimony, deps),
    createJob(held, deps, escrowNoticeDate(payment.paidAt)),
  ];
}

/**
 * For the sandbox: the date is now, and what waits for the former one is void. An order that is overdue stays
 * as it is.
 * @throws DomainError `wrong-state` when there is nothing to deliver
 */
export function makeOverdue(
  testimony: Testimony,
  deps: Deps & Pick<Dependencies, 'testimonies'>,
): Promise<Testimony> {
  const now = deps.clock.now().toISOString();
  return updateTestimony(testimony, deps, current => {
    if (!canTransition('complete', current)) throw new DomainError('wrong-state');
    if (current.dueAt && current.dueAt <= now) return { after: current, jobs: [] };
    const after = { ...current, dueAt: now };
    return { after, jobs: overdueMails(after, deps) };
  });
}

function overdueMails({ id: testimonyId, clientId, acceptedOffer, dueAt }: Testimony, deps: Deps): Job[] {
  if (!acceptedOffer || !dueAt) return [];
  const about = { kind: 'mail', testimonyId, dueAt } as const;
  return [
    createJob({ ...about, mail: 'overdue', userId: acceptedOffer.expert.id }, deps, dueAt),
    createJob({ ...about, mail: 'overdue-for-client', userId: clientId }, deps, dueAt),
  ];
}
