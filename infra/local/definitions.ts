/**
 * The table and the bucket, created from the very definitions that deploy to AWS
 * (infra/resources/*.yml), so that there is no second copy to forget.
 */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { dynamodb } from './dynamodb.ts';

type Properties = Record<string, unknown>;

/** What the emulator understands of a table's CloudFormation properties; the rest protects the real one. */
const TABLE_PROPERTIES = [
  'AttributeDefinitions',
  'KeySchema',
  'BillingMode',
  'GlobalSecondaryIndexes',
  'LocalSecondaryIndexes',
];

/**
 * Creates the table with its indexes, stream and expiry. A table that is there already is kept as it is.
 *
 * @param streamed false where nobody reads the stream: with every record that the emulator's streams hold,
 * of all tables, each write takes it longer (after 24,000 of them 9 ms instead of 1)
 */
export async function createTable(endpoint: string, tableName: string, streamed = true): Promise<void> {
  const table = propertiesOf('table.yml', 'AWS::DynamoDB::Table');
  const stream = streamed ? (table.StreamSpecification as Properties | undefined) : undefined;

  try {
    await dynamodb(endpoint, 'CreateTable', {
      ...Object.fromEntries(TABLE_PROPERTIES.filter(name => table[name]).map(name => [name, table[name]])),
      TableName: tableName,
      ...(stream && { StreamSpecification: { ...stream, StreamEnabled: true } }),
    });
  } catch (error) {
    if (String(error).includes('ResourceInUseException')) return;
    throw error;
  }
  if (table.TimeToLiveSpecification) {
    const TimeToLiveSpecification = table.TimeToLiveSpecification;
    await dynamodb(endpoint, 'UpdateTimeToLive', { TableName: tableName, TimeToLiveSpecification });
  }
}

/** Creates the bucket, versioned if the real one is. A bucket that is there already is kept. */
export async function createBucket(endpoint: string, bucketName: string): Promise<void> {
  const bucket = propertiesOf('buckets.yml', 'AWS::S3::Bucket');
  const created = await fetch(`${endpoint}/${bucketName}`, { method: 'PUT' });
  if (!created.ok && created.status !== 409)
    throw new Error(`Cannot create the bucket: ${await created.text()}`);

  const versioning = bucket.VersioningConfiguration as Properties | undefined;
  if (!versioning) return;
  const body = `<VersioningConfiguration><Status>${versioning.Status}</Status></VersioningConfiguration>`;
  await fetch(`${endpoint}/${bucketName}?versioning`, { method: 'PUT', body });
}

function propertiesOf(file: string, type: string): Properties {
  const path = new URL(`../resources/${file}`, import.meta.url);
  const { Resources = {} } = parse(readFileSync(path, 'utf8'), { logLevel: 'silent' }) as {
    Resources?: Record<string, { Type: string; Properties: Properties }>;
  };
  const found = Object.values(Resources).find(resource => resource.Type === type);
  if (!found) throw new Error(`infra/resources/${file} does not define ${type}.`);
  return found.Properties;
}
