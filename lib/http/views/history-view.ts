/** API views of sent mails, activity events and audit entries. */
import type { ActivityEvent } from '../../domain/model/activity/activity.ts';
import type { AuditEntry } from '../../domain/model/activity/audit.ts';
import type { Job } from '../../domain/model/jobs/job.ts';
import type { MailRecord } from '../../domain/model/mails/mail-record.ts';
import { pickEventData } from '../../domain/webhooks/payload.ts';
import type { ResponseData } from '../response/success-response.ts';
import { pick } from './members.ts';

export const createMailView = (mail: MailRecord): ResponseData<'SentMail'> =>
  pick(mail, 'id', 'to', 'subject', 'text', 'html', 'sentAt', 'state');

export const createAuditEntryView = (entry: AuditEntry): ResponseData<'AuditEntry'> =>
  pick(entry, 'id', 'who', 'what', 'why', 'when');

export const createActivityView = (event: ActivityEvent): ResponseData<'ActivityEvent'> =>
  pickEventData(event);

export const createPartnerEventView = (event: ActivityEvent): ResponseData<'PartnerEvent'> => ({
  ...pickEventData(event),
  userId: event.userId,
});

/** Returns the history of a record as operators see it. Unsent mails precede the recorded ones. */
export function createOperatorHistoryView(
  audit: readonly AuditEntry[],
  records: readonly MailRecord[],
  unsent: readonly Job[],
): ResponseData<'OperatorHistory'> {
  // A rejected mail has both a record and a dead job, so the job is left out.
  const recorded = new Set(records.map(({ jobId }) => jobId));
  const open = unsent.filter(({ id }) => !recorded.has(id));
  return {
    audit: audit.map(createAuditEntryView),
    mails: [
      ...open.map(({ id: jobId, task, createdAt: at, diedAt }) => {
        const mail = 'mail' in task ? task.mail : null;
        const state = diedAt ? ('dead' as const) : ('waiting' as const);
        return { jobId, mail, to: null, subject: null, at, state };
      }),
      ...records
        .map(({ jobId, to, subject, sentAt: at, state }) => ({ jobId, mail: null, to, subject, at, state }))
        .toReversed(),
    ],
  };
}
