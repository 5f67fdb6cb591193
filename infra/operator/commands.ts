/** Every command of the operators: what it calls and how its answer is shown (contract §3). */
import type { Call } from './api.ts';
import { dismissedJob, type Job, jobTable, type RetriedJobs, retriedJob, retriedJobs } from './job-views.ts';
import {
  type Ledger,
  ledgerPage,
  type Testimony,
  testimonyOutcome,
  testimonyTable,
} from './testimony-views.ts';
import { type User, userOutcome } from './user-views.ts';
import {
  type Documents,
  documentsPage,
  type Expert,
  expertOutcome,
  expertPage,
  expertTable,
} from './views.ts';

export interface OperatorCommand {
  readonly says: string;
  /** For the example in its help; a command with one takes an id. */
  readonly exampleId?: string;
  /** The same, of a command that takes the kind of a job. */
  readonly exampleKind?: string;
  /** Whether the command wants to know why. */
  readonly reason?: 'required' | 'optional';
  /** A judgement is of what was shown: the command takes its revision. */
  readonly revision?: true;
  /** Lists come in pages; an empty one is told in these words. */
  readonly ifEmpty?: string;
  /** Asked before the call, and shown with its answer. */
  first?(id: string): Call;
  /** @param subject the id or kind */
  call(subject: string, given: Given): Call;
  show(data: unknown, first?: unknown): string;
}

interface Given {
  readonly reason?: string;
  readonly revision?: string;
}

const EXPERT = '0198c0de-7a31-7c4e-9d52-3f6a1b2c4d5e';
const TESTIMONY = '0198c0e0-5c3a-7e11-9b2d-1a2b3c4d5e6f';
const JOB = '0198c0df-11b2-7f00-8a4d-5e6f70819203';

