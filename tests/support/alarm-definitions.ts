/** Alarms on the metrics of the outbox, as infra/resources/alarms/jobs.yml defines them. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

interface Metric {
  readonly Namespace: string;
  readonly MetricName: string;
  readonly Dimensions: readonly { readonly Name: string; readonly Value: string }[];
}

interface AlarmProperties extends Partial<Metric> {
  readonly Threshold: number;
  readonly Metrics?: readonly {
    readonly Expression?: string;
    readonly MetricStat?: { readonly Metric: Metric };
  }[];
}

/** A log line from which CloudWatch extracts metrics. */
export type MetricLine = Readonly<Record<string, unknown>>;

/**
 * Returns whether an alarm goes off because of a line of metrics.
 * @throws Error when the line lacks a metric of the alarm, or its namespace or dimensions
 */
export function goesOff(alarm: string, line: MetricLine): boolean {
  const { Metrics, Threshold, ...metric } = readAlarm(alarm);
  const metrics = Metrics?.flatMap(({ MetricStat }) => MetricStat?.Metric ?? []) ?? [metric as Metric];
  const ids = Metrics?.find(({ Expression }) => Expression)?.Expression ?? 'MAX([only])';
  if (!/^MAX\(\[[a-z, ]+\]\)$/.test(ids)) throw new Error(`unknown expression ${ids}`);
  return Math.max(...metrics.map(each => readValue(each, line))) > Threshold;
}

function readAlarm(name: string): AlarmProperties {
  const file = new URL('../../infra/resources/alarms/jobs.yml', import.meta.url);
  const text = readFileSync(file, 'utf8').replaceAll(`\${sls:stage}`, 'local');
  return parse(text, { logLevel: 'silent', merge: true }).Resources[name].Properties;
}

function readValue({ Namespace, MetricName, Dimensions }: Metric, line: MetricLine): number {
  const [directive] = (line as { _aws: { CloudWatchMetrics: EmbeddedMetrics[] } })._aws.CloudWatchMetrics;
  const isEmitted =
    directive?.Namespace === Namespace &&
    directive.Metrics.some(({ Name }) => Name === MetricName) &&
    directive.Dimensions[0]?.join() === Dimensions.map(({ Name }) => Name).join() &&
    Dimensions.every(({ Name, Value }) => line[Name] === Value);
  if (!isEmitted) throw new Error(`the log has no metric ${Namespace} ${MetricName}`);
  return Number(line[MetricName]);
}

interface EmbeddedMetrics {
  readonly Namespace: string;
  readonly Dimensions: readonly (readonly string[])[];
  readonly Metrics: readonly { readonly Name: string }[];
}
