/** Review of identity documents (spec §3.3, contract §3). */
import { createHash } from 'node:crypto';
import { changeExpert } from '../accounts/change-user.ts';
import { Refusal } from '../errors.ts';
import { lastingPlaces, receive } from '../files/identity-documents.ts';
import type { Expert } from '../model/account.ts';
import type { Decision } from '../model/audit.ts';
import type { SentDocuments } from '../model/file.ts';
import { accepted, type IdentityReview, rejected, toBeReviewed } from '../model/identity.ts';
import type { MailTask } from '../model/mail.ts';
import type { World } from '../ports/world.ts';
import { auditEntry, newJob } from '../records.ts';
import { withLastDay } from './scan-expiry.ts';

type Needs = Pick<World, 'accounts' | 'clock' | 'random'>;
type ReviewNeeds = Needs & Pick<World, 'retention'>;

const LINK_SECONDS = 300;

export interface Judgement extends Decision {
  readonly decision: Exclude<IdentityReview, 'pending'>;
  /** Of what was looked at; null: of whatever is there, in the sandbox. */
  readonly revision: string | null;
}

/**
 * Stands for what an operator judges: name, number and scans. Scans have new places when they are others, so
 * nobody can put a pair of the same revision together.
 */
export function revisionOf({ firstName, lastName, registrationNumber, scans }: Expert): string {
  const judged = JSON.stringify([firstName, lastName, registrationNumber, scans.front, scans.back]);
  return createHash('sha256').update(judged).digest('hex').slice(0, 32);
}

/**
 * An operator's judgement; the expert is told when it differs from the last one.
 * @throws Refusal `stale` when it is of something else than what is there now
 */
export function reviewIdentity(
  expert: Expert,
  { who, why, decision, revision }: Judgement,
  needs: ReviewNeeds,
): Promise<Expert> {
  const { id: userId } = expert;
  const recipient = { kind: 'mail', userId } as const;
  const mail: MailTask =
    decision === 'accepted'
      ? { ...recipient, mail: 'identity-accepted' }
      : { ...recipient, mail: 'identity-rejected', reason: why };
  const subject = { kind: 'user', id: userId } as const;
  return changeExpert(
    userId,
    needs,
    current => {
      if (revision !== null && revisionOf(current) !== revision) throw new Refusal('stale');
      const told = current.identityReview === decision ? [] : [newJob(mail, needs)];
      const { after, job } = withLastDay(accepted(current), needs);
      return {
        ...(decision === 'accepted'
          ? { after, jobs: [...told, job] }
          : { after: rejected(current, why), jobs: told }),
        audit: auditEntry({ subject, who, why, what: `identity ${decision}` }, needs),
      };
    },
    expert,
  );
}

/** Links to both scans. That they were opened is on record before they exist. */
export async function openDocuments(
  { id, scans }: Expert,
  who: string,
  needs: Pick<World, 'audit' | 'clock' | 'objectLinks' | 'random'>,
): Promise<Record<'front' | 'back', DocumentLink | null>> {
  await needs.audit.add(
    auditEntry({ subject: { kind: 'user', id }, who, why: null, what: 'documents opened' }, needs),
  );
  return linksTo(scans, needs);
}

interface DocumentLink {
  readonly url: string;
  readonly expiresAt: string;
}

/** For five minutes. Null once the scans are deleted. */
export async function linksTo(
  { front: keptFront, back: keptBack, received, deletedAt }: Expert['scans'],
  needs: Pick<World, 'clock' | 'objectLinks'>,
): Promise<Record<'front' | 'back', DocumentLink | null>> {
  if (deletedAt) return { front: null, back: null };
  const expiresAt = new Date(needs.clock.now().getTime() + LINK_SECONDS * 1000).toISOString();
  const [front, back] = await Promise.all([
    needs.objectLinks.show([keptFront, received.front], LINK_SECONDS),
    needs.objectLinks.show([keptBack, received.back], LINK_SECONDS),
  ]);
  return { front: { url: front, expiresAt }, back: { url: back, expiresAt } };
}

/** New scans in place of the old ones; the review begins anew. */
export async function resubmitDocuments(
  expertId: string,
  sent: SentDocuments,
  needs: Needs & Pick<World, 'scans'>,
): Promise<Expert> {
  const received = await receive(sent, needs);
  try {
    return await changeExpert(expertId, needs, expert => {
      const { scans, moves } = lastingPlaces(received, expertId, needs);
      const replaced = [expert.scans.front, expert.scans.back, ...received.uploads.map(({ key }) => key)];
      return {
        after: toBeReviewed({ ...expert, scans }),
        jobs: [newJob({ kind: 'keep-scans', expertId, moves, replaced }, needs)],
        uploads: received.uploads,
      };
    });
  } catch (error) {
    if (error instanceof Refusal) await needs.scans.discard([received.front, received.back]);
    throw error;
  }
}
