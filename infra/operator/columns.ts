/** What the command line shows of the operators' responses (infra/docs/api/operators.md). Times are UTC, amounts are euros. */
import type { ResponseData } from '../../lib/http/response/success-response.ts';
import { type Column, day, minute } from './output.ts';

export type User = ResponseData<'User'>;
/** Only `experts show` has the members of the dossier. */
export type Expert = ResponseData<'Expert'> & Partial<ResponseData<'Dossier'>>;
export type Documents = ResponseData<'Documents'>;
export type Testimony = ResponseData<'OverseenTestimony'>;
export type TestimonyWithMoney = ResponseData<'TestimonyWithMoney'>;
export type Job = ResponseData<'Job'>;
type RetriedJobs = ResponseData<'RetriedJobs'>;

export const EXPERTS: readonly Column<Expert>[] = [
  { title: 'ID', text: ({ id }) => id },
  { title: 'Registered', text: ({ createdAt }) => day(createdAt) },
  { title: 'Name', text: nameOf, width: 24 },
  { title: 'E-mail', text: ({ email }) => email, width: 32 },
  { title: 'Reg. number', text: ({ registrationNumber }) => registrationNumber, width: 12 },
];

export const EXPERT: readonly Column<Expert>[] = [
  { title: 'ID', text: ({ id }) => id },
  { title: 'Name', text: nameOf },
  {
    title: 'E-mail',
    text: ({ email, emailVerified }) => (emailVerified ? email : `${email} (not verified)`),
  },
  { title: 'Identity review', text: reviewOf },
  { title: 'Payment account', text: ({ paymentAccount }) => paymentAccount },
  { title: 'Approved', text: approvalOf },
  { title: 'Reg. number', text: ({ registrationNumber }) => registrationNumber },
  { title: 'Registered', text: ({ createdAt }) => minute(createdAt) },
  { title: 'Phone', text: ({ phone }) => phone },
  { title: 'Nationality', text: ({ nationality }) => nationality },
  { title: 'Born', text: birthdayOf },
  { title: 'Regions', text: ({ regions }) => regions.join(' ') },
  { title: 'Address', text: addressOf },
  { title: 'Company', text: companyOf },
  { title: 'Bank account', text: ({ bankAccount }) => bankAccount.iban },
];

/** What the scans have to agree with, and the revision that a review names. */
export const REVIEWED: readonly Column<Expert>[] = [
  { title: 'Name', text: nameOf },
  { title: 'Reg. number', text: ({ registrationNumber }) => registrationNumber },
  { title: 'Born', text: birthdayOf },
  { title: 'Nationality', text: ({ nationality }) => nationality },
  { title: 'Revision', text: ({ revision }) => revision },
];

export const AUDIT: readonly Column<NonNullable<Expert['audit']>[number]>[] = [
  { title: 'When', text: ({ when }) => minute(when) },
  { title: 'What', text: ({ what }) => what },
  { title: 'Who', text: ({ who }) => who, width: Infinity },
  { title: 'Why', text: ({ why }) => why, width: Infinity },
];

/** Links are never cut, because they are there to be opened. */
export const SCANS: readonly Column<[side: string, scan: Documents['front']]>[] = [
  { title: 'Scan', text: ([side]) => side },
  { title: 'Until', text: ([, scan]) => minute(scan?.expiresAt ?? null) },
  { title: 'Link', text: ([, scan]) => scan?.url ?? 'deleted', width: Infinity },
];

export const USER: readonly Column<User>[] = [
  { title: 'ID', text: ({ id }) => id },
  { title: 'E-mail', text: ({ email }) => email },
  { title: 'Role', text: ({ role }) => role },
  { title: 'Phone', text: ({ phone }) => phone },
];

