/**
 * Baseline of a cold start with the AWS SDK: a function that sends one `BatchGetCommand` with the SDK's document
 * client. The client is configured and bundled as in the service's functions. The environment variables are
 * `TABLE_NAME`, `KEYS` (the keys of the items to read, as JSON) and `EMAIL` (the e-mail address that one of the items
 * must have).
 */
import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import { createDynamoClient } from '../../lib/platform/aws/clients.ts';

const { TABLE_NAME = '', KEYS = '', EMAIL } = process.env;
const client = createDynamoClient(process.env);

/** Reads two items. Returns status 200 if both were found, otherwise 500. */
export async function handler(): Promise<{ statusCode: number }> {
  const { Responses = {} } = await client.send(
    new BatchGetCommand({ RequestItems: { [TABLE_NAME]: { Keys: JSON.parse(KEYS), ConsistentRead: true } } }),
  );
  const items = Responses[TABLE_NAME] ?? [];
  const isFound = items.length === 2 && items.some(({ email }) => email === EMAIL);
  return { statusCode: isFound ? 200 : 500 };
}
