/**
 * From measurements to the lines of the report, and what counts as a miss.
 */
export type Verdict = 'ok' | 'missed' | 'impossible' | 'few rounds';

/** One line of the report; a line without a limit only informs. */
export interface Line {
  readonly name: string;
  readonly floor?: string;
  readonly measured: string;
  readonly ratio?: { readonly median: number; readonly min: number; readonly max: number };
  readonly limit?: string;
  readonly verdict: Verdict;
}

/** Floor and measured thing of one round, in the same unit. */
export interface Round {
  readonly floor: number;
  readonly measured: number;
}

const LEAST_ROUNDS = 7;

/** Nothing does more in less time: a median this far below its floor is a mistake of the bench. */
const NOISE = 0.05;

/** A line that compares with a floor: the ratios of the rounds, never the ratio of two averages. */
export function comparison(
  name: string,
  rounds: readonly Round[],
  limit: number,
  show: (value: number) => string = milliseconds,
): Line {
  const ratios = rounds.map(({ floor, measured }) => measured / floor);
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

/** Runs both in turn, each first as often as the other; every round keeps the median of its repetitions. */
export async function interleaved(
  rounds: number,
  repetitions: number,
  floor: () => Promise<number>,
  measured: () => Promise<number>,
): Promise<Round[]> {
  const done: Round[] = [];
  for (let round = 0; round < rounds; round++) {
    const times = { floor: [] as number[], measured: [] as number[] };
    for (let repetition = 0; repetition < repetitions; repetition++) {
      if ((round + repetition) % 2 === 0) times.floor.push(await floor());
      times.measured.push(await measured());
      if ((round + repetition) % 2 === 1) times.floor.push(await floor());
    }
    done.push({ floor: median(times.floor), measured: median(times.measured) });
  }
  return done;
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
