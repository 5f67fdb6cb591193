/**
 * A user as the API shows one to themselves (contract §2, "User"): named field by field, so that a
 * new property of the record is never shown by accident.
 */
import type { Expert, User } from '../domain/accounts.ts';
import { isApproved } from '../domain/approvals.ts';

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
