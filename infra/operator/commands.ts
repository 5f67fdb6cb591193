/** The operators' commands, one row each: what is called (infra/docs/api/operators.md), with what, and what is shown. */
import * as columns from './columns.ts';
import type { Column } from './output.ts';

/** A table below the record of a command. */
interface Section {
  readonly title: string;
  readonly columns: readonly Column<unknown>[];
  rows(data: unknown): readonly unknown[];
  readonly ifEmpty: string;
}

export interface OperatorCommand {
  /** In the imperative, for the help. */
  readonly description: string;
  /** Method and path below `/api/v1/operator`. A route with `{id}` makes the command take an id. */
  readonly route: `${'GET' | 'PUT' | 'POST'} /${string}`;
  /** The members of the body that are always the same. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** An argument that is sent in the body. */
  readonly argument?: 'kind';
  /** Options that are sent in the body. */
  readonly options?: { readonly reason?: 'required' | 'optional'; readonly revision?: 'required' };
  /** A record to read before the call, and to show above the sections made of the response. */
  readonly before?: `/${string}`;
  /** What the call did, when the record does not show it. */
  readonly done?: string;
  /** Of a table when the response is a list, else of a record. */
  readonly columns: readonly Column<unknown>[];
  readonly sections?: readonly Section[];
  /** Makes the command a list, which comes in pages and whose route has a query; shown in place of an empty one. */
  readonly ifEmpty?: string;
}

export const GROUPS = {
  experts: 'Review and approve experts.',
  users: 'Look after accounts of clients and experts.',
  testimonies: 'Look after testimonies that go wrong, and see their money.',
  payouts: 'See what experts have not been paid.',
  jobs: 'Look after mails and other work that failed for good.',
} as const;

const AUDIT: Section = {
  title: 'Actions of operators',
  columns: columns.AUDIT,
  rows: ({ audit = [] }: columns.Expert) => audit,
  ifEmpty: 'None yet.',
};
const SCANS: Section = {
  title: 'Scans',
  columns: columns.SCANS,
  rows: (documents: columns.Documents) => Object.entries(documents),
  ifEmpty: 'None.',
};
const MOVEMENTS: Section = {
  title: 'Movements of money',
  columns: columns.MOVEMENTS,
  rows: ({ money }: columns.TestimonyWithMoney) => money,
  ifEmpty: 'None yet.',
};

/** By group and verb, as typed. */
export const COMMANDS: Readonly<Record<`${keyof typeof GROUPS} ${string}`, OperatorCommand>> = {
  'experts pending': {
    description: 'List experts whose identity is to be reviewed.',
    route: 'GET /experts?state=pending',
    columns: columns.EXPERTS,
    ifEmpty: 'No expert waits for a review.',
  },
  'experts accepted': {
    description: 'List experts whose identity was accepted.',
    route: 'GET /experts?state=accepted',
    columns: columns.EXPERTS,
    ifEmpty: "No expert's identity was accepted.",
  },
  'experts rejected': {
    description: 'List experts whose identity was rejected.',
    route: 'GET /experts?state=rejected',
    columns: columns.EXPERTS,
    ifEmpty: "No expert's identity was rejected.",
  },
  'experts show': {
    description: 'Show an expert and what operators did there.',
    route: 'GET /experts/{id}',
    columns: columns.EXPERT,
    sections: [AUDIT],
  },
  'experts documents': {
    description: 'Show name, number and links to the scans, valid for five minutes. This is recorded.',
    // In this order, so that the revision is never newer than the scans.
    before: '/experts/{id}',
    route: 'GET /experts/{id}/documents',
    columns: columns.REVIEWED,
    sections: [SCANS],
  },
  'experts approve': {
    description: 'Approve an expert, or lift a revocation.',
    route: 'PUT /experts/{id}/approval',
    body: { approved: true },
    options: { reason: 'optional' },
    columns: columns.EXPERT,
  },
  'experts revoke': {
    description: 'Withdraw approval until an operator restores it.',
    route: 'PUT /experts/{id}/approval',
    body: { approved: false },
    options: { reason: 'required' },
    columns: columns.EXPERT,
  },
  'experts accept-identity': {
    description: 'Accept name, number and scans as `experts documents` showed them.',
    route: 'PUT /experts/{id}/identity-review',
    body: { decision: 'accepted' },
    options: { revision: 'required', reason: 'optional' },
    columns: columns.EXPERT,
  },
  'experts reject-identity': {
    description: 'Reject name, number and scans. The reason is mailed to the expert, so write Slovak.',
    route: 'PUT /experts/{id}/identity-review',
    body: { decision: 'rejected' },
    options: { revision: 'required', reason: 'required' },
    columns: columns.EXPERT,
  },
  'users release-phone': {
    description: 'Remove a phone number from an account that does not own it.',
    route: 'POST /users/{id}/release-phone',
    options: { reason: 'required' },
    columns: columns.USER,
  },
  'testimonies overdue': {
    description: 'List testimonies that are late, or whose money has been held for 80 days, longest first.',
    route: 'GET /testimonies?state=overdue',
    columns: columns.TESTIMONIES,
    ifEmpty: 'No testimony is overdue.',
  },
  'testimonies disputed': {
    description: 'List testimonies whose payment is disputed.',
    route: 'GET /testimonies?state=disputed',
    columns: columns.TESTIMONIES,
    ifEmpty: 'No payment is disputed.',
  },
  'testimonies show': {
    description: 'Show a testimony, every movement of its money and their sum.',
    route: 'GET /testimonies/{id}',
    columns: columns.TESTIMONY_WITH_MONEY,
    sections: [MOVEMENTS],
  },
  'testimonies cancel': {
    description:
      'Cancel a paid testimony and refund the client. Both are mailed the reason, so write Slovak.',
    route: 'POST /testimonies/{id}/cancel',
    options: { reason: 'required' },
    columns: columns.TESTIMONY,
  },
  'payouts owed': {
    description: 'List payouts that wait for a verified payment account.',
    route: 'GET /payouts?state=owed',
    columns: columns.TESTIMONIES,
    ifEmpty: 'No payout is owed.',
  },
  'payouts failed': {
    description: 'List payouts that were given up or came back.',
    route: 'GET /payouts?state=failed',
    columns: columns.TESTIMONIES,
    ifEmpty: 'No payout has failed.',
  },
  'jobs dead': {
    description: 'List the jobs that are no longer tried.',
    route: 'GET /jobs?state=dead',
    columns: columns.JOB,
    ifEmpty: 'No job is dead.',
  },
  'jobs retry': {
    description: 'Retry a dead job.',
    route: 'POST /jobs/{id}/retry',
    done: 'The job will be tried again within a minute.',
    columns: columns.JOB,
  },
  'jobs retry-all': {
    description: 'Retry all dead jobs of a kind.',
    route: 'POST /jobs/retry',
    argument: 'kind',
    done: 'The jobs will be tried again, beginning within a minute.',
    columns: columns.RETRIED_JOBS,
  },
  'jobs dismiss': {
    description: 'End a dead job for good: what it was to do is not done.',
    route: 'POST /jobs/{id}/dismiss',
    options: { reason: 'required' },
    done: 'The job is dismissed.',
    columns: columns.JOB,
  },
};
