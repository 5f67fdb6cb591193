/**
 * Adapter for Lambdas that are not called over HTTP: invoked functions, streams and schedules.
 */
import type { Context, DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { log, withLogContext } from '../log.ts';

/** Creates a handler for direct invocations and schedules. An error that `run` throws fails the invocation. */
export function invocationHandler<Event, Result>(run: (event: Event) => Promise<Result>) {
  return (event: Event, context: Pick<Context, 'awsRequestId'>): Promise<Result> =>
    withLogContext(context.awsRequestId, () => run(event));
}

/**
 * Creates a handler for the table's stream. `run` receives the partition key of each record. When it rejects, the
 * record is reported as failed, and Lambda retries it together with all records after it.
 */
export function streamHandler(run: (pk: string) => Promise<void>) {
  return (
    event: DynamoDBStreamEvent,
    context: Pick<Context, 'awsRequestId'>,
  ): Promise<DynamoDBBatchResponse> =>
    withLogContext(context.awsRequestId, async () => {
      for (const { dynamodb } of event.Records) {
        try {
          const pk = dynamodb?.Keys?.pk?.S;
          if (pk) await run(pk);
        } catch (error) {
          log.error({ event: 'stream.record_failed', error });
          return { batchItemFailures: [{ itemIdentifier: dynamodb?.SequenceNumber ?? '' }] };
        }
      }
      return { batchItemFailures: [] };
    });
}
