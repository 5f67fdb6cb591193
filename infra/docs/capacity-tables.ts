/** Tables of capacity.md, computed from the benchmark results (measured.json) and the assumptions below. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { JOB_QUEUE, listPartitions } from '../../lib/platform/aws/queue/leased-queue.ts';
import { renderMarkdownTable } from './markdown-table.ts';

const readText = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const FIGURES: Readonly<Record<string, Readonly<Record<string, number>>>> = JSON.parse(
  readText('measured.json'),
);
const { throttling } = parse(readText('../stages/production.yml'), { logLevel: 'silent' });

function getFigure(measurementName: string, figure: string): number {
  const value = FIGURES[measurementName]?.[figure];
  if (value !== undefined) return value;
  throw new Error(`measured.json has no ${figure} of ${measurementName}`);
}

/**
 * Load: its name, and its activities per day and in the busiest second. By default, the busiest second has ten times as
 * many activities as an average second.
 */
type Load = readonly [name: string, perDay: number, perSecond?: number];
/** Calls of one function within an activity: key in measured.json, number of calls, seconds and GB per call. */
type FunctionCalls = readonly [measurementName: string, calls: number, seconds: number, gigabytes?: number];
/** Limited resource: its name, its use by one activity, its limit, who sets it, and how it can be raised. */
type ResourceUse = readonly [name: string, use: number, limit: number, owner: string, remedy: string];

interface Activity {
  readonly loads: readonly Load[];
  readonly functionCalls: readonly FunctionCalls[];
  readonly resourceUses: readonly ResourceUse[];
  /** Number of digests of new testimonies per day, for each load. It follows from the number of experts. */
  readonly digestsPerDay?: readonly number[];
  readonly counts: Readonly<
    Record<'jobs' | 'mails' | 'stripeCalls' | 'puts' | 'gets' | 'storedGb' | 'sentGb', number>
  >;
}

const createDailyLoad = (perDay: number): Load => [`${perDay.toLocaleString('en')} a day`, perDay];
const getTableUseKey = (name: string): string => `${name}, table use`;
const seconds = (measurementName: string): number => getFigure(measurementName, 'measured') / 1000;
const [STAGE_THROTTLING, RAISE_LIMIT] = ['ours: `throttling` of the stage', 'raise it'];
const DYNAMODB_PARTITION = 'a partition of DynamoDB';
const WRITE_UNITS_PER_ITEM = 2; // write units per item; expert accounts and testimonies have one to two kilobytes

/** Registration of an expert, with the identity review and the opening of the payment account. */
export const REGISTRATION_LOAD: Activity = {
  loads: [...[1000, 100_000].map(createDailyLoad), ['1,000 in a minute', 1000, 1000 / 60]],
  functionCalls: [
    [getTableUseKey('auth-register-expert'), 1, seconds('auth-register-expert, warm'), 1.769],
    [getTableUseKey('jobs-deliver'), 2, 0.2],
    [getTableUseKey('auth-verify-email'), 1, 0.03],
    [getTableUseKey('operator-review-identity'), 1, 0.03],
    [getTableUseKey('me-open-payment-account'), 1, 1],
    [getTableUseKey('webhooks-stripe'), 1, 0.03],
  ],
  resourceUses: [
    ['requests to routes that hash', 1, throttling.hashing.rate, STAGE_THROTTLING, RAISE_LIMIT],
    [
      '`EXPERTS#pending`, write units',
      WRITE_UNITS_PER_ITEM * 3,
      1000,
      DYNAMODB_PARTITION,
      'shards, like those of open jobs',
    ],
  ],
  counts: { jobs: 2, mails: 3, stripeCalls: 2, puts: 4, gets: 2, storedGb: 0.003, sentGb: 0 },
};

/**
 * Assumptions per testimony: number of offers, number of list views, regions per view, and the busiest region's share
 * of the views.
 */
