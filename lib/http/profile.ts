/**
 * A user as the API shows one to themselves (contract §2, "User"): named field by field, so that a
 * new property of the record is never shown by accident.
 */
import type { Expert, User } from '../domain/model/account.ts';
import { isApproved } from '../domain/model/account.ts';
import type { AuditEntry } from '../domain/model/audit.ts';
import type { Job } from '../domain/model/job.ts';

export function profile(user: User) {
  const expert = user.role === 'expert' ? user : undefined;
  return {
    id: user.id,
    email: user.email,
    emailVerified: user.emailVerified,
    phone: user.phone,
    role: user.role,
    firstName: user.firstName,
    lastName: user.lastName,
    billingAddress: user.billingAddress,
    shippingAddress: user.shippingAddress,
    company: user.company,
    bankAccount: expert?.bankAccount ?? null,
    regions: expert?.regions ?? [],
    newsletterSubscribed: user.newsletterSubscribed,
    createdAt: user.createdAt,
    ...(expert && ofExpert(expert)),
  };
}

function ofExpert(expert: Expert) {
  return {
    nationality: expert.nationality,
    dateOfBirth: expert.dateOfBirth,
    registrationNumber: expert.registrationNumber,
    approved: isApproved(expert),
    identityReview: expert.identityReview,
  };
}

/** An expert as operators see one: with the sources of the approval and the audit trail. */
export function dossier(expert: Expert, audit: readonly AuditEntry[]) {
  const { paymentAccountVerified, granted, revoked } = expert.approval;
  return {
    ...profile(expert),
    approval: { paymentAccountVerified, granted, revoked },
    audit: audit.map(({ id, who, what, why, when }) => ({ id, who, what, why, when })),
  };
}

/** A job as operators see one: what it was to do, but not for whom. */
export function jobView({ id, task, attempts, createdAt, diedAt = null }: Job) {
  return { id, kind: task.kind, attempts, createdAt, failedAt: diedAt };
}
