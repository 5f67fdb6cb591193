/**
 * Floor of a cold start: one `BatchGetCommand` of the official document client, configured and bundled like those of
 * our functions. `TABLE_NAME` and `KEYS` (JSON) say what to read, `EMAIL` must be found.
 */
import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import { createDynamoClient } from '../../lib/platform/aws/clients.ts';

const { TABLE_NAME = '', KEYS = '', EMAIL } = process.env;
const client = createDynamoClient(process.env);

export async function handler(): Promise<{ statusCode: number }> {
  const { Responses = {} } = await client.send(
    new BatchGetCommand({ RequestItems: { [TABLE_NAME]: { Keys: JSON.parse(KEYS), ConsistentRead: true } } }),
  );
  const items = Responses[TABLE_NAME] ?? [];
  const isFound = items.length === 2 && items.some(({ email }) => email === EMAIL);
  return { statusCode: isFound ? 200 : 500 };
}
