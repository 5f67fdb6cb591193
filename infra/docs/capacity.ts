/** The tables of capacity.md: what each part does under a load, what breaks first, and what it costs. */
import { LOADS, type Load, USE } from './capacity-model.ts';
import { tableOf } from './table.ts';

interface Part {
  readonly name: string;
  readonly of: (load: Load) => number;
  readonly limit?: { readonly most: number; readonly whose: string; readonly lever: string };
}

const PARTS: readonly Part[] = [
  { name: 'registrations a second', of: ({ perSecond }) => perSecond },
  {
    name: 'registrations a second at the edge',
    of: ({ perSecond }) => perSecond,
    limit: {
      most: 10,
      whose: 'ours, of routes that hash (contract §6)',
      lever: "raise the stage's setting; callers have got 429 and ask again",
    },
  },
  {
    name: 'seconds of hashing a second',
    of: ({ perSecond }) => perSecond * USE.hashSeconds,
  },
  {
    name: 'functions at once',
    of: ({ perSecond }) => perSecond * (USE.registrationSeconds + USE.jobSeconds),
    limit: {
      most: 10,
      whose: "a new account's concurrency; usually 1,000 when asked for",
      lever: 'ask for more before opening',
    },
  },
  {
    name: 'table, write units a second',
    of: ({ perSecond }) => perSecond * USE.writes,
    limit: {
      most: 4000,
      whose: 'a new on-demand table; it doubles by itself',
      lever: 'warm throughput, set before a campaign',
    },
  },
  {
    name: 'table, read units a second',
    of: ({ perSecond }) => perSecond * USE.reads,
    limit: {
      most: 12_000,
      whose: 'a new on-demand table',
      lever: 'the same',
    },
  },
  {
    name: 'write units a second of the hottest key, `EXPERTS#pending` in the index',
    of: ({ perSecond }) => perSecond * USE.unitsOfPendingExperts,
    limit: {
      most: 1000,
      whose: 'a partition of DynamoDB',
      lever: 'spread the list of experts, as open jobs are',
    },
  },
  {
    name: 'the same of each of the partitions `JOBS#open#…`',
    of: ({ perSecond }) => perSecond * USE.unitsOfOpenJobs,
    limit: { most: 1000, whose: 'a partition of DynamoDB', lever: 'more shards of open jobs' },
  },
  {
    name: 'mails a second, if all were sent at once',
    of: ({ perSecond }) => perSecond,
    limit: {
      most: 14,
      whose: 'SES out of its sandbox, as granted at first',
      lever: 'ask for more; until then jobs wait their turn and try again',
    },
  },
  {
    name: 'mails a day',
    of: ({ perDay }) => perDay * USE.mails,
    limit: {
      most: 50_000,
      whose: 'the same; 200 within its sandbox',
      lever: 'ask for more weeks before: it is a reputation, not a switch',
    },
  },
  {
    name: 'calls to providers a second',
    of: ({ perSecond }) => perSecond * USE.providerCalls,
    limit: { most: 100, whose: 'Stripe in live mode', lever: 'ask Stripe; payment accounts can wait' },
  },
];

const figure = (value: number): string =>
  value.toLocaleString('en', { maximumSignificantDigits: value < 1000 ? 2 : 3 });

export function loadTable(): string {
  const rows = PARTS.map(({ name, of, limit }) => [
    name,
    ...LOADS.map(load => figure(of(load))),
    limit ? `${figure(limit.most)}: ${limit.whose}` : '',
  ]);
  return tableOf(['What', ...LOADS.map(({ name }) => name), 'Limit'], rows);
}

/** For each load what is over its limit, the worst first; otherwise what comes nearest. */
export function breakingTable(): string {
  const rows = LOADS.map(load => {
    const shares = PARTS.flatMap(({ name, of, limit }) =>
      limit ? [{ name, share: of(load) / limit.most, lever: limit.lever }] : [],
    ).sort((a, b) => b.share - a.share);
    const over = shares.filter(({ share }) => share > 1);
    const told = over.length > 0 ? over : shares.slice(0, 1);
    return [
      load.name,
      told.map(({ name, share }) => `${name} (${figure(share * 100)} %)`).join('; '),
      over.length > 0 ? told.map(({ lever }) => lever).join('; ') : 'none needed',
    ];
  });
  return tableOf(['Load', 'Nearest to its limit, or over it', 'Lever'], rows);
}

/** List prices of us-east-1 in dollars, without the free tier; Frankfurt asks up to a quarter more. */
const PRICES: readonly (readonly [name: string, price: number, perRegistration: number])[] = [
  ['table, write units, $0.625 a million', 0.625e-6, USE.writes],
  ['table, read units, $0.125 a million', 0.125e-6, USE.reads],
  ['Lambda, GB-seconds on ARM, $0.0000133334', 0.0000133334, USE.gigabyteSeconds],
  ['Lambda and HTTP API, requests, $1.20 a million', 1.2e-6, USE.invocations],
  ['SES, mails, $0.10 a thousand', 1e-4, USE.mails],
  ['S3, puts, $0.005 a thousand', 5e-6, USE.puts],
  ['S3, gets, $0.0004 a thousand', 4e-7, USE.gets],
  ["S3, one month's scans, $0.023 a GB", 0.023, USE.gigabytesKept],
];

const dollars = (value: number): string => `$${value.toFixed(2)}`;

export function costTable(): string {
  const days = LOADS.filter(({ name }) => name.endsWith('a day'));
  const monthly = (price: number, use: number) => days.map(({ perDay }) => price * use * perDay * 30);
  const rows = PRICES.map(([name, price, use]) => [name, ...monthly(price, use).map(dollars)]);
  const sums = days.map(({ perDay }) =>
    PRICES.reduce((sum, [, price, use]) => sum + price * use * perDay * 30, 0),
  );
  return tableOf(
    ['A month of', ...days.map(({ name }) => name)],
    [...rows, ['together', ...sums.map(dollars)]],
  );
}
