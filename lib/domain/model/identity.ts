/** Who an expert is, as identity documents prove it (infra/docs/api/approval.md). */

export type IdentityReview = 'pending' | 'accepted' | 'rejected';

/** What identity documents are reviewed for. */
export interface AttestedName {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly registrationNumber: string;
}

interface Reviewed extends AttestedName {
  readonly identityReview: IdentityReview;
  /** Why it was rejected, as the expert reads it; null while it is not. */
  readonly identityReviewReason: string | null;
  readonly acceptedNames: readonly AttestedName[];
}

/** Each takes an operator's look at documents; a name beyond that many others is forgotten. */
const MOST_NAMES = 50;

/** The expert with an accepted review, for the present name and number. */
export function acceptIdentity<Expert extends Reviewed>(expert: Expert): Expert {
  const { firstName, lastName, registrationNumber } = expert;
  const others = expert.acceptedNames.filter(name => !isSameName(name, expert));
  const acceptedNames = [...others, { firstName, lastName, registrationNumber }].slice(-MOST_NAMES);
  return { ...expert, identityReview: 'accepted', identityReviewReason: null, acceptedNames };
}

export function rejectIdentity<Expert extends Reviewed>(expert: Expert, reason: string | null): Expert {
  return { ...expert, identityReview: 'rejected', identityReviewReason: reason };
}

/** Another name, number or scans: what was said of the former ones is said no more. */
export function resetIdentityReview<Expert extends Reviewed>(expert: Expert): Expert {
  return { ...expert, identityReview: 'pending', identityReviewReason: null };
}

export function isSameName(one: AttestedName, other: AttestedName): boolean {
  return (
    one.firstName === other.firstName &&
    one.lastName === other.lastName &&
    one.registrationNumber === other.registrationNumber
  );
}