export const TESTIMONIES: readonly Column<Testimony>[] = [
  { title: 'ID', text: ({ id }) => id },
  { title: 'State', text: ({ state }) => state },
  { title: 'Due', text: ({ dueAt }) => day(dueAt) },
  { title: 'Held until', text: ({ heldUntil }) => day(heldUntil) },
  { title: 'Payment', text: ({ payment }) => moneyOf(payment) },
  { title: 'Payout', text: ({ payout }) => moneyOf(payout) },
];

export const TESTIMONY: readonly Column<Testimony>[] = [
  { title: 'ID', text: ({ id }) => id },
  { title: 'State', text: ({ state }) => state },
  { title: 'Client', text: ({ clientId }) => clientId },
  { title: 'Expert', text: ({ expertId }) => expertId },
  { title: 'Accepted', text: ({ acceptedAt }) => minute(acceptedAt) },
  { title: 'Due', text: ({ dueAt }) => minute(dueAt) },
  { title: 'Cancelled for', text: ({ cancellationReason }) => cancellationReason },
  { title: 'Payment', text: ({ payment }) => moneyOf(payment) },
  { title: 'Payout', text: ({ payout }) => moneyOf(payout) },
  { title: 'Held until', text: ({ heldUntil }) => minute(heldUntil) },
];

export const TESTIMONY_WITH_MONEY: readonly Column<TestimonyWithMoney>[] = [
  ...TESTIMONY,
  { title: 'Held', text: ({ held }) => euros(held) },
];

export const MOVEMENTS: readonly Column<TestimonyWithMoney['money'][number]>[] = [
  { title: 'When', text: ({ at }) => minute(at) },
  { title: 'What', text: ({ kind }) => kind },
  { title: 'Amount', text: ({ amount }) => euros(amount) },
  { title: 'Provider id', text: ({ providerId }) => providerId, width: Infinity },
];

export const JOB: readonly Column<Job>[] = [
  { title: 'ID', text: ({ id }) => id },
  { title: 'Kind', text: ({ kind }) => kind },
  { title: 'Attempts', text: ({ attempts }) => String(attempts) },
  { title: 'Created', text: ({ createdAt }) => minute(createdAt) },
  { title: 'Failed', text: ({ failedAt }) => minute(failedAt) },
];

export const RETRIED_JOBS: readonly Column<RetriedJobs>[] = [
  { title: 'Kind', text: ({ kind }) => kind },
  { title: 'Jobs retried', text: ({ retried }) => String(retried) },
];

function nameOf({ firstName, lastName }: Expert): string {
  return [firstName, lastName].filter(Boolean).join(' ');
}

function reviewOf({ identityReview, identityReviewReason }: Expert): string {
  return [identityReview, identityReviewReason].filter(Boolean).join(': ');
}

function birthdayOf({ dateOfBirth: { day, month, year } }: Expert): string {
  return `${day}. ${month}. ${year}`;
}

function approvalOf({ approved, approval }: Expert): string {
  const answer = approved ? 'yes' : 'no';
  if (!approval) return answer;
  const { paymentAccountVerified, granted, revoked } = approval;
  const grounds = [
    paymentAccountVerified ? 'payment account verified' : 'payment account not verified',
    granted && 'granted by an operator or the sandbox',
    revoked && 'revoked by an operator',
  ];
  return `${answer} (${grounds.filter(Boolean).join(', ')})`;
}

function addressOf({ billingAddress }: Expert): string {
  const { line1, line2, postalCode, city, country } = billingAddress ?? {};
  return [line1, line2, postalCode, city, country].filter(Boolean).join(', ');
}

function companyOf({ company }: Expert): string {
  const numbers = [
    company?.businessId && `businessId ${company.businessId}`,
    company?.taxId && `taxId ${company.taxId}`,
    company?.vatId && `vatId ${company.vatId}`,
  ];
  return numbers.filter(Boolean).join(', ');
}

function moneyOf(money: Testimony['payment'] | Testimony['payout']): string | null {
  return money && `${money.status} ${euros(money.amount)}`;
}

const euros = (amount: number) => amount.toFixed(2);
