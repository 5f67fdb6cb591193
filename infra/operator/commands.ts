/** The operators' commands, each with its route, input and output (infra/docs/api/operators.md). */
import { getTestimonyNumber } from '../../lib/domain/model/testimony.ts';
import * as columns from './columns.ts';
import type { Column, CsvForm } from './terminal-output.ts';

/** A table that a command prints below its record. */
interface TableSection {
  readonly title: string;
  readonly columns: readonly Column<unknown>[];
  rows(data: unknown): readonly unknown[];
  readonly ifEmpty: string;
}

/**
 * Arguments and options that are sent in the request body or the query; `month` and `refundId` replace
 * `{month}` and `{refundId}` in the route.
 */
export type OptionName =
  | 'email'
  | 'phone'
  | 'name'
  | 'number'
  | 'revision'
  | 'amount'
  | 'from'
  | 'to'
  | 'month'
  | 'kind'
  | 'list'
  | 'reference'
  | 'refundId'
  | 'sessionId'
  | 'reason';

/** What a command that writes shows and asks before it runs. */
export interface Confirmation {
  /** Path of the records to show: one record, or a list that is read completely. */
  readonly path?: `/${string}`;
  /** Selects the records of a list that the command concerns. By default, it concerns all. */
  select?(record: unknown, input: CommandInput): boolean;
  readonly columns: readonly Column<unknown>[];
  /** Whether `--dry-run` asks the service for the ledger entries that the command would add. */
  readonly isPreviewed?: true;
  /** Whether reading the records is recorded in the service's audit log. */
  readonly isLookUpRecorded?: true;
  /** Creates the question. It names the record and the amount. */
  question(records: readonly unknown[], input: CommandInput): string;
}

/** The arguments and options of a command, except the options of the connection. */
export interface CommandInput extends Partial<Readonly<Record<OptionName, string | number>>> {
  readonly id?: string;
  readonly csv?: CsvForm;
  readonly cursor?: string;
  /** Number of results on a page. */
  readonly limit?: number;
  readonly all?: true;
  readonly json?: true;
  /** Runs the command without asking for a confirmation. */
  readonly yes?: true;
  /** Shows the request and the resulting ledger entries of a command that writes, and changes nothing. */
  readonly dryRun?: true;
}

/** Help text of an option, and a value for the example. */
export interface OptionHelp {
  readonly description: string;
  readonly example: string;
}

export interface OperatorCommand {
  /** Help text in the imperative. */
  readonly description: string;
  /** Method and path below `/api/v1/operator`. If the route contains `{id}`, the command takes an id. */
  readonly route: `${'GET' | 'PUT' | 'POST'} /${string}`;
  readonly body?: Readonly<Record<string, unknown>>;
  /** Argument of the command. It is sent in the request body, unless `query` contains it. */
  readonly argument?: 'kind' | 'list' | 'number';
  /** Arguments and options that are sent in the query of the route. */
  readonly query?: readonly OptionName[];
  readonly options?: Readonly<Partial<Record<OptionName, 'required' | 'optional'>>>;
  /** Help and examples of options that have a different meaning for this command. */
  readonly optionHelp?: Readonly<Partial<Record<OptionName, OptionHelp>>>;
  /** Creates the totals of a complete list. Only lists with totals can be printed as CSV. */
  readonly totals?: (rows: readonly unknown[]) => unknown;
  /** Path of a record to read before sending the request. It is printed above the sections, which show the response. */
  readonly recordPath?: `/${string}`;
  /** Confirmation. Every command that writes has one. */
  readonly confirmation?: Confirmation;
  /** Message that describes the result when the printed record does not show it. */
  readonly successMessage?: string;
  /** Columns of the printed table if the response is a list, otherwise of the printed record. */
  readonly columns: readonly Column<unknown>[];
  readonly sections?: readonly TableSection[];
  /**
   * Whether the command prints all pages of an export, together with the audit entries of the exported user, as one
   * JSON document.
   */
  readonly isExport?: boolean;
  /** Whether the list has at most one entry, which is printed as a record. */
  readonly isSingle?: boolean;
  /**
   * Message for an empty list. Only commands with this message are list commands. List commands can read all pages, and
   * their routes must contain a query string.
   */
  readonly ifEmpty?: string;
}

