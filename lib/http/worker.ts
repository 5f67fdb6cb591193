/**
 * The adapter for Lambdas that nobody calls over HTTP: invoked functions, streams and schedules.
 */
import type { Context, DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { log, withLogContext } from '../log.ts';

/** A function invoked with an event of its own; what `run` throws fails the invocation. */
export function invocationHandler<Event, Result>(run: (event: Event) => Promise<Result>) {
  return (event: Event, context: Pick<Context, 'awsRequestId'>): Promise<Result> =>
    withLogContext(context.awsRequestId, () => run(event));
}

/**
 * A reader of the table's stream. `run` gets each new item's partition key; a key it rejects for is
 * reported back, with all after it, and comes again.
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
