/** Columns of the command line's tables and records. Times are in UTC, amounts in euros. */
import type { ResponseData } from '../../lib/http/response/success-response.ts';
import { type Column, formatDay, formatMinute } from './terminal-output.ts';

export type User = ResponseData<'User'>;
/** An expert. Only the response of `experts show` contains the facts for a review of the expert. */
export type Expert = ResponseData<'Expert'> & Partial<ResponseData<'ExpertReviewFile'>>;
export type History = ResponseData<'OperatorHistory'>;
export type FoundAccount = ResponseData<'FoundAccount'>;
export type AccountStatus = ResponseData<'AccountStatus'>;
export type IdentityDocumentLinks = ResponseData<'IdentityDocumentLinks'>;
export type TestimonyDocumentLinks = ResponseData<'TestimonyDocumentLinks'>;
export type Testimony = ResponseData<'OperatorTestimony'>;
export type OperatorTestimonyDetails = ResponseData<'OperatorTestimonyDetails'>;
export type MoneyDecision = ResponseData<'MoneyDecision'>;
export type Job = ResponseData<'Job'>;
export type WaitingMoney = ResponseData<'WaitingMoney'>;
export type StoresHealth = ResponseData<'StoresHealth'>;
export type Difference = ResponseData<'Difference'>;
export type Statistics = ResponseData<'Statistics'>;
type AccountingLine = ResponseData<'AccountingLine'>;
/** A line of the accounting, or the sum of all lines as the change of the balance at Stripe. */
type AccountingRow = Pick<AccountingLine, 'kind' | 'amount'> & Partial<AccountingLine>;
type RetriedJobs = ResponseData<'RetriedJobs'>;

export const HEALTH_COLUMNS: readonly Column<StoresHealth>[] = [
  { title: 'Status', text: ({ status }) => status },
];

export const STORE_COLUMNS: readonly Column<StoresHealth['stores'][number]>[] = [
  { title: 'Store', text: ({ store }) => store },
  { title: 'Works', text: ({ ok }) => (ok ? 'yes' : 'NO') },
  { title: 'ms', text: ({ ms }) => String(ms) },
  { title: 'Error', text: ({ error }) => error },
];

export const EXPERT_LIST_COLUMNS: readonly Column<Expert>[] = [
  { title: 'ID', text: ({ id }) => id },
  { title: 'Registered', text: ({ createdAt }) => formatDay(createdAt) },
  { title: 'Name', text: formatName, width: 24 },
  { title: 'E-mail', text: ({ email }) => email, width: 32 },
  { title: 'Reg. number', text: ({ registrationNumber }) => registrationNumber, width: 12 },
];

export const EXPERT_COLUMNS: readonly Column<Expert>[] = [
  { title: 'ID', text: ({ id }) => id },
  { title: 'Name', text: formatName },
  {
    title: 'E-mail',
    text: ({ email, emailVerified }) => (emailVerified ? email : `${email} (not verified)`),
  },
  { title: 'Identity review', text: formatReview },
  { title: 'Payment account', text: ({ paymentAccount }) => paymentAccount },
  { title: 'Approved', text: formatApproval },
  { title: 'Locked', text: ({ lockedAt = null }) => formatMinute(lockedAt) },
  { title: 'Reg. number', text: ({ registrationNumber }) => registrationNumber },
  { title: 'Registered', text: ({ createdAt }) => formatMinute(createdAt) },
  { title: 'Phone', text: ({ phone }) => phone },
  { title: 'Nationality', text: ({ nationality }) => nationality },
  { title: 'Born', text: formatBirthday },
  { title: 'Regions', text: ({ regions }) => regions.join(' ') },
  { title: 'Address', text: formatAddress },
  { title: 'Company', text: formatCompany },
  { title: 'Bank account', text: ({ bankAccount }) => bankAccount.iban },
];

/**
 * Columns for an identity review: the personal data that the operator compares with the scans, and the revision number
 * that the review must contain.
 */
export const IDENTITY_COLUMNS: readonly Column<Expert>[] = [
  { title: 'Name', text: formatName },
  { title: 'Reg. number', text: ({ registrationNumber }) => registrationNumber },
  { title: 'Born', text: formatBirthday },
  { title: 'Nationality', text: ({ nationality }) => nationality },
  { title: 'Revision', text: ({ revision }) => revision },
];

