/** Adapter for Lambdas that are not called over HTTP: invoked functions, streams and schedules. */
import type {
  AttributeValue,
  Context,
  DynamoDBBatchResponse,
  DynamoDBRecord,
  DynamoDBStreamEvent,
} from 'aws-lambda';
import { type TimeLeft, withDeadline } from '../deadline.ts';
import type { FailedRun } from '../domain/queue/lanes.ts';
import { log, withLogContext } from '../log.ts';

type InvocationContext = Pick<Context, 'awsRequestId'> & TimeLeft;

/**
 * Creates a handler for direct invocations and schedules. `run` receives the event and a function that returns the time
 * until the function is stopped, in milliseconds. The invocation fails if `run` throws an error or does not end before
 * the deadline (lib/deadline.ts).
 */
export function invocationHandler<Event, Result>(
  run: (event: Event, getRemainingMs: () => number) => Promise<Result>,
) {
  return (event: Event, context: InvocationContext): Promise<Result> => {
    const getRemainingMs = () => context.getRemainingTimeInMillis?.() ?? Number.POSITIVE_INFINITY;
    return withLogContext(context.awsRequestId, () =>
      withDeadline(context, () => run(event, getRemainingMs)),
    );
  };
}

/** Logs failed runs, and throws the first of their errors, so that the failed invocation sets off an alarm. */
export function reportFailedRuns(event: string, failed: readonly FailedRun[]): void {
  for (const { id: jobId, error } of failed) log.error({ event, jobId, error });
  const [first] = failed;
  if (first) throw first.error;
}

export interface StreamedItem {
  readonly pk: string;
  readonly sk: string;
  /** Text members of a job's task. */
  readonly task: Readonly<Record<string, string>>;
  /** Verdict of a check of files, in the format of the stream. */
  readonly verdict?: AttributeValue;
}

export interface FailedItem {
  readonly pk: string;
  readonly error: unknown;
}

/**
 * Creates a handler for the table's stream. `run` receives the items of a batch and returns the partition keys whose
 * records have failed. The first of these records is reported, and Lambda retries it together with all records after
 * it. When `run` rejects or does not end before the deadline (lib/deadline.ts), the whole batch is retried.
 */
export function streamHandler(run: (items: readonly StreamedItem[]) => Promise<readonly FailedItem[]>) {
  return (event: DynamoDBStreamEvent, context: InvocationContext): Promise<DynamoDBBatchResponse> =>
    withLogContext(context.awsRequestId, async () => {
      const items = event.Records.flatMap(readItem);
      const failed = await withDeadline(context, () => run(items)).catch(error =>
        items.map(({ pk }) => ({ pk, error })),
      );
      for (const { error } of failed) log.error({ event: 'stream.record_failed', error });
      const failedKeys = new Set(failed.map(({ pk }) => pk));
      const first = event.Records.find(({ dynamodb }) => failedKeys.has(dynamodb?.Keys?.pk?.S ?? ''));
      if (!first) return { batchItemFailures: [] };
      return { batchItemFailures: [{ itemIdentifier: first.dynamodb?.SequenceNumber ?? '' }] };
    });
}

function readItem({ dynamodb }: DynamoDBRecord): StreamedItem[] {
  const { Keys, NewImage } = dynamodb ?? {};
  const pk = Keys?.pk?.S;
  if (!pk) return [];
  const { task, verdict } = NewImage ?? {};
  const sk = Keys.sk?.S ?? '';
  return [{ pk, sk, task: selectTexts(task?.M ?? {}), ...(verdict && { verdict }) }];
}

function selectTexts(members: Readonly<Record<string, AttributeValue>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, { S }]) => (S === undefined ? [] : [[name, S]])),
  );
}
