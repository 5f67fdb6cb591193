/**
 * A metric that CloudWatch extracts from the log (embedded metric format) and that an alarm watches
 * (infra/resources/alarms/).
 */
interface Metric {
  readonly name: string;
  readonly value: number;
  readonly unit?: 'Seconds' | 'Count';
}

export function emitMetrics(metrics: readonly Metric[]): void {
  const definitions = metrics.map(({ name: Name, unit: Unit }) => ({ Name, ...(Unit && { Unit }) }));
  const line = {
    _aws: {
      Timestamp: Date.now(),
      CloudWatchMetrics: [{ Namespace: 'Testimony', Dimensions: [['Stage']], Metrics: definitions }],
    },
    Stage: process.env.STAGE,
    ...Object.fromEntries(metrics.map(({ name, value }) => [name, value])),
  };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
