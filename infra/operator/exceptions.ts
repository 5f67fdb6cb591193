/** Facts about the operators' commands that the API description does not contain (infra/docs/developers.md). */

/**
 * Names of commands by operation, with the values that the command sends. A field that is listed here is not an option,
 * even if its value is undefined.
 */
export const COMMAND_NAMES: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  operatorCheckHealth: { health: {} },
  operatorCloseAccount: { 'users close': {} },
  operatorEndComplaint: {
    'testimonies reject-complaint': { outcome: 'pay-out', amount: undefined },
    'testimonies accept-complaint': { outcome: 'refund' },
  },
  operatorListAccounting: { accounting: {} },
  operatorListTestimonies: { 'testimonies find': {} },
  operatorListUsers: { 'users find': { id: undefined } },
  operatorOpenDocuments: { 'experts documents': {} },
  operatorOpenTestimonyDocuments: { 'testimonies documents': {} },
  operatorRetryJob: { 'jobs retry': { resend: undefined }, 'jobs resend': { resend: true } },
  operatorRetryJobs: { 'jobs retry-all': {} },
  operatorReviewIdentity: {
    'experts accept-identity': { decision: 'accepted' },
    'experts reject-identity': { decision: 'rejected' },
  },
  operatorSetApproval: { 'experts approve': { approved: true }, 'experts revoke': { approved: false } },
  operatorSettleTestimony: {
    'testimonies settle': { undo: undefined },
    'testimonies undo-settlement': { undo: true, from: undefined },
  },
  operatorShowHistory: { audit: {}, 'users mails': {} },
  operatorShowStatistics: { statistics: {} },
  operatorStartReconciliation: { reconcile: {} },
};

/** Field that is the argument of the command instead of `id`, by operation. */
export const ARGUMENT_FIELDS: Readonly<Record<string, string>> = {
  operatorListTestimonies: 'number',
  operatorRetryJobs: 'kind',
};

const FAILED_REFUND = ['money decide', { testimonyId: 'id', refundId: 'refundId' }] as const;

/**
 * Commands that list the records which an operation concerns. `equalFields` maps members of a listed record to the
 * fields of the operation that must have the same values.
 */
export const SUBJECT_LIST_COMMANDS: Readonly<
  Record<string, readonly [list: string, equalFields: Readonly<Record<string, string>>]>
> = {
  operatorDismissDifference: ['money differences', { 'difference.id': 'id' }],
  operatorEndRefund: FAILED_REFUND,
  operatorRetryJobs: ['jobs dead', { kind: 'kind' }],
  operatorSendRefund: FAILED_REFUND,
};

/** Command that adds an audit entry although it only reads a record. */
export const RECORDED_COMMAND = 'users show';

/** Members that name a record in the question before a command. */
export const SUBJECT_MEMBERS =
  'firstName lastName name email phone kind reason amount payment.amount payment.refunded payout.amount held';

/**
 * Members of a row that a table shows, by the operation that lists the rows or by the member of a record that contains
 * them.
 */
export const TABLE_MEMBERS: Readonly<Record<string, string>> = {
  audit: 'when what who why',
  operatorListExperts: 'id createdAt firstName lastName email registrationNumber',
  operatorListJobs: 'id kind detail attempts createdAt dueAt failedAt testimonyId amount party error',
  operatorListMoney:
    'reason amount since until testimonyId refundId sessionId isLate difference.id difference.kind difference.providerId difference.providerAmount difference.recordedAmount',
  operatorListTestimonies:
    'id state dueAt heldUntil payment.status payment.amount payout.status payout.amount',
  operatorListUsers:
    'id role firstName lastName email emailVerified phone registrationNumber businessId lockedAt',
};

/** Members that are amounts, or objects of amounts. All other numbers are counts. */
export const AMOUNT_MEMBERS =
  'amount balances commission held money netAmount providerAmount recordedAmount refunded';

/** Meaning of options that are absent, for the question before a command. */
export const ABSENT_OPTION_TEXTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  operatorEndComplaint: { amount: 'refunds everything that is left' },
  operatorEndRefund: { reference: 'the client does not get the money' },
  operatorSettleTestimony: { from: 'the expert bears a refund', sessionId: 'concerns the accepted payment' },
};

/** Help texts of options that the API description does not describe. */
export const OPTION_TEXTS: Readonly<Record<string, string>> = {
  reason: 'Reason for the audit entry. Write it in Slovak if it is mailed.',
  refundId: 'Id of the refund, as `money decide` shows it.',
  revision: 'Revision, as `experts documents` shows it.',
};
