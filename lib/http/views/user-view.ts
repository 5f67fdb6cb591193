/**
 * API views of users and jobs (infra/docs/api/accounts.md). Members are listed one by one, so a new property of a
 * record is never exposed by accident and members always come in the same order.
 */
import { computeRevision } from '../../domain/experts/identity-review.ts';
import { type Expert, isApproved, paymentAccountState, type User } from '../../domain/model/account.ts';
import type { AuditEntry } from '../../domain/model/audit.ts';
import type { Address, Company, ShippingAddress } from '../../domain/model/contact.ts';
import type { ResponseData } from '../response/success-response.ts';

type ClientProfile = ResponseData<'Client'>;
type ExpertProfile = ResponseData<'Expert'>;

export function userView(user: Expert): ExpertProfile;
export function userView(user: User): ClientProfile | ExpertProfile;
export function userView(user: User): ClientProfile | ExpertProfile {
  const { id, email, emailVerified, phone, firstName, lastName, newsletterSubscribed, createdAt } = user;
  const addresses = contactView(user);
  const identityFields = { id, email, emailVerified, phone };
  const metadataFields = { newsletterSubscribed, createdAt };
  if (user.role === 'client') {
    const { role } = user;
    return {
      ...identityFields,
      role,
      firstName,
      lastName,
      ...addresses,
      bankAccount: null,
      regions: [],
      ...metadataFields,
    };
  }
  const { role, bankAccount, regions, nationality, dateOfBirth, registrationNumber } = user;
  const { identityReview, identityReviewReason } = user;
  return {
    ...{ ...identityFields, role, firstName, lastName, ...addresses },
    ...{ bankAccount: { iban: bankAccount.iban }, regions: [...regions], ...metadataFields },
    nationality,
    dateOfBirth: { day: dateOfBirth.day, month: dateOfBirth.month, year: dateOfBirth.year },
    registrationNumber,
    notifyNewTestimonies: user.notifyNewTestimonies,
    approved: isApproved(user),
    identityReview,
    identityReviewReason,
    paymentAccount: paymentAccountState(user),
  };
}

/** Lists addresses and company member by member, because DynamoDB maps do not preserve member order. */
export function contactView({
  billingAddress,
  shippingAddress,
  company,
}: Pick<User, 'billingAddress' | 'shippingAddress' | 'company'>) {
  return {
    billingAddress: billingAddress && addressView(billingAddress),
    shippingAddress: shippingAddress && shippingAddressView(shippingAddress),
    company: company && companyView(company),
  };
}

function addressView({ line1, line2, city, postalCode, country }: Address) {
  return { line1, line2, city, postalCode, country };
}

function shippingAddressView({ firstName, lastName, ...address }: ShippingAddress) {
  return { firstName, lastName, ...addressView(address) };
}

function companyView({ businessId, taxId, vatId }: Company) {
  return { businessId, taxId, vatId };
}

/** Returns an expert as operators see it, with the grounds of the approval and the audit entries. */
export function expertReviewFileView(
  expert: Expert,
  audit: readonly AuditEntry[],
): ResponseData<'ExpertReviewFile'> {
  const { paymentAccountVerified, granted, revoked } = expert.approval;
  return {
    ...userView(expert),
    revision: computeRevision(expert),
    approval: { paymentAccountVerified, granted, revoked },
    lockedAt: expert.lockedAt ?? null,
    audit: audit.map(({ id, who, what, why, when }) => ({ id, who, what, why, when })),
  };
}

/** Returns an account as operators see it after a measure against its misuse. */
export function accountStatusView({
  id,
  email,
  emailVerified,
  role,
  lockedAt,
}: User): ResponseData<'AccountStatus'> {
  return { id, email, emailVerified, role, lockedAt: lockedAt ?? null };
}

/** Returns an account that an operator has found. */
export function foundAccountView(user: User): ResponseData<'FoundAccount'> {
  const { id, email, emailVerified, role, lockedAt = null, phone, firstName, lastName, createdAt } = user;
  return {
    ...{ id, email, emailVerified, role, lockedAt, phone, firstName, lastName },
    registrationNumber: user.role === 'expert' ? user.registrationNumber : null,
    businessId: user.company?.businessId ?? null,
    createdAt,
  };
}