export const COMMAND_GROUPS = {
  experts: 'Review and approve experts.',
  users: 'Manage accounts of clients and experts.',
  testimonies: 'Find, inspect, cancel, refund and settle testimonies with problems.',
  differences: "Dismiss differences between Stripe's balance and the ledgers.",
  jobs: 'Show, retry and dismiss jobs, such as mails that failed for good.',
} as const;

const AUDIT_SECTION: TableSection = {
  title: 'Audit entries',
  columns: columns.AUDIT_COLUMNS,
  rows: ({ audit = [] }: Partial<columns.History>) => audit,
  ifEmpty: 'None yet.',
};
const MAIL_SECTION: TableSection = {
  title: 'Mails of the last 30 days',
  columns: columns.MAIL_COLUMNS,
  rows: ({ mails }: columns.History) => mails,
  ifEmpty: 'None.',
};
const SCAN_SECTION: TableSection = {
  title: 'Scans',
  columns: columns.SCAN_COLUMNS,
  rows: (documents: columns.IdentityDocumentLinks) => Object.entries(documents),
  ifEmpty: 'None.',
};
const DOCUMENT_SECTION: TableSection = {
  title: 'Versions of the document',
  columns: columns.DOCUMENT_COLUMNS,
  rows: ({ versions }: columns.TestimonyDocumentLinks) => versions,
  ifEmpty: 'None.',
};
const LEDGER_SECTION: TableSection = {
  title: 'Ledger',
  columns: columns.ENTRY_COLUMNS,
  rows: ({ ledger }: columns.OperatorTestimonyDetails) => ledger,
  ifEmpty: 'None yet.',
};
const NEW_ENTRY_SECTION: TableSection = {
  title: 'New entries of the ledger',
  columns: columns.ENTRY_COLUMNS,
  rows: ({ entries }: columns.MoneyDecision) => entries,
  ifEmpty: 'None.',
};
/** Output of the commands that decide about money. */
const MONEY_DECISION = { columns: columns.TESTIMONY_COLUMNS, sections: [NEW_ENTRY_SECTION] };

const BALANCE_SECTION: TableSection = {
  title: 'Balances',
  columns: columns.BALANCE_COLUMNS,
  rows: ({ balances }: columns.OperatorTestimonyDetails) => Object.entries(balances),
  ifEmpty: 'None yet.',
};

const HEALTH_SECTION: TableSection = {
  title: 'Stores',
  columns: columns.STORE_COLUMNS,
  rows: ({ stores }: columns.StoresHealth) => stores,
  ifEmpty: 'None.',
};

const SETTLEMENT_OPTIONS = {
  kind: 'required',
  amount: 'required',
  reference: 'required',
  reason: 'required',
} as const;

/** Beginning of the question before a settlement, by the kind of settlement. The amount follows it. */
const SETTLEMENT_QUESTIONS: Readonly<Record<string, string>> = {
  payout: 'Record a payout outside Stripe of',
  'payout-returned': 'Record that the expert returned outside Stripe',
  refund: 'Record a refund outside Stripe of',
  'borne-by-expert': 'Allocate to the expert (a job takes a deficit back at Stripe)',
  'borne-by-platform': 'Let the platform bear or keep',
};

/** Help text for a reason that both parties receive by mail. */
const MAILED_REASON: OptionHelp = {
  description: 'Reason in Slovak, for the audit entry and the mails to both parties.',
  example: "'Príloha chýba.'",
};

const confirmAccount = (
  createQuestion: (name: string, account: columns.FoundAccount, input: CommandInput) => string,
): Confirmation => ({
  path: '/users?id={id}',
  isLookUpRecorded: true,
  columns: columns.FOUND_ACCOUNT_COLUMNS,
  question: ([account], input) => {
    const found = account as columns.FoundAccount;
    return createQuestion(columns.describeAccountOwner(found), found, input);
  },
});

const confirmExpert = (createQuestion: (name: string) => string): Confirmation => ({
  path: '/experts/{id}',
  columns: columns.EXPERT_COLUMNS,
  question: ([expert]) => createQuestion(columns.describeAccountOwner(expert as columns.Expert)),
});

