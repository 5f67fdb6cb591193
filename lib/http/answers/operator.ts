/** What operators see (contract §3). */
import * as v from 'valibot';
import { Expert } from './user.ts';
import { Id, Link, MaybeText, Moment, Text } from './values.ts';

export const AuditEntry = v.strictObject({ id: Id, who: Text, what: Text, why: MaybeText, when: Moment });

/**
 * An expert, how the approval came about, and what operators have done. `revision` changes with name, number
 * and scans: a review says which one it is of.
 */
export const Dossier = v.strictObject({
  ...Expert.entries,
  revision: Text,
  approval: v.strictObject({
    paymentAccountVerified: v.boolean(),
    granted: v.boolean(),
    revoked: v.boolean(),
  }),
  audit: v.array(AuditEntry),
});

/** For five minutes; null once the scans are deleted. */
const DocumentLink = v.nullable(v.strictObject({ url: Link, expiresAt: Moment }));
export const Documents = v.strictObject({ front: DocumentLink, back: DocumentLink });

/** How many dead jobs of a kind are tried again. */
export const RetriedJobs = v.strictObject({ kind: Text, retried: v.number() });

/** What it was to do, but not for whom. */
export const Job = v.strictObject({
  id: Id,
  kind: Text,
  attempts: v.number(),
  createdAt: Moment,
  failedAt: v.nullable(Moment),
});
