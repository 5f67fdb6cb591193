/**
 * Model-based test of the marketplace: users act in random order, and after each step the marketplace must match
 * the model. A failure prints the seed that reproduces it.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { startMarket } from '../support/start-market.ts';
import { assertInvariantsAfterStep, assertInvariantsAtEnd, type PreviousStates } from './invariants.ts';
import { createModel, type Model, settlePayment } from './model.ts';
import { FAULTS, resolveAllPayments } from './payment-faults.ts';
import { PROVIDER_FAULTS } from './provider-faults.ts';
import { ACTIONS, adoptMoney, type RandomSource, type RealMarket } from './user-actions.ts';

/** Number of stories; `MODEL_RUNS` sets another. `MODEL_SEED` and `MODEL_PATH` replay the story of a failure. */
const RUNS = Number(process.env.MODEL_RUNS ?? 5);
const REPLAY = {
  ...(process.env.MODEL_SEED && { seed: Number(process.env.MODEL_SEED) }),
  ...(process.env.MODEL_PATH && { path: process.env.MODEL_PATH }),
};
const MIN_STEPS = 250;
let stepsTaken = 0;

/** Actions that are listed more often are chosen more often. */
const FREQUENT_ACTIONS = [
  ...[
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
  ],
  ...['sale', 'sale', 'sale', 'sale', 'sale', 'complete', 'complete', 'complete', 'jobs', 'jobs'],
  ...['providerFails', 'lookupFails', 'eventsOvertake'],
  ...['byHand', 'byHand', 'byHand', 'byHand', 'byHand', 'byHand', 'event', 'event', 'operator', 'operator'],
  ...['operatorRefunds', 'operatorRefunds', 'operatorReleases'],
];
const ALL_ACTIONS = { ...ACTIONS, ...FAULTS, ...PROVIDER_FAULTS };
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
    for (const testimony of model.testimonies) await adoptMoney(testimony, real.market);
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
  // A run may refund more late payments of one client than a day allows.
  const market = await startMarket({}, ({ rateLimiter }) => ({
    rateLimiter: {
      ...rateLimiter,
      peek: async hit => (hit.limit === 'late-payments' ? {} : rateLimiter.peek(hit)),
    },
  }));
  const clients = await Promise.all([market.createClient(), market.createClient()]);
  const experts = await Promise.all([market.createExpert(), market.createExpert(), market.createExpert()]);
  for (const expert of experts.slice(1)) await market.verifyPaymentAccount(expert);
  await market.runJobs();
  return { market, clients, experts };
}

/** Reports every payment by webhook at the end of the run, the latest payment first. */
async function deliverLateWebhooks(model: Model, { market }: RealMarket): Promise<void> {
  for (const session of model.sessions.toReversed()) {
    expect(await market.sendProviderEvent(await market.getSession(session.id))).toMatchObject({
      status: 204,
    });
    settlePayment(model, session);
  }
}

it('the marketplace matches its model after every random action', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 70, maxLength: 80 }), async steps => {
      const [model, real, before] = [createModel(3), await startRealMarket(), new Map()];
      await fc.asyncModelRun(
        async () => ({ model, real }),
        steps.map(({ name, numbers }, at) => new ActionCommand(FIRST_ACTIONS[at] ?? name, numbers, before)),
      );
      await deliverLateWebhooks(model, real);
      await resolveAllPayments(model, real);
      for (const testimony of model.testimonies) await adoptMoney(testimony, real.market);
      await assertInvariantsAtEnd(model, real);
    }),
    { numRuns: RUNS, endOnFailure: true, ...REPLAY },
  );
  expect(stepsTaken).toBeGreaterThan(MIN_STEPS);
});
