/**
 * What so many registrations of experts ask of every part, computed from what the bench measured
 * (`measured.json`). The rest are the assumptions below, and AWS's own numbers.
 */
import { readFileSync } from 'node:fs';
import { OPEN } from '../../lib/platform/aws/jobs/job-writes.ts';

type Figures = Readonly<Record<string, { readonly floor?: string; readonly measured: string }>>;

/** Written by `npm run bench -- --keep infra/docs/measured.json`. */
const FIGURES: Figures = JSON.parse(readFileSync(new URL('measured.json', import.meta.url), 'utf8'));

export interface Load {
  readonly name: string;
  readonly perDay: number;
  /** Registrations in the busiest second. */
  readonly perSecond: number;
}

/** The busiest second of a day has ten times the average of the day. */
const PEAK = 10;
const daily = (perDay: number): Load => ({
  name: `${perDay.toLocaleString('en')} a day`,
  perDay,
  perSecond: (perDay * PEAK) / 86_400,
});

export const LOADS: readonly Load[] = [
  daily(10),
  daily(1000),
  daily(100_000),
  { name: '1,000 in a minute', perDay: 1000, perSecond: 1000 / 60 },
];

/** Calls, read and write units of the table; seconds of a function that this kind of request takes. */
interface Request {
  readonly calls: number;
  readonly reads: number;
  readonly writes: number;
  readonly seconds: number;
  readonly gigabytes: number;
  readonly times: number;
}

const milliseconds = (text: string | undefined): number => Number(/^([\d.]+) ms$/.exec(text ?? '')?.[1]);

/** A registration with two scans of 1.5 MB, at the cost of production; its floor is the hash alone. */
const WARM = FIGURES['register-expert, warm, 2 × 1.5 MB'];
const [HASH_SECONDS, SECONDS] = [milliseconds(WARM?.floor) / 1000, milliseconds(WARM?.measured) / 1000];

/** The most that any call of the function asked for. */
function request(name: string, times: number, seconds: number, gigabytes = 0.5): Request {
  const found = /^(\d+) calls?, ([\d.]+) \+ ([\d.]+)$/.exec(
    FIGURES[`${name}, table calls, reads + writes`]?.measured ?? '',
  );
  if (!found) throw new Error(`The bench has not measured ${name}.`);
  const [calls = 0, reads = 0, writes = 0] = found.slice(1).map(Number);
  return { calls, reads, writes, seconds, gigabytes, times };
}

/** Jobs in the transaction of a registration: its mail, and the scans to keep. */
const JOBS = 2;
/** Assumed: a job waits for SES or S3; the others for the table only. */
const JOB_SECONDS = 0.2;
const SHORT_SECONDS = 0.03;

/** What follows from one registration until the expert may offer. */
const REQUESTS: readonly Request[] = [
  request('auth-register-expert', 1, SECONDS, 1.769),
  request('jobs-deliver', JOBS, JOB_SECONDS),
  request('auth-verify-email', 1, SHORT_SECONDS),
  request('operator-review-identity', 1, SHORT_SECONDS),
  request('me-open-payment-account', 1, 1),
  request('webhooks-stripe', 1, SHORT_SECONDS),
];

const total = (of: (request: Request) => number): number =>
  REQUESTS.reduce((sum, each) => sum + of(each) * each.times, 0);

/** An account of an expert is longer than one kilobyte, and shorter than two. */
const EXPERT_UNITS = 2;

/** Of one registration, unless it says otherwise. */
export const USE = {
  hashSeconds: HASH_SECONDS,
  registrationSeconds: SECONDS,
  jobSeconds: JOBS * JOB_SECONDS,
  reads: total(({ reads }) => reads),
  writes: total(({ writes }) => writes),
  tableCalls: total(({ calls }) => calls),
  invocations: total(() => 1),
  gigabyteSeconds: total(({ seconds, gigabytes }) => seconds * gigabytes),
  /** Of one partition: a job is written to the index, moved twice by its claim (out and in), and leaves it. */
  unitsOfOpenJobs: (JOBS * 4) / OPEN.length,
  /** Of the list of experts under review: joined, changed by the verified address, left. */
  unitsOfPendingExperts: EXPERT_UNITS * 3,
  /** Verification, identity accepted, approved. */
  mails: 3,
  /** Challenge; account and link at the payment provider. */
  providerCalls: 3,
  /** Two scans stored, read and stored again, and removed, which is free. */
  puts: 4,
  gets: 2,
  gigabytesKept: 0.003,
};
