/** Limits of mails per e-mail address. A mail is counted when it is sent (infra/docs/api/mails.md#limits). */
import { DomainError } from '../errors.ts';
import type { User } from '../model/account.ts';
import type { Change } from '../model/change.ts';
import type { Job } from '../model/job.ts';
import type { MailName, MailTask } from '../model/mail.ts';
import type { LimitName, RateLimitHit } from '../model/rate-limit.ts';
import type { Dependencies } from '../ports/dependencies.ts';

/**
 * Kind of a mail, which determines its limits. `access`: needed to use the account at all, so it is also sent to an
 * unverified e-mail address. `security`: a notice that protects the owner of the account.
 */
type MailKind = 'access' | 'security' | 'other';

/** Kinds of the mails by name. Mails that are not listed are of the kind `other`. */
const MAIL_KINDS: Readonly<Partial<Record<MailName, MailKind>>> = {
  'verify-email': 'access',
  'password-reset': 'access',
  'expert-approved': 'access',
  'password-changed': 'security',
  'email-changed': 'security',
  'failed-logins': 'security',
  'email-restored': 'security',
  'account-locked': 'security',
  'account-unlocked': 'security',
  'sessions-ended': 'security',
  'second-factor-on': 'security',
  'second-factor-off': 'security',
  'second-factor-removed': 'security',
  'recovery-code-used': 'security',
  'wrong-codes': 'security',
  'bank-account-changed': 'security',
  'data-exported': 'security',
  'account-closed': 'security',
  'payment-account-opened': 'security',
  'webhook-changed': 'security',
};

export interface MailRecipient {
  readonly address: string;
  /** Whether the e-mail address is verified for the account that the mail is about. */
  readonly isVerified: boolean;
}

export function findRecipient(task: MailTask, user: User | undefined): MailRecipient {
  const address = 'to' in task ? task.to : (user?.email ?? '');
  const isCurrent = user?.email === address;
  const isVerified = 'isVerified' in task ? task.isVerified : isCurrent && user.emailVerified;
  return { address, isVerified };
}

/**
 * Counts the mail of a claimed job towards all its limits, or towards none of them. A mail is counted once, even if its
 * job is retried.
 * @param further changes that are committed if the mail is counted now or was counted before
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
    : [...addressHits(task.mail, recipient, at), ...offerHits(task, recipient, at)];
  const rejections = await unitOfWork.commit([
    ...hits.map(hit => ({ kind: 'rate-limit-counted', hit }) as const),
    { kind: 'mail-counted', job },
    ...further,
  ]);
  if (rejections.some(({ change }) => change.kind !== 'rate-limit-counted'))
    throw new DomainError('unavailable');
  return rejections.length === 0;
}

function addressHits(mail: MailName, { address: key, isVerified }: MailRecipient, at: Date): RateLimitHit[] {
  const hits = limitsOf(MAIL_KINDS[mail] ?? 'other', isVerified).map(limit => ({ limit, key, at }));
  if (isVerified) return hits;
  return [...hits, { limit: 'unverified-mailbox-mails', key: findMailbox(key), at }];
}

/**
 * Returns the address without a tag such as `+tag` in its local part. Addresses that differ only in the tag usually
 * belong to one mailbox, so without this limit it could get any number of mails. Only unverified addresses are counted,
 * so that nobody can use up the mails of a user with tags.
 */
const findMailbox = (address: string): string => address.replace(/\+[^@]*(?=@)/, '');

function limitsOf(kind: MailKind, isVerified: boolean): LimitName[] {
  if (isVerified) return [kind === 'security' ? 'security-notices' : 'address-mails'];
  const limit = kind === 'access' ? 'unverified-address-mails' : 'unverified-address-other-mails';
  return ['address-mails', limit];
}

/** Returns additional limits of a mail about an offer. Another user causes such a mail, so they are stricter. */
function offerHits(task: MailTask, { address }: MailRecipient, at: Date): RateLimitHit[] {
  if (task.mail !== 'new-offer') return [];
  return [
    { limit: 'offer-mails', key: `${task.expertId} ${task.testimonyId}`, at },
    { limit: 'address-offer-mails', key: address, at },
  ];
}