export const AUDIT_COLUMNS: readonly Column<NonNullable<Expert['audit']>[number]>[] = [
  { title: 'When', text: ({ when }) => formatMinute(when) },
  { title: 'What', text: ({ what }) => what },
  { title: 'Who', text: ({ who }) => who, width: Infinity },
  { title: 'Why', text: ({ why }) => why, width: Infinity },
];

/** Columns of the mails to a user. A mail that was not sent yet has no subject, so its kind is shown. */
export const MAIL_COLUMNS: readonly Column<History['mails'][number]>[] = [
  { title: 'When', text: ({ at }) => formatMinute(at) },
  { title: 'State', text: ({ state }) => state },
  { title: 'Job', text: ({ jobId }) => jobId },
  { title: 'To', text: ({ to }) => to, width: 40 },
  { title: 'Mail', text: ({ subject, mail }) => subject ?? mail, width: 60 },
];

/** Describes the check of an image: its size in pixels, and the reasons to look at it closely. */
function describeImage(check: NonNullable<IdentityDocumentLinks['front']>['check']): string {
  if (!check) return '';
  const { width, height, flag } = check;
  return [width && height ? `${width} × ${height}` : '', flag ? flag.toUpperCase() : ''].join(' ').trim();
}

/** Columns of the scans. Links are not truncated, so that the operator can open them. */
export const SCAN_COLUMNS: readonly Column<[side: string, scan: IdentityDocumentLinks['front']]>[] = [
  { title: 'Scan', text: ([side]) => side },
  { title: 'Image', text: ([, scan]) => describeImage(scan?.check ?? null) },
  { title: 'Until', text: ([, scan]) => formatMinute(scan?.expiresAt ?? null) },
  { title: 'Link', text: ([, scan]) => scan?.url ?? 'deleted', width: Infinity },
];

/** Columns of a document's versions. Links are not truncated, so that the operator can open them. */
export const DOCUMENT_COLUMNS: readonly Column<TestimonyDocumentLinks['versions'][number]>[] = [
  { title: 'Delivered', text: ({ deliveredAt }) => formatMinute(deliveredAt) },
  { title: 'Until', text: ({ expiresAt }) => formatMinute(expiresAt) },
  { title: 'Link', text: ({ url }) => url ?? 'withheld by the malware scan', width: Infinity },
];

export const USER_COLUMNS: readonly Column<User>[] = [
  { title: 'ID', text: ({ id }) => id },
  { title: 'E-mail', text: ({ email }) => email },
  { title: 'Role', text: ({ role }) => role },
  { title: 'Phone', text: ({ phone }) => phone },
];

export const ACCOUNT_STATUS_COLUMNS: readonly Column<AccountStatus>[] = [
  { title: 'ID', text: ({ id }) => id },
  {
    title: 'E-mail',
    text: ({ email, emailVerified }) => (emailVerified ? email : `${email} (not verified)`),
  },
  { title: 'Role', text: ({ role }) => role },
  { title: 'Locked', text: ({ lockedAt }) => formatMinute(lockedAt) },
];

export const FOUND_ACCOUNT_COLUMNS: readonly Column<FoundAccount>[] = [
  { title: 'ID', text: ({ id }) => id },
  { title: 'Role', text: ({ role }) => role },
  {
    title: 'Name',
    text: ({ firstName, lastName }) => [firstName, lastName].filter(Boolean).join(' '),
    width: 24,
  },
  {
    title: 'E-mail',
    text: ({ email, emailVerified }) => (emailVerified ? email : `${email} (not verified)`),
    width: 44,
  },
  { title: 'Phone', text: ({ phone }) => phone },
  { title: 'Reg. number', text: ({ registrationNumber }) => registrationNumber, width: 12 },
  { title: 'Business id', text: ({ businessId }) => businessId, width: 12 },
  { title: 'Registered', text: ({ createdAt }) => formatDay(createdAt) },
  { title: 'Locked', text: ({ lockedAt }) => formatMinute(lockedAt) },
];

export const TESTIMONY_LIST_COLUMNS: readonly Column<Testimony>[] = [
  { title: 'ID', text: ({ id }) => id },
  { title: 'State', text: ({ state }) => state },
  { title: 'Due', text: ({ dueAt }) => formatDay(dueAt) },
  { title: 'Held until', text: ({ heldUntil }) => formatDay(heldUntil) },
  { title: 'Payment', text: ({ payment }) => formatPayment(payment) },
  { title: 'Payout', text: ({ payout }) => formatPayout(payout) },
];

