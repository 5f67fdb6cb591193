/** Notes what is asked of AWS, as each service puts it to IAM. */
import type { Upload } from '../../../lib/domain/model/file.ts';
import { openSes } from '../../../lib/platform/aws/clients.ts';
import { openBucket } from '../../../lib/platform/aws/files/bucket.ts';
import { s3Documents } from '../../../lib/platform/aws/files/documents.ts';
import { s3ObjectLinks } from '../../../lib/platform/aws/files/object-links.ts';
import { s3Scans } from '../../../lib/platform/aws/files/scans.ts';
import { s3Uploads } from '../../../lib/platform/aws/files/uploads.ts';
import { sesMailer } from '../../../lib/platform/aws/jobs/mailer.ts';
import type { TestWorld } from '../../support/world.ts';
import { ARNS } from './account.ts';
import type { Request } from './policy.ts';

// biome-ignore lint/suspicious/noExplicitAny: the inputs of all commands of three services
type Input = any;
type Asking = (command: string, input: Input) => Request[];

/** The members of the world that note in `requests` what they ask of table, bucket and mail. */
export function watch(world: TestWorld, requests: Request[]): Partial<TestWorld> {
  const { environment } = world;
  const [bucket, ses] = [openBucket(environment), openSes(environment)];
  const noting =
    (asking: Asking) =>
    <Args extends { input: object }, Output>(
      next: (args: Args) => Promise<Output>,
      { commandName = '' }: { commandName?: string },
    ) =>
    async (args: Args) => {
      requests.push(...asking(commandName.replace(/Command$/, ''), args.input));
      return next(args);
    };
  world.table.client.middlewareStack.add(noting(ofTable), { step: 'initialize' });
  bucket.s3.middlewareStack.add(noting(ofObject), { step: 'initialize' });
  bucket.s3.middlewareStack.add(withVersions, { step: 'initialize', priority: 'low' });
  ses.middlewareStack.add(noting(ofMail), { step: 'initialize' });

  return {
    mailer: sesMailer(environment, ses),
    documents: s3Documents(bucket),
    scans: s3Scans(bucket),
    uploads: s3Uploads(bucket, world.table),
    objectLinks: s3ObjectLinks(bucket),
    uploadPermits: {
      give: (upload: Upload, until: Date) => {
        requests.push(...ofObject('PutObject', { Key: upload.key })); // Whoever uploads does so in our name.
        return world.uploadPermits.give(upload, until);
      },
    },
  };
}

/** The bucket of this machine keeps no versions; on AWS each object has one. */
const withVersions =
  (next: (args: Input) => Promise<Input>, { commandName }: { commandName?: string }) =>
  async (args: Input) => {
    const answer = await next(args);
    if (commandName !== 'ListObjectVersionsCommand') return answer;
    return {
      ...answer,
      output: { ...answer.output, Versions: [{ Key: args.input.Prefix, VersionId: '1' }] },
    };
  };

const onItems = (action: string, resource: string, keys: readonly string[]): Request => ({
  action: `dynamodb:${action}`,
  resource,
  context: { 'dynamodb:LeadingKeys': keys },
});

const keyOf = ({ Key, Item }: Input): string => (Key ?? Item).pk;

/** All keys of a batch are judged together, and so may be those of a transaction's writes of one kind. */
function ofTable(command: string, input: Input): Request[] {
  if (/^TransactWrite/.test(command)) {
    const parts: [kind: string, part: Input][] = input.TransactItems.flatMap(Object.entries);
    return Object.entries(Object.groupBy(parts, ([kind]) => kind)).map(([kind, alike = []]) =>
      onItems(
        `${kind}Item`,
        ARNS.table,
        alike.map(([, part]) => keyOf(part)),
      ),
    );
  }
  if (/^BatchGet/.test(command)) {
    const [{ Keys }] = Object.values(input.RequestItems) as [Input];
    return [
      onItems(
        'BatchGetItem',
        ARNS.table,
        Keys.map(({ pk }: Input) => pk),
      ),
    ];
  }
  if (command === 'Query') {
    const [, pk = ''] = /= (:\w+)/.exec(input.KeyConditionExpression) ?? [];
    return [
      onItems('Query', input.IndexName ? ARNS.index : ARNS.table, [input.ExpressionAttributeValues[pk]]),
    ];
  }
  return [onItems(command.replace(/(Item)?$/, 'Item'), ARNS.table, [keyOf(input)])];
}

const LISTINGS: Record<string, string> = {
  ListObjectsV2: 's3:ListBucket',
  ListObjectVersions: 's3:ListBucketVersions',
};

/** To ask for an object's head takes the permission to get it; to learn that it is gone, the one to list. */
function ofObject(command: string, { Key, VersionId }: Input): Request[] {
  const listing = LISTINGS[command];
  if (listing) return [{ action: listing, resource: ARNS.bucket, context: {} }];
  if (VersionId) return [{ action: `s3:${command}Version`, resource: ARNS.object(Key), context: {} }];
  const action = command.replace('Head', 'Get');
  const object = { action: `s3:${action}`, resource: ARNS.object(Key), context: {} };
  if (action !== 'GetObject') return [object];
  return [object, { action: 's3:ListBucket', resource: ARNS.bucket, context: {} }];
}

/**
 * In its sandbox SES judges by the identities of those who are written to as well. The sender's name is a key of
 * its own to IAM, apart from the address.
 */
function ofMail(command: string, { Source, Destination }: Input): Request[] {
  const [, name = '', sender = ''] = /^(.*) <(.*)>$/.exec(Source) ?? [];
  const identities = [sender.replace(/.*@/, ''), ...Destination.ToAddresses].map(ARNS.identity);
  return [...identities, ARNS.mailEvents].map(resource => ({
    action: `ses:${command}`,
    resource,
    context: { 'ses:FromAddress': [sender], 'ses:FromDisplayName': [name] },
  }));
}
