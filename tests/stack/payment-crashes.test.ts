/**
 * Tests of processes that are killed after the payment provider has moved money and before the service has recorded it
 * (infra/docs/api/payments.md#the-ledger). A function runs in a separate process. The provider sends no event, so only
 * the jobs of the service can find the movement.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { startStripe } from '../../infra/local/stripe/server.ts';
import { DAY, MINUTE } from '../../lib/durations.ts';
import { assertLedgersMatch } from '../support/assert-ledgers.ts';
import { startFaultProxy } from '../support/fake-server.ts';
import { findRoute } from '../support/find-route.ts';
import { operatorRoutes } from '../support/operator-routes.ts';
import {
  type AssignedTestimony,
  createCompletedTestimony,
  createPaidOutTestimony,
} from '../support/payouts.ts';
import { assertSuccess, type Market, startMarket } from '../support/start-market.ts';
import { createGatewayEvent } from '../support/start-service.ts';

/** Longest time until a claimed job is run again, and until a checkout session has ended. */
const LEASE_MS = 10 * MINUTE;
const SESSION_MS = 3 * DAY;

/** Runs the handler of a function's file with an event. */
const RUN = `
const { handler } = await import(process.argv[1]);
const context = { awsRequestId: 'run', getRemainingTimeInMillis: () => 300_000 };
await handler(JSON.parse(process.argv[2]), context);
`;

const SWEEP = { file: 'jobs/sweep.ts', event: {} };

/** Starts a marketplace whose provider can kill a process after it carries out a request and before it responds. */
async function startKillingMarket() {
  let killed: { readonly operation: RegExp; readonly child: ChildProcess } | undefined;
  const proxy = await startFaultProxy((await startStripe()).endpoint, ({ method, path }) => {
    const target = killed;
    if (!target?.operation.test(`${method} ${path}`)) return undefined;
    return () => {
      target.child.kill('SIGKILL');
      killed = undefined;
      return 'hang';
    };
  });
  const market = await startMarket({ STRIPE_URL: proxy.url });
  return {
    market,
    /** Runs a function until the provider has carried out the operation, and kills its process at this moment. */
    async runUntil(operation: RegExp, { file, event }: { file: string; event: object }): Promise<void> {
      const module = new URL(`../../functions/${file}`, import.meta.url).href;
      const script = ['--input-type=module', '-e', RUN, module, JSON.stringify(event)];
      const env = { ...process.env, ...market.service.deps.environment };
      const child = spawn(process.execPath, script, { env });
      killed = { operation, child };
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', text => {
          output += text;
        });
      const [, signal] = await once(child, 'close');
      expect(signal, output).toBe('SIGKILL');
    },
  };
}

interface Crash {
  /** Request to the provider that is carried out just before the process dies. */
  readonly operation: RegExp;
  /** Kind of the movement in the provider's ledger. `entry` is the kind of the entries that record the movement. */
  readonly movement: string;
  readonly entry: string;
  readonly cents: number;
  prepare(market: Market): Promise<{ id: string; sessionId: string; run?: typeof SWEEP }>;
}

const order = async (market: Market, sale: AssignedTestimony, body: object) => {
  assertSuccess(await operatorRoutes(market).decide(sale.testimony.id, 'refund', body));
  return { id: sale.testimony.id, sessionId: sale.sessionId };
};

const CRASHES: readonly [string, Crash][] = [
  [
    'a payment',
    {
      operation: /^GET \/v1\/checkout\/sessions\//,
      movement: 'charge',
      entry: 'payment',
      cents: 25_000,
      async prepare(market) {
        const { client, testimony, offer } = await market.createOfferedTestimony();
        const sessionId = await client.payOffer(offer.id);
        const url = new URL('https://api.testimony.example/api/v1/testimonies/offers/accept');
        const route = findRoute('POST', url.pathname);
        if (!route) throw new Error('there is no such route');
        const body = Buffer.from(JSON.stringify({ sessionId }));
        const call = { token: client.token, headers: { 'content-type': 'application/json' } };
        const event = createGatewayEvent('POST', url, route, body, new Date(), call);
        return { id: testimony.id, sessionId, run: { file: 'offers/accept.ts', event } };
      },
    },
  ],
  [
    'a payout',
    {
      operation: /^POST \/v1\/transfers$/,
      movement: 'transfer',
      entry: 'payout',
      cents: -9004,
      async prepare(market) {
        const { testimony, sessionId } = await createCompletedTestimony(market);
        return { id: testimony.id, sessionId };
      },
    },
  ],
  [
    'a reversal',
    {
      operation: /^POST \/v1\/transfers\/\w+\/reversals$/,
      movement: 'transfer_reversal',
      entry: 'payout-reversed',
      cents: 5000,
      prepare: async market =>
        order(market, await createPaidOutTestimony(market), { amount: 50, from: 'expert' }),
    },
  ],
  [
    'a refund',
    {
      operation: /^POST \/v1\/refunds$/,
      movement: 'refund',
      entry: 'refund',
      cents: -1000,
      prepare: async market =>
        order(market, await createPaidOutTestimony(market), { amount: 10, from: 'platform' }),
    },
  ],
];

it.each(CRASHES)(
  '%s is made and recorded once when the process is killed between the movement and its record',
  async (_, { operation, movement, entry, cents, prepare }) => {
    const { market, runUntil } = await startKillingMarket();
    const { id, sessionId, run = SWEEP } = await prepare(market);
    const { checkouts, clock } = market.service.deps;
    const listMovements = async () => {
      const { payment_intent } = await market.getSession(sessionId);
      const ledger = await market.getLedger({ payment_intent: payment_intent.id });
      return ledger.filter(({ kind }) => kind === movement).map(({ amount }) => amount);
    };
    const countEntries = async () =>
      (await checkouts.listEntries(id)).filter(({ kind }) => kind === entry).length;

    await runUntil(operation, run);
    expect([await listMovements(), await countEntries()]).toEqual([[cents], 0]);

    for (const milliseconds of [LEASE_MS, SESSION_MS]) {
      clock.advance(milliseconds);
      await market.runJobs();
    }
    await assertLedgersMatch(market);
    expect(await listMovements()).toEqual([cents]);
    expect(await countEntries()).toBeGreaterThan(0);
  },
);
