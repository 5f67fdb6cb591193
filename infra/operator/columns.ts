/** Columns of the command line's tables and records. Times are in UTC, amounts in euros. */
import type { ResponseData } from '../../lib/http/response/success-response.ts';
import { type Column, createColumns, formatDay, formatMinute } from './terminal-output.ts';

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

export const HEALTH_COLUMNS = createColumns<StoresHealth>({
  Status: 'status',
});

export const STORE_COLUMNS = createColumns<StoresHealth['stores'][number]>({
  Store: 'store',
  Works: ({ ok }) => (ok ? 'yes' : 'NO'),
  ms: 'ms',
  Error: 'error',
});

export const EXPERT_LIST_COLUMNS = createColumns<Expert>({
  ID: 'id',
  Registered: ({ createdAt }) => formatDay(createdAt),
  Name: { text: formatName, width: 24 },
  'E-mail': { text: 'email', width: 32 },
  'Reg. number': { text: 'registrationNumber', width: 12 },
});

export const EXPERT_COLUMNS = createColumns<Expert>({
  ID: 'id',
  Name: formatName,
  'E-mail': formatEmail,
  'Identity review': formatReview,
  'Payment account': 'paymentAccount',
  Approved: formatApproval,
  Locked: ({ lockedAt = null }) => formatMinute(lockedAt),
  'Reg. number': 'registrationNumber',
  Registered: ({ createdAt }) => formatMinute(createdAt),
  Phone: 'phone',
  Nationality: 'nationality',
  Born: formatBirthday,
  Regions: ({ regions }) => regions.join(' '),
  Address: formatAddress,
  Company: formatCompany,
  'Bank account': ({ bankAccount }) => bankAccount.iban,
});

/**
 * Columns for an identity review: the personal data that the operator compares with the scans, and the revision number
 * that the review must contain.
 */
export const IDENTITY_COLUMNS = createColumns<Expert>({
  Name: formatName,
  'Reg. number': 'registrationNumber',
  Born: formatBirthday,
  Nationality: 'nationality',
  Revision: 'revision',
});

export const AUDIT_COLUMNS = createColumns<NonNullable<Expert['audit']>[number]>({
  When: ({ when }) => formatMinute(when),
  What: 'what',
  Who: { text: 'who', width: Infinity },
  Why: { text: 'why', width: Infinity },
});

/** Columns of the mails to a user. A mail that was not sent yet has no subject, so its kind is shown. */
export const MAIL_COLUMNS = createColumns<History['mails'][number]>({
  When: ({ at }) => formatMinute(at),
  State: 'state',
  Job: 'jobId',
  To: { text: 'to', width: 40 },
  Mail: { text: ({ subject, mail }) => subject ?? mail, width: 60 },
});

/** Describes the check of an image: its size in pixels, and the reasons to look at it closely. */
function describeImage(check: NonNullable<IdentityDocumentLinks['front']>['check']): string {
  if (!check) return '';
  const { width, height, flag } = check;
  return [width && height ? `${width} × ${height}` : '', flag ? flag.toUpperCase() : ''].join(' ').trim();
}

/** Columns of the scans. Links are not truncated, so that the operator can open them. */
export const SCAN_COLUMNS = createColumns<[side: string, scan: IdentityDocumentLinks['front']]>({
  Scan: ([side]) => side,
  Image: ([, scan]) => describeImage(scan?.check ?? null),
  Until: ([, scan]) => formatMinute(scan?.expiresAt ?? null),
  Link: { text: ([, scan]) => scan?.url ?? 'deleted', width: Infinity },
});

/** Columns of a document's versions. Links are not truncated, so that the operator can open them. */
export const DOCUMENT_COLUMNS = createColumns<TestimonyDocumentLinks['versions'][number]>({
  Delivered: ({ deliveredAt }) => formatMinute(deliveredAt),
  Until: ({ expiresAt }) => formatMinute(expiresAt),
  Link: { text: ({ url }) => url ?? 'withheld by the malware scan', width: Infinity },
});

export const USER_COLUMNS = createColumns<User>({
  ID: 'id',
  'E-mail': 'email',
  Role: 'role',
  Phone: 'phone',
});

