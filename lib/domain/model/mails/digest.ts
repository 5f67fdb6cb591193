/** Digests of new testimonies, which experts get by mail (infra/docs/api/mails.md#digest-of-new-testimonies). */
import * as v from 'valibot';
import { DAY, MINUTE } from '../../../durations.ts';
import { isApproved, type User } from '../accounts/account.ts';
import { optionalTextSchema, type Stored, textSchema } from '../schemas/record-schema.ts';

export const createDigestRecordSchema = () =>
  v.object({
    expertId: textSchema,
    from: textSchema,
    until: textSchema,
    /** Job that sends the digest. Its retry sends the same period again. */
    jobId: textSchema,
    /** Id of the job that has sent the digest. Until it is set, a later digest also covers the period. */
    sentBy: optionalTextSchema,
  });

/**
 * The last digest of an expert. The record is stored before the mail is sent, so two jobs cannot send the same period.
 */
export type DigestRecord = Stored<typeof createDigestRecordSchema>;

/** Period that a digest covers: it lists the testimonies that were created after `from` and not after `until`. */
export type DigestPeriod = Pick<DigestRecord, 'from' | 'until'>;

/** A testimony that became visible after its creation, when its client verified the e-mail address. */
export interface RevealedTestimony {
  readonly testimonyId: string;
  readonly region: string;
  readonly market?: string;
  readonly visibleSince: string;
}

/** A digest that is about to be sent, and the record of the last digest, which the new record replaces. */
export interface DigestClaim {
  readonly digest: DigestRecord;
  readonly replaced: DigestRecord | undefined;
}

export const isDigestSent = ({ jobId, sentBy }: DigestRecord): boolean => sentBy === jobId;

export const MAX_LISTED_TESTIMONIES = 20;

/** Longest period that a digest covers. An expert's first digest covers a period of this length. */
const MAX_PERIOD_MS = DAY;

/**
 * Time between the end of a period and its digest. Within this time, the last testimonies of the period are committed
 * and appear in the index.
 */
const DIGEST_DELAY_MS = MINUTE;

/** Returns the end of the period that contains a time. Periods begin at multiples of their length. */
export function getPeriodEnd(at: Date, minutes: number): Date {
  const length = minutes * MINUTE;
  return new Date((Math.floor(at.getTime() / length) + 1) * length);
}

export const getDigestTime = (periodEnd: Date): Date => new Date(periodEnd.getTime() + DIGEST_DELAY_MS);

/**
 * Determines the period of a digest that is sent now. It begins at the end of the last digest that was sent, at most a
 * day ago. It ends at the end of the last period whose digest is due.
 * @returns undefined when another digest already covers this time
 */
export function choosePeriod(
  last: DigestRecord | undefined,
  jobId: string,
  now: Date,
  minutes: number,
): DigestPeriod | undefined {
  if (last?.jobId === jobId) return { from: last.from, until: last.until };
  const covered = new Date(now.getTime() - DIGEST_DELAY_MS);
  const end = getPeriodEnd(covered, minutes).getTime() - minutes * MINUTE;
  const until = new Date(end).toISOString();
  const reach = new Date(end - MAX_PERIOD_MS).toISOString();
  const start = last && (isDigestSent(last) ? last.until : last.from);
  if (last && last.until >= until) return undefined;
  return { from: start && start > reach ? start : reach, until };
}

/**
 * Lists the regions whose lists of experts contain the user (`accounts/region-lists.ts`). The lists ignore locks and
 * the verification of the address; the digest checks these itself.
 * @param user undefined when the account is closed
 */
export function listDigestRegions(user: User | undefined): readonly string[] {
  if (user?.role !== 'expert' || !isApproved(user) || !user.notifyNewTestimonies) return [];
  return user.regions;
}

export function isDigestRecipient(user: User): boolean {
  return listDigestRegions(user).length > 0 && user.emailVerified && !user.lockedAt;
}
