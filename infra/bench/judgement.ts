/**
 * From measurements to the lines of the report, and what counts as a miss.
 */
export type Verdict = 'ok' | 'missed' | 'impossible' | 'few rounds' | 'too busy';

/** One line of the report; a line without a limit only informs. */
export interface Line {
  readonly name: string;
  readonly floor?: string;
  readonly measured: string;
  readonly ratio?: { readonly median: number; readonly min: number; readonly max: number };
  readonly limit?: string;
  readonly verdict: Verdict;
}

/** One round of pairs, each of a floor and the measured thing right beside it, in the same unit. */
export interface Round {
  readonly floor: number;
  readonly measured: number;
  /** The median of the pairs' ratios: a machine that is busy slows both of a pair. */
  readonly ratio: number;
}

const LEAST_ROUNDS = 7;

/** Nothing does more in less time: a median this far below its floor is a mistake of the bench. */
const NOISE = 0.05;

/** A line that compares with a floor: the ratios of the pairs, never the ratio of two averages. */
export function comparison(
  name: string,
  rounds: readonly Round[],
  limit: number,
  show: (value: number) => string = milliseconds,
): Line {
  const ratios = rounds.map(({ ratio }) => ratio);
  const middle = median(ratios);
  const verdict =
    rounds.length < LEAST_ROUNDS
      ? 'few rounds'
      : middle < 1 - NOISE
        ? 'impossible'
        : middle > limit
          ? 'missed'
          : 'ok';
  return {
    name,
    floor: show(median(rounds.map(({ floor }) => floor))),
    measured: show(median(rounds.map(({ measured }) => measured))),
    ratio: { median: middle, min: Math.min(...ratios), max: Math.max(...ratios) },
    limit: `≤ ${limit}×`,
    verdict,
  };
}

/** Of the processors; pairs even out what is less. */
export const TOO_BUSY = 0.2;

/** A time that was missed says nothing about us while others use so much of the machine. */
export function judgedOn(line: Line, othersShare: number): Line {
  const isTime = line.ratio !== undefined;
  return isTime && line.verdict === 'missed' && othersShare > TOO_BUSY
    ? { ...line, verdict: 'too busy' }
    : line;
}

/** A line that only has an upper limit. */
export function amount(
  name: string,
  value: number,
  limit: number,
  show: (value: number) => string = String,
): Line {
  return {
    name,
    measured: show(value),
    limit: `≤ ${show(limit)}`,
    verdict: value <= limit ? 'ok' : 'missed',
  };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

type Act = () => Promise<number>;

/**
 * Runs what is measured and its floors in turn, each first as often as last, so many times a round.
 * @returns the rounds of each floor
 */
export async function interleaved(
  rounds: number,
  repetitions: number,
  measured: Act,
  ...floors: readonly Act[]
): Promise<Round[][]> {
  const done: Round[][] = floors.map(() => []);
  for (let round = 0; round < rounds; round++) {
    const turns: { thing: number; floors: number[] }[] = [];
    for (let repetition = 0; repetition < repetitions; repetition++) {
      turns.push(await turn((round + repetition) % 2 === 0, measured, floors));
    }
    for (const [place, ofFloor] of done.entries()) {
      const pairs = turns.map(({ thing, floors }) => ({ thing, floor: floors[place] ?? Number.NaN }));
      ofFloor.push({
        floor: median(pairs.map(({ floor }) => floor)),
        measured: median(pairs.map(({ thing }) => thing)),
        ratio: median(pairs.map(({ thing, floor }) => thing / floor)),
      });
    }
  }
  return done;
}

async function turn(isFloorFirst: boolean, measured: Act, floors: readonly Act[]) {
  const taken = new Map<Act, number>();
  const order = [...floors, measured];
  for (const act of isFloorFirst ? order : order.reverse()) taken.set(act, await act());
  return {
    thing: taken.get(measured) ?? Number.NaN,
    floors: floors.map(floor => taken.get(floor) ?? Number.NaN),
  };
}

/** How long it takes; what it resolves to is checked outside the measured time. */
export async function timed<T>(act: () => Promise<T>, check: (result: T) => void): Promise<number> {
  const begun = performance.now();
  const result = await act();
  const taken = performance.now() - begun;
  check(result);
  return taken;
}

const milliseconds = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`;
