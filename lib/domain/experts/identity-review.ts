/** Review of identity documents (infra/docs/api/approval.md#identity-review). */
import { createHash } from 'node:crypto';
import {
  auditChanges,
  createAuditEntry,
  createJob,
  decideAccountChange,
  jobsAdded,
  tasksAdded,
  uploadsUsed,
} from '../changes.ts';
import { DomainError } from '../errors.ts';
import {
  createPermanentKeys,
  createScanExpiryJobs,
  getRetentionDays,
  type ReceivedScans,
  restartScanRetention,
} from '../files/identity-documents.ts';
import { createLinkIfClean, findCleanKey } from '../files/malware.ts';
import {
  acceptIdentity,
  type Expert,
  type IdentityReview,
  rejectIdentity,
  resetIdentityReview,
} from '../model/accounts/account.ts';
import type { OperatorDecision } from '../model/activity/audit.ts';
import type { Decision } from '../model/change.ts';
import type { ImageCheck } from '../model/files/file.ts';
import type { MailTask } from '../model/mails/mail.ts';
import type { DecisionDependencies, Dependencies } from '../ports/dependencies.ts';

const LINK_SECONDS = 300;

export interface IdentityReviewDecision extends OperatorDecision {
  readonly decision: Exclude<IdentityReview, 'pending'>;
  /** Result of `computeRevision` that the operator has seen. Null in the sandbox, which skips the check. */
  readonly revision: string | null;
}

/** Computes a hash of the data that an operator reviews. New scans change the hash, because they have new keys. */
export function computeRevision({ firstName, lastName, registrationNumber, scans }: Expert): string {
  const judged = JSON.stringify([firstName, lastName, registrationNumber, scans.front, scans.back]);
  return createHash('sha256').update(judged).digest('hex').slice(0, 32);
}

/**
 * Accepts or rejects the identity documents. Mails the expert when the outcome differs from the previous one.
 * @throws DomainError `stale` when name, registration number or scans have changed since the operator saw them
 */
export function reviewIdentity(
  expert: Expert,
  { who, why, decision, revision }: IdentityReviewDecision,
  deps: DecisionDependencies & Pick<Dependencies, 'retention'>,
): Decision<Expert> {
  if (revision !== null && computeRevision(expert) !== revision) throw new DomainError('stale');
  const recipient = { kind: 'mail', userId: expert.id } as const;
  const mail: MailTask =
    decision === 'accepted'
      ? { ...recipient, mail: 'identity-accepted' }
      : { ...recipient, mail: 'identity-rejected', reason: why };
  const mails = expert.identityReview === decision ? [] : [createJob(mail, deps)];
  const action = {
    subjectId: expert.id,
    who,
    why,
    what: `identity ${decision}`,
  } as const;
  const reviewed = decision === 'accepted' ? acceptIdentity(expert) : rejectIdentity(expert, why);
  const after = restartScanRetention(reviewed, getRetentionDays(decision, deps), deps);
  // An expert whose earlier name was accepted can have payouts that wait for this review of a new name.
  const isRepeated = expert.identityReview === 'pending' && expert.acceptedNames.length > 0;
  return decideAccountChange(expert, after, [
    ...jobsAdded([
      ...mails,
      ...createScanExpiryJobs(expert, after, deps),
      ...(isRepeated ? [createJob({ kind: 'pay-owed', expertId: expert.id }, deps)] : []),
    ]),
    ...auditChanges(action, deps, { revision: computeRevision(expert) }),
  ]);
}

/** Creates links to both scans for an operator, after the audit entry is written. */
export async function openDocuments(
  { id, scans }: Expert,
  who: string,
  deps: Pick<Dependencies, 'audit' | 'clock' | 'malwareChecks' | 'objectLinks' | 'random'>,
): Promise<Record<'front' | 'back', (DocumentLink & { check: ImageCheck | null }) | null>> {
  await deps.audit.add(createAuditEntry({ subjectId: id, who, why: null, what: 'documents opened' }, deps));
  const { front, back } = await createScanLinks(scans, deps);
  return {
    front: front && { ...front, check: toOrdered(scans.checks?.front) },
    back: back && { ...back, check: toOrdered(scans.checks?.back) },
  };
}

/** Lists the members of a stored check one by one, because DynamoDB maps do not preserve member order. */
function toOrdered(check: ImageCheck | undefined): ImageCheck | null {
  if (!check) return null;
  const { decodes, width, height, flag } = check;
  return { decodes, width, height, flag };
}

interface DocumentLink {
  readonly url: string;
  readonly expiresAt: string;
}

/**
 * Creates links to both scans that are valid for five minutes. Returns null for both once the scans are deleted.
 * @throws DomainError `not-scanned-yet`, `infected` or `not-scannable` unless both scans are stored under their
 * permanent keys and the malware check has found nothing in them
 */
async function createScanLinks(
  scans: Expert['scans'],
  deps: LinkDependencies,
  createLink: (side: keyof ScanLinks) => Promise<DocumentLink | null> = side =>
    createScanLink(scans, side, deps),
): Promise<ScanLinks> {
  if (scans.deletedAt) return { front: null, back: null };
  const [front, back] = await Promise.all([createLink('front'), createLink('back')]);
  return { front, back };
}

/** Creates links to the scans in which no malware was found. */
export const createCleanScanLinks = (scans: Expert['scans'], deps: LinkDependencies): Promise<ScanLinks> =>
  createScanLinks(scans, deps, side => createLinkIfClean(() => createScanLink(scans, side, deps)));

type ScanLinks = Record<'front' | 'back', DocumentLink | null>;

type LinkDependencies = Pick<Dependencies, 'clock' | 'malwareChecks' | 'objectLinks'>;

async function createScanLink(
  scans: Expert['scans'],
  side: keyof ScanLinks,
  deps: LinkDependencies,
): Promise<DocumentLink> {
  const key = await findCleanKey([scans[side]], deps);
  const expiresAt = new Date(deps.clock.now().getTime() + LINK_SECONDS * 1000).toISOString();
  return { url: await deps.objectLinks.createViewLink(key, LINK_SECONDS), expiresAt };
}

/** Replaces the scans of an expert and resets the identity review to `pending`. */
export function resubmitDocuments(
  expert: Expert,
  received: ReceivedScans,
  deps: DecisionDependencies,
): Decision<Expert> {
  const { id: expertId } = expert;
  const { scans, moves } = createPermanentKeys(received, expertId, deps);
  const replaced = [expert.scans.front, expert.scans.back, ...received.uploads.map(({ key }) => key)];
  return decideAccountChange(expert, resetIdentityReview({ ...expert, scans }), [
    ...tasksAdded([{ kind: 'keep-scans', expertId, moves, replaced }], deps),
    ...uploadsUsed(received.uploads),
  ]);
}
