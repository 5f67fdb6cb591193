/** Limits of mails per e-mail address. A mail is counted when it is sent (infra/docs/api/mails.md#limits). */
import { DomainError } from '../errors.ts';
import { findMailbox } from '../limits/mailbox.ts';
import type { User } from '../model/accounts/account.ts';
import type { Change } from '../model/change.ts';
import type { Job } from '../model/jobs/job.ts';
import type { RateLimitHit } from '../model/limits/rate-limit.ts';
import type { MailTask } from '../model/mails/mail.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { MAIL_DEFINITIONS } from './mail-definitions.ts';

export interface MailRecipient {
  readonly address: string;
  /** Whether the e-mail address is verified for the account that the mail is about. */
  readonly isVerified: boolean;
  /** Market in which the mails to the address are counted. */
  readonly market?: string | undefined;
}

export function findRecipient(task: MailTask, user: User | undefined): MailRecipient {
  const address = 'to' in task ? task.to : (user?.email ?? '');
  const isCurrent = user?.email === address;
  const isVerified = 'isVerified' in task ? task.isVerified : isCurrent && user.emailVerified;
  return { address, isVerified, market: user?.market };
}

/**
 * Counts the mail of a claimed job towards all its limits, or towards none of them when one is used up. If the job is
 * retried, the mail is not counted again.
 * @param further changes that are committed together with the count, or alone if the mail was counted before
 * @returns false when a limit is used up, so that the mail must not be sent
 * @throws DomainError `unavailable` when nothing was counted because the counters were busy, another run has claimed
 * the job, or a further change was rejected
 */
export async function countMail(
  task: MailTask,
  recipient: MailRecipient,
  job: Job,
  { clock, unitOfWork }: Pick<Dependencies, 'clock' | 'unitOfWork'>,
  further: readonly Change[] = [],
): Promise<boolean> {
  if (job.mailCounted && further.length === 0) return true;
  const at = clock.now();
  const hits = job.mailCounted
    ? []
    : [...addressHits(task, recipient, at), ...offerHits(task, recipient, at)];
  const rejections = await unitOfWork.commit([
    ...hits.map(hit => ({ kind: 'rate-limit-counted', hit }) as const),
    { kind: 'mail-counted', job },
    ...further,
  ]);
  if (rejections.some(({ change }) => change.kind !== 'rate-limit-counted'))
    throw new DomainError('unavailable');
  return rejections.length === 0;
}

/**
 * Returns the hits of a mail on the limits per address. They depend on the address and the class of the mail:
 *
 * - A security notice to a verified address is counted only together with notices of the same kind. A stranger who
 *   causes many notices of one kind can therefore not stop the other kinds.
 * - Any other mail to a verified address is counted with all such mails to the address.
 * - A mail to an unverified address is also counted with the mails of its kind if it is needed to use an account, else
 *   with all that are not needed, and with the mails to the same mailbox. Verified addresses have no limit per mailbox,
 *   because others could use it up with tagged addresses of the same mailbox.
 */
function addressHits(
  task: MailTask,
  { address, isVerified, market }: MailRecipient,
  at: Date,
): RateLimitHit[] {
  const { limitClass } = MAIL_DEFINITIONS[task.mail];
  const ofKind = `${nameKind(task)} ${address}`;
  if (isVerified && limitClass === 'security')
    return [{ limit: 'security-notices', key: ofKind, market, at }];
  const all: RateLimitHit = { limit: 'address-mails', key: address, market, at };
  if (isVerified) return [all];
  return [
    all,
    limitClass === 'access'
      ? { limit: 'unverified-address-mails', key: ofKind, market, at }
      : { limit: 'unverified-address-other-mails', key: address, market, at },
    { limit: 'unverified-mailbox-mails', key: findMailbox(address), market, at },
  ];
}

/** Returns the kind under which a mail is counted: the name of the mail and, for mails about partners, the change. */
const nameKind = (task: MailTask): string =>
  task.mail === 'partner-changed' ? `${task.mail} ${task.change}` : task.mail;

/** Returns the hits of a mail about a new offer. These limits are stricter, because experts cause mails to clients. */
function offerHits(task: MailTask, { address, market }: MailRecipient, at: Date): RateLimitHit[] {
  if (task.mail !== 'new-offer') return [];
  return [
    { limit: 'offer-mails', key: `${task.expertId} ${task.testimonyId}`, at },
    { limit: 'address-offer-mails', key: address, market, at },
  ];
}
