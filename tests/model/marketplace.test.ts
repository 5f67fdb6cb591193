/**
 * Model-based test of the marketplace: users act in random order, and after each step the marketplace must match
 * the model. A failure prints the seed and the path that reproduce it.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { HOUR } from '../../lib/durations.ts';
import { startMarket } from '../support/start-market.ts';
import { DELIVERY_ACTIONS } from './delivery-actions.ts';
import { assertInvariantsAfterStep, assertInvariantsAtEnd, type PreviousStates } from './invariants.ts';
import { createModel, type Model, notifyClients, settlePayment } from './model.ts';
import { FAULTS, resolveAllPayments } from './payment-faults.ts';
import { PROVIDER_FAULTS } from './provider-faults.ts';
import { ACTIONS, adoptMoney, adoptSessions, type RandomSource, type RealMarket } from './user-actions.ts';

/**
 * Number of random runs and of their steps, which `MODEL_RUNS` and `MODEL_STEPS` replace. `TEST_SEED` selects other
 * runs. `MODEL_PATH` replays a failed run, if the number of steps is the same.
 */
const RUNS = Number(process.env.MODEL_RUNS ?? 5);
const STEPS = Number(process.env.MODEL_STEPS ?? 75);
const REPLAY = process.env.MODEL_PATH ? { path: process.env.MODEL_PATH } : {};
/**
 * Minimum total of the steps that the runs take, so that the test does not pass without acting. A replay has only one
 * run, so it has no minimum.
 */
const MIN_STEPS = process.env.MODEL_PATH ? 0 : (RUNS * STEPS) / 2;
let stepsTaken = 0;

/** Actions that occur more often in this list are chosen more often. */
const FREQUENT_ACTIONS = [
  'testimony',
  'offer',
  'offer',
  'pay',
  'pay',
  'accept',
  'accept',
  'accept',
  'accept',
  'webhook',
  'webhook',
  'race',
  'sale',
  'sale',
  'sale',
  'sale',
  'sale',
  'complete',
  'complete',
  'complete',
  'jobs',
  'jobs',
  'providerFails',
  'lookupFails',
  'eventsOvertake',
  'outcomeHappens',
  'outcomeHappens',
  'outcomeHappens',
  'outcomeHappens',
  'outcomeHappens',
  'outcomeHappens',
  'event',
  'event',
  'operator',
  'operator',
  'operatorRefunds',
  'operatorRefunds',
  'operatorSettles',
  'operatorReleases',
  'operatorEndsComplaint',
  'complain',
  'complain',
  'confirm',
  'closeAccount',
];
const ALL_ACTIONS = { ...ACTIONS, ...DELIVERY_ACTIONS, ...FAULTS, ...PROVIDER_FAULTS };
const FIRST_ACTIONS = ['testimony', 'offer', 'sale', 'sale', 'pay', 'sale'];

class ActionCommand implements fc.AsyncCommand<Model, RealMarket> {
  readonly #name: string;
  readonly #numbers: readonly number[];
  readonly #before: PreviousStates;

  constructor(name: string, numbers: readonly number[], before: PreviousStates) {
    this.#name = name;
    this.#numbers = numbers;
    this.#before = before;
  }

  check = () => true;

  async run(model: Model, real: RealMarket): Promise<void> {
    const touched = await ALL_ACTIONS[this.#name]?.(model, real, createRandomSource(this.#numbers));
    if (!touched) return;
    stepsTaken++;
    await adoptMoney(model.testimonies, real.market);
    await assertInvariantsAfterStep(model, real, this.#before, touched);
  }

  toString = () => `${this.#name}(${this.#numbers.join(', ')})`;
}

function createRandomSource(numbers: readonly number[]): RandomSource {
  let thrown = 0;
  const below = (limit: number) => (numbers[thrown++ % numbers.length] ?? 0) % limit;
  return { integerBelow: below, pick: list => list[below(Math.max(1, list.length))] };
}

const step = fc.record({
  name: fc.constantFrom(...Object.keys(ALL_ACTIONS), ...FREQUENT_ACTIONS),
  numbers: fc.array(fc.nat({ max: 1_000_000 }), { minLength: 4, maxLength: 4 }),
});

async function startRealMarket(): Promise<RealMarket> {
  // The library that checks documents starts a thread for each of them, which takes as long as many steps, so the check
  // is replaced.
  const market = await startMarket({}, () => ({
    documentInspector: {
      inspect: async content => (content.includes('%%EOF') ? 'ok' : 'unreadable'),
    },
  }));
  const clients = await Promise.all([market.createClient(), market.createClient()]);
  const experts = await Promise.all([market.createExpert(), market.createExpert(), market.createExpert()]);
  for (const expert of experts.slice(1)) await market.verifyPaymentAccount(expert);
  await market.runJobs();
  return { market, clients, experts };
}

/** Time after which jobs have looked up every session. */
const LOOKUP_MS = HOUR;

/**
 * At the end of the run, reports every other payment by webhook, the latest payment first. The remaining payments are
 * not reported, so that jobs find them.
 */
async function endPayments(model: Model, { market }: RealMarket): Promise<void> {
  const sessions = [...model.sessions.entries()].toReversed();
  for (const [, session] of sessions.filter(([number]) => number % 2 === 0)) {
    expect(await market.sendProviderEvent(await market.getSession(session.id))).toMatchObject({
      status: 204,
    });
    settlePayment(model, session);
  }
  market.service.deps.clock.advance(LOOKUP_MS);
  await market.runJobs();
  await adoptSessions(model.sessions, market);
  notifyClients(model, market.service.deps.clock.now());
}

it('the marketplace matches its model after every random action', { timeout: RUNS * 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: STEPS - 5, maxLength: STEPS + 5 }), async steps => {
      const [model, real, before] = [createModel(3), await startRealMarket(), new Map()];
      await fc.asyncModelRun(
        async () => ({ model, real }),
        steps.map(({ name, numbers }, at) => new ActionCommand(FIRST_ACTIONS[at] ?? name, numbers, before)),
      );
      await endPayments(model, real);
      await resolveAllPayments(model, real);
      await adoptMoney(model.testimonies, real.market);
      await assertInvariantsAtEnd(model, real);
    }),
    { numRuns: RUNS, endOnFailure: true, ...REPLAY },
  );
  expect(stepsTaken).toBeGreaterThan(MIN_STEPS);
});
