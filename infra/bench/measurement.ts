/** Comparison of an operation with its floor, which is the least work that could reach the same result. */
export interface Comparison {
  /** Median time of the floor in milliseconds. `measured` is the median time of the operation. */
  readonly floor: number;
  readonly measured: number;
  /**
   * Lower quartile, median and upper quartile of the ratios of all pairs. A busy machine changes ratios less than
   * times.
   */
  readonly ratios: readonly [number, number, number];
}

/** Operation whose result is checked after the measurement of its time, so the check is not measured. */
export interface MeasuredOperation<Result> {
  run(): Promise<Result>;
  check(result: Result): void;
}

async function measureDuration<Result>({ run, check }: MeasuredOperation<Result>): Promise<number> {
  const start = performance.now();
  const result = await run();
  const elapsed = performance.now() - start;
  check(result);
  return elapsed;
}

/**
 * Runs pairs of an operation and its floor. Every second pair runs in the reverse order, so the order favours neither.
 */
export async function compareWithFloor<Result, FloorResult>(
  pairCount: number,
  operation: MeasuredOperation<Result>,
  floor: MeasuredOperation<FloorResult>,
): Promise<Comparison> {
  const floors: number[] = [];
  const times: number[] = [];
  for (let pair = 0; pair < pairCount; pair++) {
    if (pair % 2 === 0) floors.push(await measureDuration(floor));
    times.push(await measureDuration(operation));
    if (pair % 2 === 1) floors.push(await measureDuration(floor));
  }
  const ratios = times.map((time, index) => time / (floors[index] ?? Number.NaN));
  return {
    floor: findQuartiles(floors)[1],
    measured: findQuartiles(times)[1],
    ratios: findQuartiles(ratios),
  };
}

function findQuartiles(values: readonly number[]): [lower: number, median: number, upper: number] {
  const sorted = values.toSorted((one, other) => one - other);
  const findQuantile = (share: number) => sorted[Math.round((sorted.length - 1) * share)] ?? Number.NaN;
  return [findQuantile(0.25), findQuantile(0.5), findQuantile(0.75)];
}