export const TESTIMONY_COLUMNS: readonly Column<Testimony>[] = [
  { title: 'ID', text: ({ id }) => id },
  { title: 'State', text: ({ state }) => state },
  { title: 'Client', text: ({ clientId }) => clientId },
  { title: 'Expert', text: ({ expertId }) => expertId },
  { title: 'Accepted', text: ({ acceptedAt }) => formatMinute(acceptedAt) },
  { title: 'Due', text: ({ dueAt }) => formatMinute(dueAt) },
  { title: 'Cancelled for', text: ({ cancellationReason }) => cancellationReason },
  { title: 'Payment', text: ({ payment }) => formatPayment(payment) },
  { title: 'Payout', text: ({ payout }) => formatPayout(payout) },
  { title: 'Held until', text: ({ heldUntil }) => formatMinute(heldUntil) },
  {
    title: 'Delivered',
    text: ({ versions }) => versions.map(each => formatMinute(each.deliveredAt)).join(', '),
  },
  { title: 'Document check', text: ({ documentCheck }) => documentCheck },
  { title: 'Payout due', text: ({ complaintUntil }) => formatMinute(complaintUntil) },
  { title: 'Confirmed', text: ({ confirmedAt }) => formatMinute(confirmedAt) },
  { title: 'Complaint', text: ({ complaint }) => complaint && formatComplaint(complaint) },
];

export const TESTIMONY_MONEY_COLUMNS: readonly Column<OperatorTestimonyDetails>[] = [
  ...TESTIMONY_COLUMNS,
  { title: 'Held', text: ({ held }) => formatEuros(held) },
];

export const BALANCE_COLUMNS: readonly Column<readonly [account: string, balance: number]>[] = [
  { title: 'Account', text: ([account]) => account },
  { title: 'Balance', text: ([, balance]) => formatEuros(balance) },
];

export const ENTRY_COLUMNS: readonly Column<OperatorTestimonyDetails['ledger'][number]>[] = [
  { title: 'When', text: ({ at }) => formatMinute(at) },
  { title: 'What', text: ({ kind }) => kind },
  { title: 'Amount', text: ({ amount }) => formatEuros(amount) },
  { title: 'From', text: ({ from }) => from },
  { title: 'To', text: ({ to }) => to },
  { title: 'Id or reference', text: ({ sourceId }) => sourceId, width: Infinity },
  { title: 'Respond by', text: ({ respondBy }) => formatMinute(respondBy) },
];

export const JOB_COLUMNS: readonly Column<Job>[] = [
  { title: 'ID', text: ({ id }) => id },
  { title: 'Kind', text: ({ kind }) => kind },
  { title: 'Attempts', text: ({ attempts }) => String(attempts) },
  { title: 'Created', text: ({ createdAt }) => formatMinute(createdAt) },
  { title: 'Failed', text: ({ failedAt }) => formatMinute(failedAt) },
  { title: 'Testimony', text: ({ testimonyId }) => testimonyId },
  { title: 'Amount', text: ({ amount }) => (amount === null ? null : formatEuros(amount)) },
  { title: 'Party', text: ({ party }) => party },
  { title: 'Error', text: ({ error }) => error, width: 60 },
];

/** Columns of one job, including the facts about its subject. */
export const JOB_DETAIL_COLUMNS: readonly Column<Job>[] = [
  { title: 'ID', text: ({ id }) => id },
  { title: 'Kind', text: ({ kind, detail }) => [kind, detail].filter(Boolean).join(': ') },
  { title: 'State', text: ({ state }) => state },
  { title: 'Attempts', text: ({ attempts }) => String(attempts) },
  { title: 'Created', text: ({ createdAt }) => formatMinute(createdAt) },
  { title: 'Due', text: ({ dueAt }) => formatMinute(dueAt) },
  { title: 'Failed', text: ({ failedAt }) => formatMinute(failedAt) },
  { title: 'Request id', text: ({ requestId }) => requestId },
  { title: 'Testimony', text: ({ testimonyId }) => testimonyId },
  { title: 'User', text: ({ userId }) => userId },
  { title: 'Amount', text: ({ amount }) => (amount === null ? null : formatEuros(amount)) },
  { title: 'Party', text: ({ party }) => party },
  { title: 'Error', text: ({ error }) => error },
];

