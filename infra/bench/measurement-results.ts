/** Turns measurements into lines of the report, and decides which lines miss their limit. */
export type Verdict = 'ok' | 'missed' | 'impossible' | 'too busy';

export interface ReportLine {
  readonly name: string;
  /** What `--keep` writes: milliseconds, bytes, calls or capacity units. */
  readonly figures: Readonly<Record<string, number>>;
  readonly floor?: string;
  readonly measured: string;
  readonly ratio?: { readonly median: number; readonly min: number; readonly max: number };
  readonly limit?: string;
  readonly verdict: Verdict;
}

/** The medians of several pairs, each of the floor and the measured operation right beside it, in milliseconds. */
export interface MeasurementRound {
  readonly floor: number;
  readonly measured: number;
  /** The median of the pairs' own ratios: a busy machine slows down both of a pair. */
  readonly ratio: number;
}

/** An operation cannot be faster than its floor; a median further below it is a mistake of the benchmark. */
const NOISE_TOLERANCE = 0.05;

/** A line that compares with a floor. Without a limit it only informs. */
export function compareWithFloor(
  name: string,
  rounds: readonly MeasurementRound[],
  limit = Number.POSITIVE_INFINITY,
): ReportLine {
  const ratios = rounds.map(({ ratio }) => ratio);
  const ratio = { median: median(ratios), min: Math.min(...ratios), max: Math.max(...ratios) };
  const floor = median(rounds.map(({ floor }) => floor));
  const measured = median(rounds.map(({ measured }) => measured));
  return {
    name,
    figures: { floor: roundFigure(floor), measured: roundFigure(measured) },
    floor: formatMilliseconds(floor),
    measured: formatMilliseconds(measured),
    ratio,
    ...(limit < Number.POSITIVE_INFINITY && { limit: `≤ ${limit}×` }),
    verdict: ratio.median < 1 - NOISE_TOLERANCE ? 'impossible' : ratio.median > limit ? 'missed' : 'ok',
  };
}

/** Share of all processors; ratios of pairs stay right below it. */
export const MAX_OTHER_LOAD = 0.2;

/** A time that looks wrong proves nothing while other processes use this much of the machine. */
export function markIfTooBusy(line: ReportLine, otherLoad: number): ReportLine {
  const isUncertain = isTimeMeasurement(line) && line.verdict !== 'ok' && otherLoad > MAX_OTHER_LOAD;
  return isUncertain ? { ...line, verdict: 'too busy' } : line;
}

export const isTimeMeasurement = ({ ratio }: ReportLine): boolean => ratio !== undefined;

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** @returns how long it took, in milliseconds */
type TimedOperation = () => Promise<number>;

/**
 * Runs an operation and its floors in turn, first in one order, then in the other. The first floor is always the
 * operation's neighbour.
 * @returns the rounds for each floor
 */
export async function measureInterleaved(
  { rounds, repetitions }: { readonly rounds: number; readonly repetitions: number },
  operation: TimedOperation,
  ...floors: readonly TimedOperation[]
): Promise<MeasurementRound[][]> {
  const results: MeasurementRound[][] = floors.map(() => []);
  for (let round = 0; round < rounds; round++) {
    const samples: number[][] = [];
    for (let repetition = 0; repetition < repetitions; repetition++) {
      samples.push(await runInOrder([operation, ...floors], (round + repetition) % 2 === 0));
    }
    for (const [index, result] of results.entries()) {
      const pairs = samples.map(([measured = Number.NaN, ...times]) => ({
        measured,
        floor: times[index] ?? Number.NaN,
      }));
      result.push({
        floor: median(pairs.map(({ floor }) => floor)),
        measured: median(pairs.map(({ measured }) => measured)),
        ratio: median(pairs.map(({ measured, floor }) => measured / floor)),
      });
    }
  }
  return results;
}

async function runInOrder(operations: readonly TimedOperation[], isReversed: boolean): Promise<number[]> {
  const times: number[] = [];
  const indexedOperations = [...operations.entries()];
  for (const [index, operation] of isReversed ? indexedOperations.reverse() : indexedOperations)
    times[index] = await operation();
  return times;
}

/** Measures an operation; its result is checked outside the measured time. */
export async function measureDuration<T>(
  operation: () => Promise<T>,
  check: (result: T) => void,
): Promise<number> {
  const start = performance.now();
  const result = await operation();
  const elapsed = performance.now() - start;
  check(result);
  return elapsed;
}

const roundFigure = (value: number): number => Number(value.toPrecision(3));

const formatMilliseconds = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`;
