/** API views of users (infra/docs/api/accounts.md). */
import { computeRevision } from '../../domain/experts/identity-review.ts';
import {
  type Expert,
  getPaymentAccountState,
  isApproved,
  type User,
} from '../../domain/model/accounts/account.ts';
import type { AuditEntry } from '../../domain/model/activity/audit.ts';
import type { ResponseData } from '../response/success-response.ts';
import { createAuditEntryView } from './history-view.ts';
import { pick } from './members.ts';

type ClientProfile = ResponseData<'Client'>;
type ExpertProfile = ResponseData<'Expert'>;

export function createUserView(user: Expert): ExpertProfile;
export function createUserView(user: User): ClientProfile | ExpertProfile;
export function createUserView(user: User): ClientProfile | ExpertProfile {
  const metadata = {
    ...pick(user, 'newsletterSubscribed', 'createdAt'),
    secondFactor: user.hasSecondFactor ?? false,
    partner: user.partner ? pick(user.partner, 'id', 'name') : null,
  };
  if (user.role === 'client')
    return {
      ...createIdentityView(user),
      ...createContactView(user),
      bankAccount: null,
      regions: [],
      ...metadata,
    };
  return {
    ...createIdentityView(user),
    ...createContactView(user),
    bankAccount: pick(user.bankAccount, 'iban'),
    regions: [...user.regions],
    ...metadata,
    nationality: user.nationality,
    dateOfBirth: pick(user.dateOfBirth, 'day', 'month', 'year'),
    ...pick(user, 'registrationNumber', 'notifyNewTestimonies'),
    approved: isApproved(user),
    approvalRevoked: user.approval.revoked,
    ...pick(user, 'identityReview', 'identityReviewReason'),
    identityDocumentsReceivedAt: user.scans.receivedAt ?? null,
    paymentAccount: getPaymentAccountState(user),
  };
}

const createIdentityView = <Role extends User>(user: Role) =>
  pick(user, 'id', 'email', 'emailVerified', 'phone', 'role', 'firstName', 'lastName');

const ADDRESS_MEMBERS = ['line1', 'line2', 'city', 'postalCode', 'country'] as const;

export function createContactView({
  billingAddress,
  shippingAddress,
  company,
}: Pick<User, 'billingAddress' | 'shippingAddress' | 'company'>) {
  return {
    billingAddress: billingAddress && pick(billingAddress, ...ADDRESS_MEMBERS),
    shippingAddress: shippingAddress && pick(shippingAddress, 'firstName', 'lastName', ...ADDRESS_MEMBERS),
    company: company && pick(company, 'businessId', 'taxId', 'vatId'),
  };
}

/** Returns an expert as operators see it, with the grounds of the approval and the audit entries. */
export function createExpertReviewFileView(
  expert: Expert,
  audit: readonly AuditEntry[],
): ResponseData<'ExpertReviewFile'> {
  return {
    ...createUserView(expert),
    revision: computeRevision(expert),
    approval: pick(expert.approval, 'paymentAccountVerified', 'granted', 'revoked'),
    lockedAt: expert.lockedAt ?? null,
    audit: audit.map(createAuditEntryView),
  };
}

/** Returns an account as operators see it after a decision against its misuse. */
export function createAccountStatusView(user: User): ResponseData<'AccountStatus'> {
  return { ...pick(user, 'id', 'email', 'emailVerified', 'role'), lockedAt: user.lockedAt ?? null };
}

export function createFoundAccountView(user: User): ResponseData<'FoundAccount'> {
  return {
    ...createAccountStatusView(user),
    ...pick(user, 'phone', 'firstName', 'lastName'),
    registrationNumber: user.role === 'expert' ? user.registrationNumber : null,
    businessId: user.company?.businessId ?? null,
    createdAt: user.createdAt,
    partner: user.partner ? pick(user.partner, 'id', 'name') : null,
  };
}