/** Columns of open jobs that are late or were postponed. */
export const OPEN_JOB_COLUMNS: readonly Column<Job>[] = [
  { title: 'ID', text: ({ id }) => id },
  { title: 'Kind', text: ({ kind }) => kind },
  { title: 'Detail', text: ({ detail }) => detail, width: 24 },
  { title: 'Attempts', text: ({ attempts }) => String(attempts) },
  { title: 'Created', text: ({ createdAt }) => formatMinute(createdAt) },
  { title: 'Due', text: ({ dueAt }) => formatMinute(dueAt) },
  { title: 'Testimony', text: ({ testimonyId }) => testimonyId },
  { title: 'Amount', text: ({ amount }) => (amount === null ? null : formatEuros(amount)) },
  { title: 'Error', text: ({ error }) => error, width: 60 },
];

export const MONEY_COLUMNS: readonly Column<WaitingMoney>[] = [
  { title: 'Reason', text: formatReason, width: 90 },
  { title: 'Amount', text: ({ amount }) => formatEuros(amount) },
  { title: 'Since', text: ({ since }) => formatDay(since) },
  { title: 'Until', text: ({ until }) => formatDay(until) },
  { title: 'Testimony', text: ({ testimonyId }) => testimonyId },
  { title: 'Difference', text: ({ difference }) => difference?.id },
  { title: 'Session', text: ({ sessionId, isLate }) => (isLate ? sessionId : null), width: Infinity },
];

export const DIFFERENCE_COLUMNS: readonly Column<Difference>[] = [
  { title: 'ID', text: ({ id }) => id },
  { title: 'When', text: ({ at }) => formatMinute(at) },
  { title: 'What', text: ({ kind }) => kind },
  { title: 'At Stripe', text: ({ providerAmount }) => formatAmount(providerAmount) },
  { title: 'Recorded', text: ({ recordedAmount }) => formatAmount(recordedAmount) },
  { title: 'Provider id', text: ({ providerId }) => providerId },
  { title: 'Testimony', text: ({ testimonyId }) => testimonyId },
];

export const ACCOUNTING_COLUMNS: readonly Column<AccountingRow>[] = [
  { title: 'When', text: ({ at = null }) => at, width: 24 },
  { title: 'What', text: ({ kind }) => kind },
  { title: 'Amount', text: ({ amount }) => formatEuros(amount), isDecimal: true },
  { title: 'From', text: ({ from }) => from },
  { title: 'To', text: ({ to }) => to },
  { title: 'Testimony', text: ({ testimonyId }) => testimonyId },
  { title: 'Client', text: ({ client }) => client },
  { title: 'Client id', text: ({ clientId }) => clientId },
  { title: 'Expert', text: ({ expert }) => expert },
  { title: 'Expert id', text: ({ expertId }) => expertId },
  { title: 'Id or reference', text: ({ sourceId }) => sourceId, width: Infinity },
  { title: 'Payment', text: ({ paymentId }) => paymentId, width: Infinity },
  { title: 'Session', text: ({ sessionId }) => sessionId, width: Infinity },
  { title: 'Final', text: ({ isFinal }) => (isFinal === undefined ? null : String(isFinal)) },
];

export const STATISTICS_COLUMNS: readonly Column<Statistics>[] = [
  { title: 'Month', text: ({ month }) => month },
  { title: 'Registered clients', text: ({ registrations }) => String(registrations.clients) },
  { title: 'Registered experts', text: ({ registrations }) => String(registrations.experts) },
  {
    title: 'Testimonies created',
    text: ({ testimonies }) => String(Object.values(testimonies).reduce((sum, count) => sum + count, 0)),
  },
  {
    title: 'Now',
    text: ({ testimonies }) =>
      Object.entries(testimonies)
        .map(([state, count]) => `${state} ${count}`)
        .join(', '),
  },
  { title: 'Payments', text: ({ money }) => formatEuros(money.payments) },
  { title: 'Refunds', text: ({ money }) => formatEuros(money.refunds) },
  { title: 'Payouts', text: ({ money }) => formatEuros(money.payouts) },
  { title: 'Disputes', text: ({ money }) => formatEuros(money.disputes) },
  { title: 'Fees', text: ({ money }) => formatEuros(money.fees) },
  { title: 'Outside the provider', text: ({ money }) => formatEuros(money.outside) },
  { title: 'Commission', text: ({ money }) => formatEuros(money.commission) },
  { title: 'Median hours to the first offer', text: ({ medianHours }) => medianHours.firstOffer?.toString() },
  { title: 'Median hours to the acceptance', text: ({ medianHours }) => medianHours.acceptance?.toString() },
  {
    title: 'Median hours from there to the delivery',
    text: ({ medianHours }) => medianHours.delivery?.toString(),
  },
];