export const ACCOUNT_STATUS_COLUMNS = createColumns<AccountStatus>({
  ID: 'id',
  'E-mail': formatEmail,
  Role: 'role',
  Locked: ({ lockedAt }) => formatMinute(lockedAt),
});

export const FOUND_ACCOUNT_COLUMNS = createColumns<FoundAccount>({
  ID: 'id',
  Role: 'role',
  Name: { text: ({ firstName, lastName }) => [firstName, lastName].filter(Boolean).join(' '), width: 24 },
  'E-mail': { text: formatEmail, width: 44 },
  Phone: 'phone',
  'Reg. number': { text: 'registrationNumber', width: 12 },
  'Business id': { text: 'businessId', width: 12 },
  Registered: ({ createdAt }) => formatDay(createdAt),
  Locked: ({ lockedAt }) => formatMinute(lockedAt),
});

export const TESTIMONY_LIST_COLUMNS = createColumns<Testimony>({
  ID: 'id',
  State: 'state',
  Due: ({ dueAt }) => formatDay(dueAt),
  'Held until': ({ heldUntil }) => formatDay(heldUntil),
  Payment: ({ payment }) => formatPayment(payment),
  Payout: ({ payout }) => formatPayout(payout),
});

export const TESTIMONY_COLUMNS = createColumns<Testimony>({
  ID: 'id',
  State: 'state',
  Client: 'clientId',
  Expert: 'expertId',
  Accepted: ({ acceptedAt }) => formatMinute(acceptedAt),
  Due: ({ dueAt }) => formatMinute(dueAt),
  'Cancelled for': 'cancellationReason',
  Payment: ({ payment }) => formatPayment(payment),
  Payout: ({ payout }) => formatPayout(payout),
  'Held until': ({ heldUntil }) => formatMinute(heldUntil),
  Delivered: ({ versions }) => versions.map(each => formatMinute(each.deliveredAt)).join(', '),
  'Document check': 'documentCheck',
  'Payout due': ({ complaintUntil }) => formatMinute(complaintUntil),
  Confirmed: ({ confirmedAt }) => formatMinute(confirmedAt),
  Complaint: ({ complaint }) => complaint && formatComplaint(complaint),
});

export const TESTIMONY_MONEY_COLUMNS: readonly Column<OperatorTestimonyDetails>[] = [
  ...TESTIMONY_COLUMNS,
  ...createColumns<OperatorTestimonyDetails>({ Held: ({ held }) => formatEuros(held) }),
];

export const BALANCE_COLUMNS = createColumns<readonly [account: string, balance: number]>({
  Account: ([account]) => account,
  Balance: ([, balance]) => formatEuros(balance),
});

export const ENTRY_COLUMNS = createColumns<OperatorTestimonyDetails['ledger'][number]>({
  When: ({ at }) => formatMinute(at),
  What: 'kind',
  Amount: ({ amount }) => formatEuros(amount),
  From: 'from',
  To: 'to',
  'Id or reference': { text: 'sourceId', width: Infinity },
  'Respond by': ({ respondBy }) => formatMinute(respondBy),
});

export const JOB_COLUMNS = createColumns<Job>({
  ID: 'id',
  Kind: 'kind',
  Attempts: 'attempts',
  Created: ({ createdAt }) => formatMinute(createdAt),
  Failed: ({ failedAt }) => formatMinute(failedAt),
  Testimony: 'testimonyId',
  Amount: ({ amount }) => amount?.toFixed(2),
  Party: 'party',
  Error: { text: 'error', width: 60 },
});

/** Columns of one job, including the facts about its subject. */
export const JOB_DETAIL_COLUMNS = createColumns<Job>({
  ID: 'id',
  Kind: ({ kind, detail }) => [kind, detail].filter(Boolean).join(': '),
  State: 'state',
  Attempts: 'attempts',
  Created: ({ createdAt }) => formatMinute(createdAt),
  Due: ({ dueAt }) => formatMinute(dueAt),
  Failed: ({ failedAt }) => formatMinute(failedAt),
  'Request id': 'requestId',
  Testimony: 'testimonyId',
  User: 'userId',
  Amount: ({ amount }) => amount?.toFixed(2),
  Party: 'party',
  Error: 'error',
});

