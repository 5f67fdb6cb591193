/** Review of the identity documents of experts (infra/docs/api/approval.md#identity-review). */

export type IdentityReview = 'pending' | 'accepted' | 'rejected';

/** Name and registration number, which a review checks against the identity documents. */
export interface AttestedName {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly registrationNumber: string;
}

interface Reviewed extends AttestedName {
  readonly identityReview: IdentityReview;
  /**
   * Reason for the rejection of the identity documents, as shown to the expert; null unless `identityReview` is
   * `rejected`.
   */
  readonly identityReviewReason: string | null;
  readonly acceptedNames: readonly AttestedName[];
}

/**
 * Maximum number of accepted names that are stored for an expert. Beyond this number, the oldest names are dropped.
 * Experts hardly reach this number, because an operator must review each name.
 */
const MOST_NAMES = 50;

/** Accepts the identity documents and adds the current name and registration number to `acceptedNames`. */
export function acceptIdentity<Expert extends Reviewed>(expert: Expert): Expert {
  const { firstName, lastName, registrationNumber } = expert;
  const others = expert.acceptedNames.filter(name => !isSameName(name, expert));
  const acceptedNames = [...others, { firstName, lastName, registrationNumber }].slice(-MOST_NAMES);
  return { ...expert, identityReview: 'accepted', identityReviewReason: null, acceptedNames };
}

export function rejectIdentity<Expert extends Reviewed>(expert: Expert, reason: string | null): Expert {
  return { ...expert, identityReview: 'rejected', identityReviewReason: reason };
}

/** Resets the review to pending, after a change of name, registration number or scans. */
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