const [OFFERS, VIEWS, REGIONS_VIEWED, BUSIEST_REGION_SHARE] = [5, 100, 2, 0.3];
const OFFERABLE_LIST = getTableUseKey('testimonies-list-offerable');
/**
 * Reads per region of a list view. The benchmark's list covers eight regions, so its reads are divided by eight. The
 * reads of `me-show`, which only authenticate the caller, are subtracted first.
 */
const readsPerRegion =
  (getFigure(OFFERABLE_LIST, 'reads') - getFigure(getTableUseKey('me-show'), 'reads')) / 8;
const listReads = VIEWS * REGIONS_VIEWED * BUSIEST_REGION_SHARE * readsPerRegion;

/**
 * Estimated number of experts in Slovakia. A load of 100 million users has 18 times as many. Each expert gets a digest
 * every hour, because new testimonies appear in their regions every hour.
 */
const EXPERTS = 2960;

/** Sale of a testimony from creation to delivery, with the offers, the payment and the list views of all users. */
export const SALE_LOAD: Activity = {
  loads: [400, 4000, 400_000].map(createDailyLoad),
  digestsPerDay: [EXPERTS, EXPERTS, EXPERTS * 18].map(experts => experts * 24),
  functionCalls: [
    [getTableUseKey('testimonies-create'), 1, 0.03],
    [getTableUseKey('offers-create'), OFFERS, 0.03],
    [getTableUseKey('offers-checkout'), 1, 1],
    [getTableUseKey('offers-accept'), 1, 1],
    [getTableUseKey('webhooks-stripe'), 3, 0.5],
    [getTableUseKey('testimonies-complete'), 1, 1],
    [getTableUseKey('testimonies-download'), 2, 0.03],
    [OFFERABLE_LIST, VIEWS, 0.05],
    [getTableUseKey('testimonies-list'), 10, 0.05],
    [getTableUseKey('testimonies-show'), 40, 0.03],
    [getTableUseKey('me-show'), 20, 0.03],
    [getTableUseKey('auth-login'), 2, seconds('auth-login, warm'), 1.769],
    [getTableUseKey('jobs-deliver'), 18, 0.2],
  ],
  resourceUses: [
    ['`OPEN#<busiest>`, read units', listReads, 3000, DYNAMODB_PARTITION, 'cache, then copies'],
    [
      '`OPEN#<busiest>`, write units',
      WRITE_UNITS_PER_ITEM * (OFFERS + 2) * BUSIEST_REGION_SHARE,
      1000,
      DYNAMODB_PARTITION,
      'shards',
    ],
    ['`MONEY#overdue`, write units', WRITE_UNITS_PER_ITEM * 2, 1000, DYNAMODB_PARTITION, 'shards'],
  ],
  counts: { jobs: 18, mails: 14, stripeCalls: 5, puts: 2, gets: 3, storedGb: 0.002, sentGb: 0.004 },
};

const sumCalls = ({ functionCalls }: Activity, getValue: (step: FunctionCalls) => number): number =>
  functionCalls.reduce((total, step) => total + getValue(step) * step[1], 0);
const sumReads = (activity: Activity) =>
  sumCalls(activity, ([measurementName]) => getFigure(measurementName, 'reads'));
const sumWrites = (activity: Activity) =>
  sumCalls(activity, ([measurementName]) => getFigure(measurementName, 'writes'));
const [MAILS, MAILS_PER_DAY, RAISE_SSM_THROUGHPUT] = [
  'mails',
  'mails a day',
  '`high-throughput-enabled`: 1,000',
];