export const GROUPS: Readonly<Record<string, { says: string; commands: Record<string, OperatorCommand> }>> = {
  experts: {
    says: 'review and approve experts',
    commands: {
      pending: {
        says: 'list experts whose identity is to be reviewed',
        ifEmpty: 'No expert waits for a review.',
        call: () => ({ method: 'GET', path: '/experts', query: { state: 'pending' } }),
        show: (experts: readonly Expert[]) => expertTable(experts),
      },
      accepted: reviewed('accepted'),
      rejected: reviewed('rejected'),
      show: {
        says: 'show an expert and what operators did there',
        exampleId: EXPERT,
        call: id => ({ method: 'GET', path: `/experts/${id}` }),
        show: (expert: Expert) => expertPage(expert),
      },
      documents: {
        says: 'name, number and links to the scans, for five minutes (recorded)',
        exampleId: EXPERT,
        // In this order, so that the revision is never newer than the scans.
        first: id => ({ method: 'GET', path: `/experts/${id}` }),
        call: id => ({ method: 'GET', path: `/experts/${id}/documents` }),
        show: (documents: Documents, expert: Expert) => documentsPage(expert, documents),
      },
      approve: {
        says: 'approve an expert, or lift a revocation',
        exampleId: EXPERT,
        reason: 'optional',
        call: (id, { reason }) => ({
          method: 'PUT',
          path: `/experts/${id}/approval`,
          body: { approved: true, reason },
        }),
        show: (expert: Expert) => expertOutcome(expert),
      },
      revoke: {
        says: 'withdraw approval until an operator restores it',
        exampleId: EXPERT,
        reason: 'required',
        call: (id, { reason }) => ({
          method: 'PUT',
          path: `/experts/${id}/approval`,
          body: { approved: false, reason },
        }),
        show: (expert: Expert) => expertOutcome(expert),
      },
      'accept-identity': {
        says: 'accept name, number and scans as `documents` showed them',
        exampleId: EXPERT,
        reason: 'optional',
        revision: true,
        call: (id, given) => review(id, 'accepted', given),
        show: (expert: Expert) => expertOutcome(expert),
      },
      'reject-identity': {
        says: 'reject them; the expert is mailed the reason, so write Slovak',
        exampleId: EXPERT,
        reason: 'required',
        revision: true,
        call: (id, given) => review(id, 'rejected', given),
        show: (expert: Expert) => expertOutcome(expert),
      },
    },
  },
  users: {
    says: 'look after accounts of clients and experts',
    commands: {
      'release-phone': {
        says: "free a phone number that is not its owner's; the account goes on without one",
        exampleId: EXPERT,
        reason: 'required',
        call: (id, { reason }) => ({ method: 'POST', path: `/users/${id}/release-phone`, body: { reason } }),
        show: (user: User) => userOutcome(user),
      },
    },
  },
  testimonies: {
    says: 'look after orders that go wrong, and see their money',
    commands: {
      overdue: overseen(
        '/testimonies',
        'overdue',
        'list orders not delivered in time, or whose money is held for 80 days, the longest first',
        'No order is overdue.',
      ),
      disputed: overseen(
        '/testimonies',
        'disputed',
        'list orders whose payment is disputed',
        'No payment is disputed.',
      ),
      show: {
        says: 'show an order, every movement of its money and their sum',
        exampleId: TESTIMONY,
        call: id => ({ method: 'GET', path: `/testimonies/${id}` }),
        show: (ledger: Ledger) => ledgerPage(ledger),
      },
      cancel: {
        says: 'end an order that was paid: the client is refunded; both are mailed the reason, so write Slovak',
        exampleId: TESTIMONY,
        reason: 'required',
        call: (id, { reason }) => ({ method: 'POST', path: `/testimonies/${id}/cancel`, body: { reason } }),
        show: (testimony: Testimony) => testimonyOutcome(testimony),
      },
    },
  },
  payouts: {
    says: 'see what experts have not been paid',
    commands: {
      owed: overseen(
        '/payouts',
        'owed',
        'list what waits for a verified payment account',
        'No payout is owed.',
      ),
      failed: overseen('/payouts', 'failed', 'list what was given up, or came back', 'No payout has failed.'),
    },
  },
  jobs: {
    says: 'look after mails and other work that failed for good',
    commands: {
      dead: {
        says: 'list the jobs that are no longer tried',
        ifEmpty: 'No job is dead.',
        call: () => ({ method: 'GET', path: '/jobs', query: { state: 'dead' } }),
        show: (jobs: readonly Job[]) => jobTable(jobs),
      },
      retry: {
        says: 'try a dead job again',
        exampleId: JOB,
        call: id => ({ method: 'POST', path: `/jobs/${id}/retry` }),
        show: (job: Job) => retriedJob(job),
      },
      'retry-all': {
        says: 'try all dead jobs of a kind again',
        exampleKind: 'mail',
        call: kind => ({ method: 'POST', path: '/jobs/retry', body: { kind } }),
        show: (outcome: RetriedJobs) => retriedJobs(outcome),
      },
      dismiss: {
        says: 'end a dead job for good: what it was to do is not done',
        exampleId: JOB,
        reason: 'required',
        call: (id, { reason }) => ({ method: 'POST', path: `/jobs/${id}/dismiss`, body: { reason } }),
        show: (job: Job) => dismissedJob(job),
      },
    },
  },
};

function reviewed(state: 'accepted' | 'rejected'): OperatorCommand {
  return {
    says: `list experts whose identity was ${state}`,
    ifEmpty: `No expert's identity was ${state}.`,
    call: () => ({ method: 'GET', path: '/experts', query: { state } }),
    show: (experts: readonly Expert[]) => expertTable(experts),
  };
}

function overseen(path: string, state: string, says: string, ifEmpty: string): OperatorCommand {
  return {
    says,
    ifEmpty,
    call: () => ({ method: 'GET', path, query: { state } }),
    show: (testimonies: readonly Testimony[]) => testimonyTable(testimonies),
  };
}

function review(id: string, decision: 'accepted' | 'rejected', { reason, revision }: Given): Call {
  return { method: 'PUT', path: `/experts/${id}/identity-review`, body: { decision, reason, revision } };
}
