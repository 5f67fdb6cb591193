/** Notes what is asked of the table and of the bucket, in the words of IAM. */
import type { Upload } from '../../../lib/domain/model/file.ts';
import { openBucket } from '../../../lib/platform/aws/files/bucket.ts';
import { s3Documents } from '../../../lib/platform/aws/files/documents.ts';
import { s3ObjectLinks } from '../../../lib/platform/aws/files/object-links.ts';
import { s3Scans } from '../../../lib/platform/aws/files/scans.ts';
import { s3Uploads } from '../../../lib/platform/aws/files/uploads.ts';
import type { TestWorld } from '../../support/world.ts';

interface Use {
  readonly action: string;
  /** A partition of the table with its id, `gsi1`, or a key of the bucket. */
  readonly on: string;
}

type Input = Readonly<Record<string, unknown>>;
interface Keyed {
  readonly pk: string;
}

/** The world with its table and bucket watched, and what has been seen so far. */
export function watch(world: TestWorld): { change: Partial<TestWorld>; uses: Use[] } {
  const uses: Use[] = [];
  const bucket = openBucket(world.environment);
  bucket.s3.middlewareStack.add(
    (next, { commandName = '' }) =>
      async args => {
        // To ask for an object's head takes the permission to get it.
        uses.push({
          action: nameOf(commandName).replace('Head', 'Get'),
          on: String((args.input as Input).Key),
        });
        return next(args);
      },
    { step: 'initialize' },
  );
  world.table.client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async args => {
        uses.push(...usesOf(nameOf(commandName), args.input as Input));
        return next(args);
      },
    { step: 'initialize' },
  );
  const change = {
    documents: s3Documents(bucket),
    scans: s3Scans(bucket),
    uploads: s3Uploads(bucket, world.table),
    objectLinks: s3ObjectLinks(bucket),
    uploadPermits: {
      give: (upload: Upload, until: Date) => {
        uses.push({ action: 'PutObject', on: upload.key }); // Whoever uploads does so in our name.
        return world.uploadPermits.give(upload, until);
      },
    },
  };
  return { change, uses };
}

const nameOf = (commandName: string) => commandName.replace(/Command$/, '');

function usesOf(command: string, input: Input): Use[] {
  if (/^TransactWrite/.test(command)) {
    const writes = (input.TransactItems as Record<string, Input>[]).flatMap(Object.entries<Input>);
    return writes.flatMap(([kind, part]) => usesOf(kind, part));
  }
  if (/^BatchGet/.test(command)) {
    const keys = Object.values(input.RequestItems as Record<string, { Keys: Keyed[] }>).flatMap(t => t.Keys);
    return keys.map(({ pk }) => ({ action: 'BatchGetItem', on: pk }));
  }
  if (command === 'Query') {
    const { ':pk': pk } = input.ExpressionAttributeValues as Record<string, string>;
    return [{ action: 'Query', on: input.IndexName ? 'gsi1' : String(pk) }];
  }
  const { pk } = (input.Key ?? input.Item) as Keyed;
  return [{ action: command.endsWith('Item') ? command : `${command}Item`, on: pk }];
}