/** Sums the amounts, in whole cents, by which the lines changed the balance at Stripe. */
export function sumAccountingLines(rows: readonly unknown[]): AccountingRow {
  const cents = (rows as readonly AccountingRow[]).reduce((total, { from, to, amount }) => {
    const sign = Number(from === 'provider') - Number(to === 'provider');
    return total + sign * Math.round(amount * 100);
  }, 0);
  return { kind: 'change of the balance at Stripe', amount: cents / 100 };
}

const formatAmount = (amount: number | null) => (amount === null ? 'nothing' : formatEuros(amount));

export const RETRIED_JOBS_COLUMNS: readonly Column<RetriedJobs>[] = [
  { title: 'Kind', text: ({ kind }) => kind },
  { title: 'Jobs retried', text: ({ retried }) => String(retried) },
];

function formatName({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>): string {
  return [firstName, lastName].filter(Boolean).join(' ');
}

function formatReview({ identityReview, identityReviewReason }: Expert): string {
  return [identityReview, identityReviewReason].filter(Boolean).join(': ');
}

function formatBirthday({ dateOfBirth: { day, month, year } }: Expert): string {
  return `${day}. ${month}. ${year}`;
}

function formatApproval({ approved, approval }: Expert): string {
  const approvalText = approved ? 'yes' : 'no';
  if (!approval) return approvalText;
  const { paymentAccountVerified, granted, revoked } = approval;
  const reasons = [
    paymentAccountVerified ? 'payment account verified' : 'payment account not verified',
    granted && 'granted by an operator or the sandbox',
    revoked && 'revoked by an operator',
  ];
  return `${approvalText} (${reasons.filter(Boolean).join(', ')})`;
}

function formatAddress({ billingAddress }: Expert): string {
  const { line1, line2, postalCode, city, country } = billingAddress ?? {};
  return [line1, line2, postalCode, city, country].filter(Boolean).join(', ');
}

function formatCompany({ company }: Expert): string {
  const numbers = [
    company?.businessId && `businessId ${company.businessId}`,
    company?.taxId && `taxId ${company.taxId}`,
    company?.vatId && `vatId ${company.vatId}`,
  ];
  return numbers.filter(Boolean).join(', ');
}

function formatComplaint({ madeAt, reason, endedAt, outcome }: NonNullable<Testimony['complaint']>): string {
  const end = endedAt ? `${outcome} ${formatMinute(endedAt)}` : 'open';
  return `${formatMinute(madeAt)}, ${end}: ${reason ?? 'erased'}`;
}

function formatPayment(payment: Testimony['payment']): string | null {
  if (!payment) return null;
  const { status, amount, refunded } = payment;
  const isPartlyRefunded = refunded > 0 && refunded < amount;
  return `${status} ${formatEuros(amount)}${isPartlyRefunded ? `, ${formatEuros(refunded)} refunded` : ''}`;
}

function formatPayout(payout: Testimony['payout']): string | null {
  if (!payout) return null;
  const { status, amount, reason } = payout;
  return `${status} ${formatEuros(amount)}${reason ? ` (${reason})` : ''}`;
}

function formatReason({ reason, difference }: WaitingMoney): string {
  if (!difference) return reason;
  const { kind, providerId, providerAmount, recordedAmount } = difference;
  return `${kind} ${providerId}: ${formatAmount(providerAmount)} at Stripe, ${formatAmount(recordedAmount)} recorded`;
}

const formatEuros = (amount: number) => amount.toFixed(2);

export const formatAmountInEuros = (amount: number | undefined): string =>
  `${formatEuros(amount ?? 0)} euros`;

/** Formats the part of a payment that is not refunded, for the question before a refund. */
export const formatUnrefundedAmount = ({ payment }: Testimony): string =>
  formatAmountInEuros(payment ? payment.amount - payment.refunded : 0);

/** Describes jobs for the question before a command, with the sum of their amounts. */
export function describeJobs(jobs: readonly Job[]): string {
  const cents = jobs.reduce((sum, { amount }) => sum + Math.round((amount ?? 0) * 100), 0);
  const stake = cents > 0 ? ` over ${formatAmountInEuros(cents / 100)}` : '';
  const [first, ...others] = jobs;
  if (!first) return 'no job';
  return others.length === 0
    ? `the job "${first.kind}"${stake}`
    : `${jobs.length} jobs "${first.kind}"${stake}`;
}

/** Describes the owner of an account for the question before a command. */
export const describeAccountOwner = (user: Pick<User, 'firstName' | 'lastName' | 'email'>): string =>
  `${formatName(user)} <${user.email}>`.trim();
