/** Function with the shortest possible cold start: it sends one `BatchGetCommand` with the SDK's document client. */
import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import { createDynamoClient } from '../../lib/platform/aws/clients.ts';

/** `KEYS` contains the keys of two items as JSON, and `EMAIL` the e-mail address that one of the items must have. */
const { TABLE_NAME = '', KEYS = '', EMAIL } = process.env;
const client = createDynamoClient(process.env);

/** Reads two items. Returns status 200 if both were found, otherwise 500. */
export async function handler(): Promise<{ statusCode: number }> {
  const RequestItems = { [TABLE_NAME]: { Keys: JSON.parse(KEYS), ConsistentRead: true } };
  const { Responses = {} } = await client.send(new BatchGetCommand({ RequestItems }));
  const items = Responses[TABLE_NAME] ?? [];
  const isFound = items.length === 2 && items.some(({ email }) => email === EMAIL);
  return { statusCode: isFound ? 200 : 500 };
}
