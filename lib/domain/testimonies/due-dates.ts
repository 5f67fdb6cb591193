/** Due dates of testimonies and their reminders (infra/docs/api/testimonies.md). */
import { addJobs, decideTestimonyChange } from '../changes.ts';
import { DomainError } from '../errors.ts';
import { escrowNoticeDate } from '../model/escrow.ts';
import type { Job } from '../model/job.ts';
import { canTransition, type Testimony } from '../model/testimony.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { createJob } from '../records.ts';
import { updateTestimony } from './testimonies.ts';

const DAY_MS = 24 * 3600_000;
const NOTICE_MS = 2 * DAY_MS;
/**
 * Below this number of days there is no early reminder, because the reminder would follow right after the acceptance.
 */
const MIN_DAYS_FOR_REMINDER = 3;

type Deps = Pick<Dependencies, 'clock' | 'random'>;

/**
 * Creates the reminder jobs of an accepted testimony: mails about the due date and the alert about money in escrow.
 * Each job waits for its date, and does nothing if the reminder no longer applies then.
 */
export function createReminders(testimony: Testimony, deps: Deps): Job[] {
  const { id: testimonyId, acceptedOffer, dueAt, payment } = testimony;
  if (!acceptedOffer || !dueAt || !payment) return [];
  const held = { kind: 'alert', alert: 'money held long', testimonyId } as const;
  const { expert, daysToComplete } = acceptedOffer;
  const soon = { kind: 'mail', mail: 'due-soon', userId: expert.id, testimonyId, dueAt } as const;
  const noticeAt = new Date(Date.parse(dueAt) - NOTICE_MS).toISOString();
  return [
    ...(daysToComplete >= MIN_DAYS_FOR_REMINDER ? [createJob(soon, deps, noticeAt)] : []),
    ...overdueMails(testimony, deps),
    createJob(held, deps, escrowNoticeDate(payment.paidAt)),
  ];
}

/**
 * Moves the due date of a testimony to now or to an earlier day (sandbox only). Reminders of the former date become
 * void. A testimony that is already overdue by as many days is not changed.
 * @param days number of days by which the testimony becomes overdue
 * @throws DomainError `wrong-state` when the testimony cannot be completed in its state
 */
export function makeOverdue(
  testimony: Testimony,
  days: number,
  deps: Deps & Pick<Dependencies, 'testimonies' | 'unitOfWork'>,
): Promise<Testimony> {
  const dueAt = new Date(deps.clock.now().getTime() - days * DAY_MS).toISOString();
  return updateTestimony(testimony, deps, current => {
    if (!canTransition('complete', current)) throw new DomainError('wrong-state');
    if (current.dueAt && current.dueAt <= dueAt) return { result: current, changes: [] };
    const after = { ...current, dueAt };
    return decideTestimonyChange(current, after, addJobs(overdueMails(after, deps)));
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
