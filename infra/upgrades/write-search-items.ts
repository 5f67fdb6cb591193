/**
 * Gives the accounts and testimonies of earlier releases the items by which operators and digests find them
 * (infra/docs/data.md#search-items).
 * Reads the whole table once. Can be repeated, and run while the service is in use.
 */
import { parseArgs } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  PutCommand,
  paginateScan,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type { User } from '../../lib/domain/model/account.ts';
import { listDigestRegions } from '../../lib/domain/model/digest.ts';
import { listSearchKeys } from '../../lib/platform/aws/accounts/search-keys.ts';
import { itemKey, testimonyNumberPartition } from '../../lib/platform/aws/table/keys.ts';
import { withSchemaVersion } from '../../lib/platform/aws/table/schema-version.ts';
import { type Item, ignoreFailedCondition, withoutKeys } from '../../lib/platform/aws/table/table.ts';

const { values } = parseArgs({ options: { table: { type: 'string' }, region: { type: 'string' } } });
const { table: TableName, region } = values;
if (!TableName) throw new Error('Give the name of the table with --table.');

const client = DynamoDBDocumentClient.from(new DynamoDBClient(region ? { region } : {}), {
  marshallOptions: { removeUndefinedValues: true },
});
const written = { accounts: 0, testimonies: 0 };
const pages = paginateScan(
  { client },
  {
    TableName,
    FilterExpression:
      'sk IN (:user, :testimony) OR (begins_with(pk, :client) AND attribute_not_exists(gsi1pk))',
    ExpressionAttributeValues: {
      ':user': 'USER',
      ':testimony': 'TESTIMONY',
      ':client': itemKey.ofClient('', '').pk,
    },
  },
);
for await (const { Items = [] } of pages) {
  for (const item of Items as Item[]) {
    if (item.sk === 'USER') await writeSearchItems(item);
    else if (item.sk === 'TESTIMONY') await writeCreation(item);
    else await listByNumber(item);
  }
}
console.log(`Accounts: ${written.accounts}. Testimonies: ${written.testimonies}.`);

/** Writes the items of an account. Its own writes keep them up to date, so an account that changes now is left out. */
async function writeSearchItems(item: Item): Promise<void> {
  const user = withoutKeys<User>(item);
  const unchanged = {
    TableName,
    Key: itemKey.user(user.id),
    ConditionExpression: 'version = :version',
    ExpressionAttributeValues: { ':version': user.version },
  };
  const keys = [
    ...listSearchKeys(user),
    ...listDigestRegions(user).map(region => itemKey.ofRegion(region, user.id)),
    itemKey.created(user.createdAt, user.role, user.id),
  ];
  const puts = keys.map(key => ({ Put: { TableName, Item: withSchemaVersion(key) } }));
  const command = new TransactWriteCommand({ TransactItems: [{ ConditionCheck: unchanged }, ...puts] });
  try {
    await client.send(command);
    written.accounts += 1;
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'TransactionCanceledException') throw error;
    console.error(`Run the command again: the account ${user.id} has just changed.`);
    process.exitCode = 1;
  }
}

/** Writes the item of a testimony in the month of its creation. */
async function writeCreation({ id, createdAt }: Item): Promise<void> {
  const created = itemKey.created(String(createdAt), 'testimony', String(id));
  await client.send(new PutCommand({ TableName, Item: created }));
}

/** Lists a testimony by its number. */
async function listByNumber({ pk, sk: testimonyId }: Item): Promise<void> {
  const command = new UpdateCommand({
    TableName,
    Key: { pk, sk: testimonyId },
    ConditionExpression: 'attribute_exists(pk)',
    UpdateExpression: 'SET gsi1pk = :number, gsi1sk = :id',
    ExpressionAttributeValues: { ':number': testimonyNumberPartition(testimonyId), ':id': testimonyId },
  });
  if (await ignoreFailedCondition(client.send(command))) written.testimonies += 1;
}
