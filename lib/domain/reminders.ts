/** Reminders of due dates (infra/docs/api/testimonies.md#due-dates). */
import { DAY } from '../durations.ts';
import { createJob } from './changes.ts';
import type { Job } from './model/jobs/job.ts';
import { getEscrowNoticeDate } from './model/payments/escrow.ts';
import type { Testimony } from './model/testimonies/testimony.ts';
import type { DecisionDependencies } from './ports/dependencies.ts';

const NOTICE_MS = 2 * DAY;
/** Minimum number of days for an early reminder. With fewer days, it would follow right after the acceptance. */
const MIN_DAYS_FOR_REMINDER = 3;

/**
 * Creates the reminder jobs of an accepted testimony: mails about the due date and the alert about money in escrow.
 * Each job waits for its date. It does nothing if the reminder no longer applies at that date.
 */
export function createReminders(testimony: Testimony, deps: DecisionDependencies): Job[] {
  const { id: testimonyId, payment } = testimony;
  if (!payment) return [];
  return [
    ...createDateReminders(testimony, deps),
    createJob(
      { kind: 'alert', alert: 'money held long', testimonyId },
      deps,
      getEscrowNoticeDate(payment.paidAt),
    ),
  ];
}

/** Creates the mails about the due date. A mail is not sent if the due date has changed in the meantime. */
export function createDateReminders(testimony: Testimony, deps: DecisionDependencies): Job[] {
  const { id: testimonyId, acceptedOffer, dueAt } = testimony;
  if (!acceptedOffer || !dueAt) return [];
  const { expert, daysToComplete } = acceptedOffer;
  const noticeAt = new Date(Date.parse(dueAt) - NOTICE_MS);
  const isAhead = daysToComplete >= MIN_DAYS_FOR_REMINDER && noticeAt > deps.clock.now();
  return [
    ...(isAhead
      ? [
          createJob(
            { kind: 'mail', mail: 'due-soon', userId: expert.id, testimonyId, dueAt },
            deps,
            noticeAt.toISOString(),
          ),
        ]
      : []),
    ...createOverdueMailJobs(testimony, deps),
  ];
}

export function createOverdueMailJobs(
  { id: testimonyId, clientId, acceptedOffer, dueAt }: Testimony,
  deps: DecisionDependencies,
): Job[] {
  if (!acceptedOffer || !dueAt) return [];
  const about = { kind: 'mail', testimonyId, dueAt } as const;
  return [
    createJob({ ...about, mail: 'overdue', userId: acceptedOffer.expert.id }, deps, dueAt),
    createJob({ ...about, mail: 'overdue-for-client', userId: clientId }, deps, dueAt),
  ];
}
