/**
 * The marketplace against a model of it: people act in every order that chance brings, and after each
 * step the same must be true of both (infra/docs/api/conventions.md). A failure prints the seed that repeats it.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { startMarket } from '../support/market.ts';
import { FAULTS, finishStories } from './faults.ts';
import { assertInvariantsAfterStep, assertInvariantsAtEnd, type Before } from './invariants.ts';
import { createModel, type Model, settle } from './model.ts';
import { ACTIONS, type RandomSource, type Real } from './steps.ts';

const RUNS = 5;
const STEPS_IN_ALL = 250;
let taken = 0;

/** Some things happen more often than others. */
const OFTEN = [
  ...[
    'order',
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
  ...['byHand', 'byHand', 'byHand', 'byHand', 'byHand', 'byHand', 'event', 'event', 'operator', 'operator'],
];
const ALL = { ...ACTIONS, ...FAULTS };
const FIRST = ['order', 'offer', 'sale', 'sale', 'pay', 'sale'];

class Step implements fc.AsyncCommand<Model, Real> {
  readonly #name: string;
  readonly #numbers: readonly number[];
  readonly #before: Before;

  constructor(name: string, numbers: readonly number[], before: Before) {
    this.#name = name;
    this.#numbers = numbers;
    this.#before = before;
  }

  check = () => true;

  async run(model: Model, real: Real): Promise<void> {
    const touched = await ALL[this.#name]?.(model, real, diceOf(this.#numbers));
    if (!touched) return;
    taken++;
    await assertInvariantsAfterStep(model, real, this.#before, touched);
  }

  toString = () => `${this.#name}(${this.#numbers.join(', ')})`;
}

function diceOf(numbers: readonly number[]): RandomSource {
  let thrown = 0;
  const below = (limit: number) => (numbers[thrown++ % numbers.length] ?? 0) % limit;
  return { below, of: list => list[below(Math.max(1, list.length))] };
}

const step = fc.record({
  name: fc.constantFrom(...Object.keys(ALL), ...OFTEN),
  numbers: fc.array(fc.nat({ max: 1_000_000 }), { minLength: 4, maxLength: 4 }),
});

async function people(): Promise<Real> {
  const market = await startMarket();
  const clients = await Promise.all([market.client(), market.client()]);
  const experts = await Promise.all([market.expert(), market.expert(), market.expert()]);
  for (const expert of experts.slice(1)) await market.account(expert);
  await market.work();
  return { market, clients, experts };
}

/** The provider tells of every payment in the end, the latest first. */
async function deliverLateWebhooks(model: Model, { market }: Real): Promise<void> {
  for (const session of model.sessions.toReversed()) {
    expect(await market.tell(await market.session(session.id))).toMatchObject({ status: 204 });
    settle(model, session);
  }
}

it('whatever people do, and in whatever order', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 70, maxLength: 80 }), async steps => {
      const [model, real, before] = [createModel(3), await people(), new Map()];
      await fc.asyncModelRun(
        async () => ({ model, real }),
        steps.map(({ name, numbers }, at) => new Step(FIRST[at] ?? name, numbers, before)),
      );
      await deliverLateWebhooks(model, real);
      await finishStories(model, real);
      await assertInvariantsAtEnd(model, real);
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
  expect(taken).toBeGreaterThan(STEPS_IN_ALL);
});
