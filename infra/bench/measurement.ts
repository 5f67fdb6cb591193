/** Measurement of operations beside their floors: the least work with which the same result could be reached. */
export interface Comparison {
  /** Medians in milliseconds. */
  readonly floor: number;
  readonly measured: number;
  /**
   * Lower quartile, median and upper quartile of the ratios of all pairs, which a busy machine changes less than times.
   */
  readonly ratios: readonly [number, number, number];
}

/** Operation whose result is checked after its time has been taken. */
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

/** Runs an operation and its floor alternately, in the reverse order at every second pair. */
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
