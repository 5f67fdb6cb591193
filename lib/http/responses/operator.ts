/** What operators see (infra/docs/api/operators.md). */
import * as v from 'valibot';
import { Payment, Payout } from './testimony.ts';
import { Expert } from './user.ts';
import { Euros, Id, Link, MaybeText, Moment, Text } from './values.ts';

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

/**
 * An order as operators look after it: whose it is, when it is due, how its money stands, and until when what was
 * paid may stay with the platform (null when nothing is held).
 */
export const OverseenTestimony = v.strictObject({
  id: Id,
  state: v.picklist(['pending', 'offered', 'accepted', 'completed', 'cancelled']),
  clientId: Id,
  expertId: v.nullable(Id),
  acceptedAt: v.nullable(Moment),
  dueAt: v.nullable(Moment),
  cancellationReason: MaybeText,
  payment: v.nullable(Payment),
  payout: v.nullable(Payout),
  heldUntil: v.nullable(Moment),
});

/** Negative is what the platform paid. */
const Movement = v.strictObject({ kind: Text, providerId: Text, sessionId: Text, amount: Euros, at: Moment });

/** `held` is what the platform holds for it, the provider's fees aside. */
export const TestimonyWithMoney = v.strictObject({
  ...OverseenTestimony.entries,
  money: v.array(Movement),
  held: Euros,
});