/** Columns of open jobs that are late or were postponed. */
export const OPEN_JOB_COLUMNS = createColumns<Job>({
  ID: 'id',
  Kind: 'kind',
  Detail: { text: 'detail', width: 24 },
  Attempts: 'attempts',
  Created: ({ createdAt }) => formatMinute(createdAt),
  Due: ({ dueAt }) => formatMinute(dueAt),
  Testimony: 'testimonyId',
  Amount: ({ amount }) => amount?.toFixed(2),
  Error: { text: 'error', width: 60 },
});

export const MONEY_COLUMNS = createColumns<WaitingMoney>({
  Reason: { text: formatReason, width: 90 },
  Amount: ({ amount }) => formatEuros(amount),
  Since: ({ since }) => formatDay(since),
  Until: ({ until }) => formatDay(until),
  Testimony: 'testimonyId',
  Difference: ({ difference }) => difference?.id,
  Refund: 'refundId',
  Session: { text: ({ sessionId, isLate }) => (isLate ? sessionId : null), width: Infinity },
});

export const DIFFERENCE_COLUMNS = createColumns<Difference>({
  ID: 'id',
  When: ({ at }) => formatMinute(at),
  What: 'kind',
  'At Stripe': ({ providerAmount }) => formatAmount(providerAmount),
  Recorded: ({ recordedAmount }) => formatAmount(recordedAmount),
  'Provider id': 'providerId',
  Testimony: 'testimonyId',
});

export const ACCOUNTING_COLUMNS = createColumns<AccountingRow>({
  When: { text: ({ at = null }) => at, width: 24 },
  What: 'kind',
  Amount: { text: ({ amount }) => formatEuros(amount), isDecimal: true },
  From: 'from',
  To: 'to',
  Testimony: 'testimonyId',
  Client: 'client',
  'Client id': 'clientId',
  Expert: 'expert',
  'Expert id': 'expertId',
  'Id or reference': { text: 'sourceId', width: Infinity },
  Payment: { text: 'paymentId', width: Infinity },
  Session: { text: 'sessionId', width: Infinity },
  Final: ({ isFinal }) => (isFinal === undefined ? null : String(isFinal)),
});

export const STATISTICS_COLUMNS = createColumns<Statistics>({
  Month: 'month',
  'Registered clients': ({ registrations }) => String(registrations.clients),
  'Registered experts': ({ registrations }) => String(registrations.experts),
  'Testimonies created': ({ testimonies }) =>
    String(Object.values(testimonies).reduce((sum, count) => sum + count, 0)),
  Now: ({ testimonies }) =>
    Object.entries(testimonies)
      .map(([state, count]) => `${state} ${count}`)
      .join(', '),
  Payments: ({ money }) => formatEuros(money.payments),
  Refunds: ({ money }) => formatEuros(money.refunds),
  Payouts: ({ money }) => formatEuros(money.payouts),
  Disputes: ({ money }) => formatEuros(money.disputes),
  Fees: ({ money }) => formatEuros(money.fees),
  'Outside the provider': ({ money }) => formatEuros(money.outside),
  Commission: ({ money }) => formatEuros(money.commission),
  'Median hours to the first offer': ({ medianHours }) => medianHours.firstOffer?.toString(),
  'Median hours to the acceptance': ({ medianHours }) => medianHours.acceptance?.toString(),
  'Median hours from there to the delivery': ({ medianHours }) => medianHours.delivery?.toString(),
});

/** Sums the amounts, in whole cents, by which the lines changed the balance at Stripe. */
export function sumAccountingLines(rows: readonly unknown[]): AccountingRow {
  const cents = (rows as readonly AccountingRow[]).reduce((total, { from, to, amount }) => {
    const sign = Number(from === 'provider') - Number(to === 'provider');
    return total + sign * Math.round(amount * 100);
  }, 0);
  return { kind: 'change of the balance at Stripe', amount: cents / 100 };
}

const formatAmount = (amount: number | null) => (amount === null ? 'nothing' : formatEuros(amount));

export const RETRIED_JOBS_COLUMNS = createColumns<RetriedJobs>({
  Kind: 'kind',
  'Jobs retried': 'retried',
});

function formatName({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>): string {
  return [firstName, lastName].filter(Boolean).join(' ');
}

function formatEmail({ email, emailVerified }: Pick<AccountStatus, 'email' | 'emailVerified'>): string {
  return emailVerified ? email : `${email} (not verified)`;
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