/** Creates a confirmation that shows a testimony with the amount in escrow. */
const confirmTestimony = (
  createQuestion: (testimony: columns.Testimony, input: CommandInput) => string,
): Confirmation => ({
  path: '/testimonies/{id}',
  columns: columns.TESTIMONY_MONEY_COLUMNS,
  question: ([testimony], input) => {
    const found = testimony as columns.Testimony;
    return `P-${getTestimonyNumber(found.id)}: ${createQuestion(found, input)}`;
  },
});

/** Creates a confirmation of a decision about money. With `--dry-run`, the command shows its ledger entries. */
const confirmMoney = (createQuestion: Parameters<typeof confirmTestimony>[0]): Confirmation => ({
  ...confirmTestimony(createQuestion),
  isPreviewed: true,
});

/** Creates a confirmation that shows a failed refund. */
const confirmRefund = (createQuestion: (amount: string, input: CommandInput) => string): Confirmation => ({
  path: '/money?list=decide',
  select: (waiting, { refundId }) => (waiting as columns.WaitingMoney).refundId === refundId,
  columns: columns.MONEY_COLUMNS,
  isPreviewed: true,
  question: ([waiting], input) =>
    createQuestion(columns.formatAmountInEuros((waiting as columns.WaitingMoney | undefined)?.amount), input),
});

const confirmJob = (createQuestion: (description: string) => string): Confirmation => ({
  path: '/jobs?id={id}',
  columns: columns.JOB_DETAIL_COLUMNS,
  question: jobs => createQuestion(columns.describeJobs(jobs as columns.Job[])),
});

const RETRY_ALL_CONFIRMATION: Confirmation = {
  path: '/jobs?state=dead',
  select: (job, { kind }) => (job as columns.Job).kind === kind,
  columns: columns.JOB_COLUMNS,
  question: jobs => `Retry ${columns.describeJobs(jobs as columns.Job[])}?`,
};

const DIFFERENCE_CONFIRMATION: Confirmation = {
  path: '/money?list=differences',
  select: (waiting, { id }) => (waiting as columns.WaitingMoney).difference?.id === id,
  columns: columns.MONEY_COLUMNS,
  question: ([waiting]) =>
    `Remove this difference of ${columns.formatAmountInEuros((waiting as columns.WaitingMoney).amount)} for good?`,
};

/** Commands that do not belong to a group. */
export const SINGLE_COMMANDS: Readonly<Record<string, OperatorCommand>> = {
  health: {
    description: 'Read from the table, the bucket, the mail quota and Stripe, and show the time of each.',
    route: 'GET /health',
    columns: columns.HEALTH_COLUMNS,
    sections: [HEALTH_SECTION],
  },
  audit: {
    description: 'Show what operators did with a user, testimony, job or difference, and why.',
    route: 'GET /history?id={id}',
    columns: [],
    sections: [AUDIT_SECTION],
  },
  money: {
    description: 'List amounts that wait for a decision, for somebody else, or for a date; oldest first.',
    route: 'GET /money',
    argument: 'list',
    query: ['list'],
    columns: columns.MONEY_COLUMNS,
    ifEmpty: 'Nothing waits.',
  },
  reconcile: {
    description: "Compare Stripe's balance transactions of a period with the recorded entries.",
    route: 'POST /reconciliations',
    options: { from: 'required', to: 'required' },
    confirmation: {
      columns: [],
      question: (_, { from, to }) => `Compare Stripe's balance from ${from} to ${to} with the records?`,
    },
    successMessage: 'The comparison has started. See `money differences` in a few minutes.',
    columns: columns.JOB_COLUMNS,
  },
  statistics: {
    description: 'Show registrations, testimonies, money and median times of a month.',
    route: 'GET /statistics?month={month}',
    options: { month: 'required' },
    columns: columns.STATISTICS_COLUMNS,
  },
  accounting: {
    description: 'List all entries of a month, with accounts and parties.',
    route: 'GET /accounting?month={month}',
    options: { month: 'required' },
    columns: columns.ACCOUNTING_COLUMNS,
    totals: columns.sumAccountingLines,
    ifEmpty: 'No money moved in this month.',
  },
};

