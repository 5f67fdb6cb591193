/** Schemas of responses for operators (infra/docs/api/operators.md). */
import * as v from 'valibot';
import { SCAN_FLAGS } from '../../../domain/model/files/file.ts';
import { MAIL_STATES } from '../../../domain/model/mails/mail-record.ts';
import { LEDGER_ACCOUNTS } from '../../../domain/model/payments/ledger-entry.ts';
import { MONEY_REASONS } from '../../../domain/model/payments/money-list.ts';
import { RISK_LEVELS } from '../../../domain/model/payments/payment.ts';
import { Testimony, TestimonyState } from './testimony.ts';
import { Client, Expert } from './user.ts';
import {
  Count,
  Euros,
  Flag,
  Id,
  Link,
  NullableId,
  NullableText,
  NullableTimestamp,
  Text,
  Timestamp,
} from './values.ts';

export const AuditEntry = v.strictObject({
  id: Id,
  who: Text,
  what: Text,
  why: NullableText,
  when: Timestamp,
});

export const LedgerAccount = v.picklist(LEDGER_ACCOUNTS);

export const RiskLevel = v.picklist(RISK_LEVELS);

export const UserRole = v.picklist(['client', 'expert']);

/** An account after an operator's decision. `lockedAt` is null while the account is not locked. */
export const AccountStatus = v.strictObject({
  ...v.pick(Client, ['id', 'email', 'emailVerified']).entries,
  role: UserRole,
  lockedAt: NullableTimestamp,
});

/** An account that an operator has found. `registrationNumber` is null for clients. */
export const FoundAccount = v.strictObject({
  ...AccountStatus.entries,
  phone: NullableText,
  firstName: NullableText,
  lastName: NullableText,
  registrationNumber: NullableText,
  businessId: NullableText,
  createdAt: Timestamp,
  partner: Client.entries.partner,
});

/**
 * Facts for the review of an expert: the expert with the grounds of the approval and the audit entries. `revision`
 * changes with the name, the registration number and the scans. An identity review must contain the revision to which
 * it applies.
 */
export const ExpertReviewFile = v.strictObject({
  ...Expert.entries,
  revision: Text,
  approval: v.strictObject({
    paymentAccountVerified: Flag,
    granted: Flag,
    revoked: Flag,
  }),
  lockedAt: NullableTimestamp,
  audit: v.array(AuditEntry),
});

export const ScanFlag = v.picklist(SCAN_FLAGS);

/**
 * Result of decoding the image of a scan; null until the job has run. `decodes` tells whether the image can be decoded
 * completely; it is null when the check was given up. `flag` is null if the image needs no attention
 * (infra/docs/api/approval.md#check-of-the-scans).
 */
const ImageCheck = v.nullable(
  v.strictObject({
    decodes: v.nullable(Flag),
    width: v.nullable(Count),
    height: v.nullable(Count),
    flag: v.nullable(ScanFlag),
  }),
);

/** Link to a scan, valid for five minutes, with the check of its image; null after the scan was deleted. */
const DocumentLink = v.nullable(v.strictObject({ url: Link, expiresAt: Timestamp, check: ImageCheck }));
export const IdentityDocumentLinks = v.strictObject({ front: DocumentLink, back: DocumentLink });

/** Links to all versions of a delivered document, oldest first, valid for five minutes. */
export const TestimonyDocumentLinks = v.strictObject({
  versions: v.array(
    v.strictObject({
      deliveredAt: Timestamp,
      url: v.nullable(Link),
      fileName: NullableText,
      expiresAt: NullableTimestamp,
    }),
  ),
});

export const OperatorMailState = v.picklist(['waiting', 'dead', ...MAIL_STATES]);

/**
 * Operators' actions on a record, and the mails to a user. A mail is `waiting` while its job is open, and `dead` after
 * its job was given up. An unsent mail has a name, but no address and subject.
 */
export const OperatorHistory = v.strictObject({
  audit: v.array(AuditEntry),
  mails: v.array(
    v.strictObject({
      jobId: NullableId,
      mail: NullableText,
      to: NullableText,
      subject: NullableText,
      at: Timestamp,
      state: OperatorMailState,
    }),
  ),
});

/** Number of dead jobs of a kind that are retried. */
export const RetriedJobs = v.strictObject({ kind: Text, retried: Count });

export const StoredJobState = v.picklist(['open', 'dead', 'done', 'dismissed']);

/** A job. The user that it concerns is included only if the job was requested by its id. */
export const Job = v.strictObject({
  id: Id,
  kind: Text,
  /** Name of the mail or the alert. */
  detail: NullableText,
  state: StoredJobState,
  /** Id of the request or invocation that caused the job, as in the log lines. */
  requestId: NullableText,
  /** Time of the next attempt of an open job. */
  dueAt: NullableTimestamp,
  attempts: Count,
  createdAt: Timestamp,
  failedAt: NullableTimestamp,
  testimonyId: NullableId,
  userId: NullableId,
  /** Amount of money that the job concerns. */
  amount: v.nullable(Euros),
  /** Party who waits for the money. */
  party: v.nullable(UserRole),
  /** Name and redacted message of the last error. */
  error: NullableText,
});

