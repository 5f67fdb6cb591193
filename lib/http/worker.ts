/**
 * Adapter for Lambdas that are not called over HTTP: invoked functions, streams and schedules.
 */
import type { Context, DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { type TimeLeft, withDeadline } from '../deadline.ts';
import { log, withLogContext } from '../log.ts';

type InvocationContext = Pick<Context, 'awsRequestId'> & TimeLeft;

/**
 * Creates a handler for direct invocations and schedules. An error that `run` throws fails the invocation, and so does a
 * run that does not end before the deadline (lib/deadline.ts).
 */
export function invocationHandler<Event, Result>(run: (event: Event) => Promise<Result>) {
  return (event: Event, context: InvocationContext): Promise<Result> =>
    withLogContext(context.awsRequestId, () => withDeadline(context, () => run(event)));
}

/**
 * Creates a handler for the table's stream. `run` receives the partition key of each record. When it rejects or does not
 * end before the deadline, the record is reported as failed, and Lambda retries it together with all records after it.
 */
export function streamHandler(run: (pk: string) => Promise<void>) {
  return (event: DynamoDBStreamEvent, context: InvocationContext): Promise<DynamoDBBatchResponse> =>
    withLogContext(context.awsRequestId, async () => {
      for (const { dynamodb } of event.Records) {
        try {
          const pk = dynamodb?.Keys?.pk?.S;
          if (pk) await withDeadline(context, () => run(pk));
        } catch (error) {
          log.error({ event: 'stream.record_failed', error });
          return { batchItemFailures: [{ itemIdentifier: dynamodb?.SequenceNumber ?? '' }] };
        }
      }
      return { batchItemFailures: [] };
    });
}