export const COMMANDS: Readonly<Record<`${keyof typeof COMMAND_GROUPS} ${string}`, OperatorCommand>> = {
  'experts pending': {
    description: 'List experts whose identity review is pending.',
    route: 'GET /experts?state=pending',
    columns: columns.EXPERT_LIST_COLUMNS,
    ifEmpty: 'No identity review is pending.',
  },
  'experts accepted': {
    description: 'List experts whose identity was accepted.',
    route: 'GET /experts?state=accepted',
    columns: columns.EXPERT_LIST_COLUMNS,
    ifEmpty: 'No identity has been accepted.',
  },
  'experts rejected': {
    description: 'List experts whose identity was rejected.',
    route: 'GET /experts?state=rejected',
    columns: columns.EXPERT_LIST_COLUMNS,
    ifEmpty: 'No identity has been rejected.',
  },
  'experts show': {
    description: 'Show an expert and the audit entries.',
    route: 'GET /experts/{id}',
    columns: columns.EXPERT_COLUMNS,
    sections: [AUDIT_SECTION],
  },
  'experts documents': {
    description:
      'Show the name, the number and links to the scans, valid for five minutes. Access is recorded.',
    // The record is read first, so that its revision number is never newer than the scans.
    recordPath: '/experts/{id}',
    route: 'GET /experts/{id}/documents',
    columns: columns.IDENTITY_COLUMNS,
    sections: [SCAN_SECTION],
  },
  'experts approve': {
    description: 'Approve an expert, or lift a revocation.',
    route: 'PUT /experts/{id}/approval',
    body: { approved: true },
    options: { reason: 'optional' },
    confirmation: confirmExpert(name => `Approve ${name}?`),
    columns: columns.EXPERT_COLUMNS,
  },
  'experts revoke': {
    description: 'Revoke the approval until an operator restores it.',
    route: 'PUT /experts/{id}/approval',
    body: { approved: false },
    options: { reason: 'required' },
    confirmation: confirmExpert(name => `Revoke the approval of ${name}?`),
    columns: columns.EXPERT_COLUMNS,
  },
  'experts accept-identity': {
    description: 'Accept the name, number and scans printed by `experts documents`.',
    route: 'PUT /experts/{id}/identity-review',
    body: { decision: 'accepted' },
    options: { revision: 'required', reason: 'optional' },
    confirmation: confirmExpert(name => `Accept the identity of ${name}?`),
    columns: columns.EXPERT_COLUMNS,
  },
  'experts reject-identity': {
    description: 'Reject the name, number and scans. Write the reason in Slovak: it is mailed to the expert.',
    route: 'PUT /experts/{id}/identity-review',
    body: { decision: 'rejected' },
    options: { revision: 'required', reason: 'required' },
    confirmation: confirmExpert(name => `Reject the identity of ${name}?`),
    columns: columns.EXPERT_COLUMNS,
  },
  'users find': {
    description:
      'Find accounts by exactly one of e-mail address, phone, name and number. Accounts that are shown get an audit entry.',
    route: 'GET /users',
    query: ['email', 'phone', 'name', 'number'],
    options: { email: 'optional', phone: 'optional', name: 'optional', number: 'optional' },
    columns: columns.FOUND_ACCOUNT_COLUMNS,
    ifEmpty: 'No account found.',
  },
  'users show': {
    description: 'Show an account. This adds an audit entry.',
    route: 'GET /users?id={id}',
    columns: columns.FOUND_ACCOUNT_COLUMNS,
    isSingle: true,
    ifEmpty: 'No account has this id.',
  },
  'users mails': {
    description: 'Show the mails to a user with their states.',
    route: 'GET /history?id={id}',
    columns: [],
    sections: [MAIL_SECTION],
  },
  'users release-phone': {
    description: 'Remove a phone number from an account that does not own it.',
    route: 'POST /users/{id}/release-phone',
    options: { reason: 'required' },
    confirmation: confirmAccount((name, { phone }) => `Remove the phone number ${phone} from ${name}?`),
    columns: columns.USER_COLUMNS,
  },
  'users lock': {
    description:
      'Lock an account and end all its sessions. Write the reason in Slovak: it is mailed to the user.',
    route: 'POST /users/{id}/lock',
    options: { reason: 'required' },
    confirmation: confirmAccount(name => `Lock ${name} and end all sessions?`),
    columns: columns.ACCOUNT_STATUS_COLUMNS,
  },
  'users unlock': {
    description: 'Unlock an account. Write the reason in Slovak: it is mailed to the user.',
    route: 'POST /users/{id}/unlock',
    options: { reason: 'required' },
    confirmation: confirmAccount(name => `Unlock ${name}?`),
    columns: columns.ACCOUNT_STATUS_COLUMNS,
  },
  'users end-sessions': {
    description: 'End all sessions of a user. Write the reason in Slovak: it is mailed to the user.',
    route: 'POST /users/{id}/end-sessions',
    options: { reason: 'required' },
    confirmation: confirmAccount(name => `End all sessions of ${name}?`),
    successMessage: 'All sessions are ended.',
    columns: columns.ACCOUNT_STATUS_COLUMNS,
  },
  'users remove-second-factor': {
    description:
      "Switch a user's second factor off, once the identity is checked. Write the reason in Slovak: it is mailed to the user.",
    route: 'POST /users/{id}/remove-second-factor',
    options: { reason: 'required' },
    confirmation: confirmAccount(name => `Switch off the second factor of ${name}?`),
    successMessage: 'The second factor is off.',
    columns: columns.ACCOUNT_STATUS_COLUMNS,
  },
  'users close': {
    description:
      'Close an account for its owner and erase its data. The reason stays after the erasure: name nobody in it.',
    route: 'POST /users/{id}/close',
    options: { reason: 'required' },
    optionHelp: {
      reason: {
        description: 'Reason that names nobody, such as the number of the request. It stays for good.',
        example: "'Request 2026/15.'",
      },
    },
    confirmation: confirmAccount(name => `Close the account of ${name} and erase its data for good?`),
    successMessage: 'The account is closed. Jobs erase its data within a quarter of an hour.',
    columns: columns.ACCOUNT_STATUS_COLUMNS,
  },
  'users export': {
    description:
      'Print all data of a user as JSON, for an authority. The export is recorded; the user gets no mail.',
    route: 'POST /users/{id}/export',
    options: { reason: 'required' },
    isExport: true,
    confirmation: confirmAccount(name => `Print all data of ${name}?`),
    columns: [],
  },
  'users restore-email': {
    description:
      'Restore an e-mail address that the account had in the last 72 hours. Ends all sessions and removes the password.',
    route: 'POST /users/{id}/restore-email',
    options: { email: 'required', reason: 'required' },
    confirmation: confirmAccount(
      (name, _, { email }) => `Restore ${email} for ${name}, end all sessions and remove the password?`,
    ),
    successMessage:
      'The address is restored. A link for a new password is mailed to it, unless the account is locked.',
    columns: columns.ACCOUNT_STATUS_COLUMNS,
  },
  'testimonies find': {
    description: 'Find a testimony by its number, as mails and bank statements show it.',
    route: 'GET /testimonies',
    argument: 'number',
    query: ['number'],
    columns: columns.TESTIMONY_LIST_COLUMNS,
    ifEmpty: 'No testimony has this number.',
  },
  'testimonies show': {
    description: 'Show a testimony with its ledger and balances.',
    route: 'GET /testimonies/{id}',
    columns: columns.TESTIMONY_MONEY_COLUMNS,
    sections: [LEDGER_SECTION, BALANCE_SECTION],
  },
  'testimonies documents': {
    description:
      'Show a testimony and links to all versions of its document, valid for five minutes. Access is recorded.',
    recordPath: '/testimonies/{id}',
    route: 'GET /testimonies/{id}/documents',
    columns: columns.TESTIMONY_COLUMNS,
    sections: [DOCUMENT_SECTION],
  },
  'testimonies cancel': {
    description:
      'Cancel a paid testimony and refund the client. Write the reason in Slovak: it is mailed to both parties.',
    route: 'POST /testimonies/{id}/cancel',
    options: { reason: 'required' },
    optionHelp: { reason: MAILED_REASON },
    confirmation: confirmMoney(
      testimony =>
        `Cancel the testimony and refund ${columns.formatUnrefundedAmount(testimony)} to the client?`,
    ),
    ...MONEY_DECISION,
  },
  'testimonies reject-complaint': {
    description:
      'End a complaint and pay the expert. Write the reason in Slovak: it is mailed to both parties.',
    route: 'POST /testimonies/{id}/end-complaint',
    body: { outcome: 'pay-out' },
    options: { reason: 'required' },
    optionHelp: { reason: MAILED_REASON },
    successMessage: 'The complaint has ended, and the expert is paid within a minute.',
    confirmation: confirmMoney(
      ({ payout }) =>
        `End the complaint and pay ${columns.formatAmountInEuros(payout?.amount)} to the expert?`,
    ),
    ...MONEY_DECISION,
  },
  'testimonies accept-complaint': {
    description:
      'End a complaint and refund the client, in whole without --amount. Write the reason in Slovak: it is mailed.',
    route: 'POST /testimonies/{id}/end-complaint',
    body: { outcome: 'refund' },
    options: { amount: 'optional', reason: 'required' },
    optionHelp: {
      amount: {
        description: 'Amount in euros. Without it, the client gets the whole rest of the payment.',
        example: '50.00',
      },
      reason: MAILED_REASON,
    },
    successMessage: 'The complaint has ended, and the client is refunded within a minute.',
    confirmation: confirmMoney((testimony, { amount }) => {
      const refund =
        amount === undefined
          ? columns.formatUnrefundedAmount(testimony)
          : columns.formatAmountInEuros(Number(amount));
      return `End the complaint and refund ${refund} to the client?`;
    }),
    ...MONEY_DECISION,
  },
  'testimonies refund': {
    description: "Refund an amount to the client. The expert's part is taken back first, if it was sent.",
    route: 'POST /testimonies/{id}/refund',
    options: { amount: 'required', from: 'required', reason: 'required' },
    optionHelp: {
      from: { description: 'Who bears the refund: expert, platform or both.', example: 'expert' },
    },
    successMessage: 'The refund is ordered. See `testimonies show` in a minute.',
    confirmation: confirmMoney(
      ({ payment }, { amount, from }) =>
        `Refund ${columns.formatAmountInEuros(Number(amount))} of ${columns.formatAmountInEuros(payment?.amount)} to the client, borne by: ${from}?`,
    ),
    ...MONEY_DECISION,
  },
  'testimonies send-payout': {
    description:
      'Send a payout that is held, has failed, was ended or got too little. A review of the expert still holds it.',
    route: 'POST /testimonies/{id}/payout/send',
    options: { reason: 'required' },
    successMessage: 'The payout is sent within a minute.',
    confirmation: confirmMoney(
      ({ payout }) => `Send the payout of ${columns.formatAmountInEuros(payout?.amount)} to the expert?`,
    ),
    ...MONEY_DECISION,
  },
  'testimonies end-payout': {
    description: 'End a failed payout. The testimony is unbalanced until you decide about the amount.',
    route: 'POST /testimonies/{id}/payout/end',
    options: { reason: 'required' },
    successMessage: 'The payout has ended.',
    confirmation: confirmMoney(
      ({ payout }) => `End the payout of ${columns.formatAmountInEuros(payout?.amount)} without sending it?`,
    ),
    ...MONEY_DECISION,
  },
  'testimonies send-refund': {
    description: 'Send a failed refund again.',
    route: 'POST /testimonies/{id}/refunds/{refundId}/send',
    options: { refundId: 'required', reason: 'required' },
    successMessage: 'The refund is sent within a minute.',
    confirmation: confirmRefund(amount => `Send the refund of ${amount} to the client again?`),
    ...MONEY_DECISION,
  },
  'testimonies end-refund': {
    description:
      'End a failed refund. With --reference, the client got it outside Stripe; without it, the client does not get it.',
    route: 'POST /testimonies/{id}/refunds/{refundId}/end',
    options: { refundId: 'required', reference: 'optional', reason: 'required' },
    successMessage: 'The refund has ended.',
    confirmation: confirmRefund((amount, { reference }) =>
      reference === undefined
        ? `End the refund of ${amount}? The client does not get it.`
        : `Record that the client got the refund of ${amount} outside Stripe (${reference})?`,
    ),
    ...MONEY_DECISION,
  },
  'testimonies settle': {
    description:
      'Record a payment outside Stripe, or decide who bears a refund, a lost dispute or a deficit.',
    route: 'POST /testimonies/{id}/settle',
    options: { ...SETTLEMENT_OPTIONS, from: 'optional', sessionId: 'optional' },
    optionHelp: {
      from: {
        description: 'Who bears a refund: expert, platform or both. Default: expert.',
        example: 'expert',
      },
    },
    successMessage: 'The settlement is recorded.',
    confirmation: confirmMoney(
      (_, { kind, amount, reference }) =>
        `${SETTLEMENT_QUESTIONS[String(kind)] ?? kind} ${columns.formatAmountInEuros(Number(amount))} (${reference})?`,
    ),
    ...MONEY_DECISION,
  },
  'testimonies undo-settlement': {
    description: 'Reverse a settlement that was recorded by mistake.',
    route: 'POST /testimonies/{id}/settle',
    body: { undo: true },
    options: { ...SETTLEMENT_OPTIONS, sessionId: 'optional' },
    successMessage: 'The settlement is reversed.',
    confirmation: confirmMoney(
      (_, { kind, amount, reference }) =>
        `Reverse the settlement ${kind}, ${columns.formatAmountInEuros(Number(amount))}, ${reference}?`,
    ),
    ...MONEY_DECISION,
  },
  'differences dismiss': {
    description: 'Remove a difference from the list for good.',
    route: 'POST /differences/{id}/dismiss',
    options: { reason: 'required' },
    successMessage: 'The difference is dismissed.',
    confirmation: DIFFERENCE_CONFIRMATION,
    columns: columns.DIFFERENCE_COLUMNS,
  },
  'jobs dead': {
    description: 'List dead jobs, which are no longer retried.',
    route: 'GET /jobs?state=dead',
    columns: columns.JOB_COLUMNS,
    ifEmpty: 'No job is dead.',
  },
  'jobs late': {
    description: 'List open jobs that have been due for at least two minutes, longest due first.',
    route: 'GET /jobs?state=late',
    columns: columns.OPEN_JOB_COLUMNS,
    ifEmpty: 'No job is late.',
  },
  'jobs postponed': {
    description: 'List jobs that have failed and wait for their next attempt, or are being run.',
    route: 'GET /jobs?state=postponed',
    columns: columns.OPEN_JOB_COLUMNS,
    ifEmpty: 'No job is postponed.',
  },
  'jobs show': {
    description: 'Show what a job is about, its state, and why it is dead.',
    route: 'GET /jobs?id={id}',
    columns: columns.JOB_DETAIL_COLUMNS,
    isSingle: true,
    ifEmpty: 'No job has this id. Jobs are deleted 30 days after they are done or dismissed.',
  },
  'jobs retry': {
    description: 'Retry a dead job.',
    route: 'POST /jobs/{id}/retry',
    successMessage: 'The job will be retried within a minute.',
    confirmation: confirmJob(description => `Retry ${description}?`),
    columns: columns.JOB_COLUMNS,
  },
  'jobs resend': {
    description: 'Send the mail of a finished job once more, within the limits of its address.',
    route: 'POST /jobs/{id}/retry?resend=true',
    confirmation: confirmJob(description => `Send the mail of ${description} once more?`),
    successMessage: 'The mail is sent within a minute, if it still applies and no limit is used up.',
    columns: columns.JOB_COLUMNS,
  },
  'jobs retry-all': {
    description: 'Retry all dead jobs of a kind.',
    route: 'POST /jobs/retry',
    argument: 'kind',
    successMessage: 'The jobs will be retried, starting within a minute.',
    confirmation: RETRY_ALL_CONFIRMATION,
    columns: columns.RETRIED_JOBS_COLUMNS,
  },
  'jobs dismiss': {
    description: 'Dismiss a dead job without carrying it out.',
    route: 'POST /jobs/{id}/dismiss',
    options: { reason: 'required' },
    successMessage: 'The job is dismissed.',
    confirmation: confirmJob(description => `Give up ${description}? Its work will never be done.`),
    columns: columns.JOB_COLUMNS,
  },
};