/**
 * A testimony as operators see it: its parties, due date, payment and payout. `heldUntil` is the time by which the
 * payment must leave escrow, or null if nothing is in escrow. `versions` lists the delivery time of each version of the
 * document.
 */
export const OperatorTestimony = v.strictObject({
  id: Id,
  state: TestimonyState,
  clientId: Id,
  expertId: NullableId,
  ...v.pick(Testimony, ['acceptedAt', 'dueAt', 'cancellationReason', 'documentCheck']).entries,
  ...v.pick(Testimony, ['payment', 'payout']).entries,
  /** The provider's assessment of the charge. */
  riskLevel: v.nullable(RiskLevel),
  heldUntil: NullableTimestamp,
  ...v.pick(Testimony, ['complaintUntil', 'confirmedAt', 'complaint', 'versions']).entries,
});

/**
 * A difference between the payment provider's balance transactions and the recorded entries of one object. An amount is
 * null if that side has no record.
 */
export const Difference = v.strictObject({
  id: Id,
  kind: Text,
  providerId: Text,
  providerAmount: v.nullable(Euros),
  recordedAmount: v.nullable(Euros),
  testimonyId: NullableText,
  at: Timestamp,
  foundAt: Timestamp,
  dismissedAt: NullableTimestamp,
});

/**
 * An entry of a ledger with all data for accounting. `amount` moves from the account `from` to the account `to`.
 * Entries from `provider` are money that the payment provider has received; the sum of both directions, including fees,
 * is the change of the balance there. The balance of `commission` is the commission that the platform has earned.
 */
export const AccountingLine = v.strictObject({
  at: Timestamp,
  kind: Text,
  from: LedgerAccount,
  to: LedgerAccount,
  amount: Euros,
  /** Id of the provider's object or of the ordered refund, or the reference of a settlement. */
  sourceId: Text,
  testimonyId: Id,
  clientId: NullableId,
  client: NullableText,
  expertId: NullableId,
  expert: NullableText,
  paymentId: NullableText,
  sessionId: Text,
  /** Whether the entries of the month can no longer change. */
  isFinal: Flag,
});

/**
 * Statistics of a month: registrations, testimonies created in the month by their current state, and sums of the
 * entries recorded in it. The medians are the hours from the creation of these testimonies to the first offer and to
 * the acceptance, and from the acceptance to the delivery.
 */
export const Statistics = v.strictObject({
  month: Text,
  registrations: v.strictObject({ clients: Count, experts: Count }),
  testimonies: v.strictObject({
    pending: Count,
    offered: Count,
    accepted: Count,
    completed: Count,
    cancelled: Count,
  }),
  money: v.strictObject({
    payments: Euros,
    refunds: Euros,
    payouts: Euros,
    disputes: Euros,
    fees: Euros,
    outside: Euros,
    commission: Euros,
  }),
  medianHours: v.strictObject({
    firstOffer: v.nullable(Count),
    acceptance: v.nullable(Count),
    delivery: v.nullable(Count),
  }),
});

/** An entry of a ledger: `amount` moves from one account to another. */
export const LedgerEntry = v.strictObject({
  kind: Text,
  sourceId: Text,
  sessionId: Text,
  from: LedgerAccount,
  to: LedgerAccount,
  amount: Euros,
  at: Timestamp,
  /** Time until which operators can respond to a dispute or an inquiry. */
  respondBy: NullableTimestamp,
});

export const HealthState = v.picklist(['ok', 'degraded']);

/** Result of the deep health check. It is `degraded` if a store has failed. `error` is the name of the error. */
export const StoresHealth = v.strictObject({
  status: HealthState,
  stores: v.array(v.strictObject({ store: Text, ok: Flag, ms: Count, error: NullableText })),
});

export const MoneyReason = v.picklist(MONEY_REASONS);

/**
 * An amount in a list of operators, of a late payment if `isLate`. `difference` is set in the list of differences.
 * `until` is the end of the waiting period, otherwise the time by which the payment must leave escrow.
 */
export const WaitingMoney = v.strictObject({
  testimonyId: NullableText,
  sessionId: NullableText,
  isLate: Flag,
  reason: MoneyReason,
  amount: Euros,
  since: Timestamp,
  until: NullableTimestamp,
  /** Id of the refund that has failed. */
  refundId: NullableId,
  difference: v.nullable(Difference),
});

/** A testimony after a decision about its money, with the entries that the decision adds to its ledger. */
export const MoneyDecision = v.strictObject({
  ...OperatorTestimony.entries,
  entries: v.array(LedgerEntry),
});

/**
 * A testimony with the ledger of its payments. The balances cover all payments of the testimony. `held` is the amount
 * that the platform still holds, at the provider and in its bank account. The provider's fees are not deducted.
 */
export const OperatorTestimonyDetails = v.strictObject({
  ...OperatorTestimony.entries,
  ledger: v.array(LedgerEntry),
  balances: v.strictObject({
    provider: Euros,
    expert: Euros,
    deferredCommission: Euros,
    commission: Euros,
    platformLoss: Euros,
    fees: Euros,
    unallocated: Euros,
    refundInTransit: Euros,
    dispute: Euros,
    outside: Euros,
  }),
  held: Euros,
});
