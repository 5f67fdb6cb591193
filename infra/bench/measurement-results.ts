/** Measures operations and compares the results with their baselines (`floor`) and limits. */

/** The result of comparing the measured value of a line with the line's baseline and limit. */
export type Verdict = 'ok' | 'missed' | 'impossible' | 'too busy';

export interface ReportLine {
  readonly name: string;
  /** The measured values that `--keep` writes to its file, in milliseconds, calls or capacity units. */
  readonly figures: Readonly<Record<string, number>>;
  readonly floor?: string;
  readonly measured: string;
  readonly ratio?: { readonly median: number; readonly min: number; readonly max: number };
  readonly limit?: string;
  readonly verdict: Verdict;
}

/** Medians of several pairs of an operation and its baseline, in milliseconds. */
export interface MeasurementRound {
  readonly floor: number;
  readonly measured: number;
  /** The median of the pairs' ratios, which a busy machine changes less than times. */
  readonly ratio: number;
}

/** The tolerance for a ratio below 1. A lower ratio is an error of the benchmark: no operation is faster than its baseline. */
const NOISE_TOLERANCE = 0.05;

/** Creates a line that compares an operation with its baseline. */
export function compareWithFloor(
  name: string,
  rounds: readonly MeasurementRound[],
  limit: number,
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
    limit: `≤ ${limit}×`,
    verdict: ratio.median < 1 - NOISE_TOLERANCE ? 'impossible' : ratio.median > limit ? 'missed' : 'ok',
  };
}

/** The highest share of all processors that other processes may use. Ratios are reliable only up to this share. */
export const MAX_BACKGROUND_LOAD = 0.2;

/** Replaces the verdict of a failed time measurement by `too busy` if other processes used too much of the machine. */
export function markIfTooBusy(line: ReportLine, otherLoad: number): ReportLine {
  const isUncertain = isTimeMeasurement(line) && line.verdict !== 'ok' && otherLoad > MAX_BACKGROUND_LOAD;
  return isUncertain ? { ...line, verdict: 'too busy' } : line;
}

/** Returns whether a line reports a duration rather than the use of the table. */
export const isTimeMeasurement = ({ ratio }: ReportLine): boolean => ratio !== undefined;

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** An operation that returns its own duration in milliseconds. */
type TimedOperation = () => Promise<number>;

/** Runs an operation and its baseline alternately, and reverses their order after each repetition. */
export async function measureInterleaved(
  { rounds, repetitions }: { readonly rounds: number; readonly repetitions: number },
  operation: TimedOperation,
  floor: TimedOperation,
): Promise<MeasurementRound[]> {
  const results: MeasurementRound[] = [];
  for (let round = 0; round < rounds; round++) {
    const pairs: { floor: number; measured: number }[] = [];
    for (let repetition = 0; repetition < repetitions; repetition++) {
      if ((round + repetition) % 2 === 0) pairs.push({ floor: await floor(), measured: await operation() });
      else pairs.push({ measured: await operation(), floor: await floor() });
    }
    results.push({
      floor: median(pairs.map(({ floor }) => floor)),
      measured: median(pairs.map(({ measured }) => measured)),
      ratio: median(pairs.map(({ measured, floor }) => measured / floor)),
    });
  }
  return results;
}

/** Returns the duration of an operation in milliseconds. The time of `check` is not included. */
export async function measureDuration<T>(operation: () => Promise<T>, check?: (result: T) => void) {
  const start = performance.now();
  const result = await operation();
  const elapsed = performance.now() - start;
  check?.(result);
  return elapsed;
}

const roundFigure = (value: number): number => Number(value.toPrecision(3));

const formatMilliseconds = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`;