function listResourceUses(activity: Activity): ResourceUse[] {
  const { jobs, mails, stripeCalls } = activity.counts;
  const concurrentCalls = sumCalls(activity, ([, , seconds]) => seconds);
  const requests = sumCalls(activity, () => 1) - jobs;
  return [
    ['requests at the edge', requests, throttling.all.rate, STAGE_THROTTLING, RAISE_LIMIT],
    [
      'functions at once',
      concurrentCalls,
      1000,
      'Lambda; 10 in a new account',
      'ask for more before opening',
    ],
    [
      '`GetParameters`, if all of these start cold',
      concurrentCalls,
      40,
      'SSM, default throughput',
      RAISE_SSM_THROUGHPUT,
    ],
    ['table, write units', sumWrites(activity), 4000, 'a new table; 40,000 by quota', 'warm throughput'],
    ['table, read units', sumReads(activity), 12_000, 'a new table; 40,000 by quota', 'warm throughput'],
    ...activity.resourceUses,
    // A job writes to its index partition four times: one insert, two writes when it is claimed, and one removal.
    [
      'each `JOBS#open#…`, write units',
      (jobs * 4) / listPartitions(JOB_QUEUE).length,
      1000,
      DYNAMODB_PARTITION,
      'more shards',
    ],
    [MAILS, mails, 14, 'SES, as first granted', 'ask for more; jobs try again until then'],
    [MAILS_PER_DAY, mails, 50_000, 'SES; 200 in its sandbox', 'ask for more weeks before'],
    ['calls to Stripe', stripeCalls, 100, 'Stripe in live mode', 'ask Stripe'],
  ];
}

const formatNumber = (value: number): string => value.toLocaleString('en', { maximumSignificantDigits: 2 });

/** Renders the use of each resource in the busiest second, except mails per day. Values above the limit are bold. */
export function renderLoadTable(activity: Activity): string {
  const rows = listResourceUses(activity).map(([name, use, limit, owner, remedy]) => {
    const cells = activity.loads.map(([, perDay, perSecond = (perDay * 10) / 86_400], at) => {
      const digests = activity.digestsPerDay?.[at] ?? 0;
      const value =
        name === MAILS_PER_DAY
          ? use * perDay + digests
          : use * perSecond + (name === MAILS ? (digests * 10) / 86_400 : 0);
      return value > limit ? `**${formatNumber(value)}**` : formatNumber(value);
    });
    return [name, ...cells, `${formatNumber(limit)}: ${owner}`, remedy];
  });
  return renderMarkdownTable(['A second', ...activity.loads.map(([name]) => name), 'Limit', 'Remedy'], rows);
}

const [MAIL_PRICE, MAIL_DOLLARS, TOTAL] = ['SES, mails, $0.10 a thousand', 1e-4, 'together'] as const;

/** Renders the monthly cost in US dollars at the list prices of us-east-1, without the free tier. */
export function renderCostTable(activity: Activity): string {
  const { mails, puts, gets, storedGb, sentGb } = activity.counts;
  const lambda = sumCalls(activity, ([, , time, memory = 0.5]) => time * memory);
  const prices: [name: string, perActivity: number][] = [
    ['table, write units, $0.625 a million', 0.625e-6 * sumWrites(activity)],
    ['table, read units, $0.125 a million', 0.125e-6 * sumReads(activity)],
    ['Lambda, GB-seconds, $0.0000133334', 1.33334e-5 * lambda],
    ['Lambda and HTTP API, requests, $1.20 a million', 1.2e-6 * sumCalls(activity, () => 1)],
    [MAIL_PRICE, MAIL_DOLLARS * mails],
    ['S3, puts at $0.005 and gets at $0.0004 a thousand', 5e-6 * puts + 4e-7 * gets],
    ["S3, one month's files, $0.023 a GB", 0.023 * storedGb],
    ['S3, downloads, $0.09 a GB', 0.09 * sentGb],
  ];
  const total = prices.reduce((sum, [, dollars]) => sum + dollars, 0);
  const rows = [...prices, [TOTAL, total] as const].map(([name, dollars]) => {
    const hasDigests = name === MAIL_PRICE || name === TOTAL;
    const costs = activity.loads.map(([, perDay], at) => {
      const digests = hasDigests ? MAIL_DOLLARS * (activity.digestsPerDay?.[at] ?? 0) : 0;
      return `$${((dollars * perDay + digests) * 30).toFixed(2)}`;
    });
    return [name, ...costs];
  });
  return renderMarkdownTable(['A month of', ...activity.loads.map(([name]) => name)], rows);
}
