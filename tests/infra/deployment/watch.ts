/** Notes what is asked of AWS, as each service puts it to IAM. */
import type { Upload } from '../../../lib/domain/model/file.ts';
import { createSesClient } from '../../../lib/platform/aws/clients.ts';
import { sesMailer } from '../../../lib/platform/aws/jobs/mailer.ts';
import type { Behaviour, Received } from '../../support/stand-in.ts';
import type { TestWorld } from '../../support/world.ts';
import { ARNS } from './account.ts';
import type { Request } from './policy.ts';

// biome-ignore lint/suspicious/noExplicitAny: the inputs of all calls of three services
type Input = any;

/** The members of the world that note in `requests` what they ask of mail, and what they sign for others to ask. */
export function watch(world: TestWorld, requests: Request[]): Partial<TestWorld> {
  const { environment, objectLinks, uploadPermits } = world;
  const ses = createSesClient(environment);
  ses.middlewareStack.add(
    next => async args => {
      requests.push(...ofMail(args.input));
      return next(args);
    },
    { step: 'initialize' },
  );
  const noted = async (link: Promise<string>) => {
    requests.push(...ofReading(keyIn(new URL(await link))));
    return link;
  };

  return {
    mailer: sesMailer(environment, ses),
    objectLinks: {
      show: (...about) => noted(objectLinks.show(...about)),
      download: (...about) => noted(objectLinks.download(...about)),
    },
    uploadPermits: {
      give: (upload: Upload, until: Date) => {
        requests.push(...onObject('PutObject', upload.key));
        return uploadPermits.give(upload, until);
      },
    },
  };
}

const onItems = (action: string, resource: string, keys: readonly string[]): Request => ({
  action: `dynamodb:${action}`,
  resource,
  context: { 'dynamodb:LeadingKeys': keys },
});

const keyOf = ({ Key, Item }: Input): string => (Key ?? Item).pk.S;

/** All keys of a batch are judged together, and so may be those of a transaction's writes of one kind. */
export function ofTable({ headers, body }: Received): Request[] {
  const operation = String(headers['x-amz-target']).replace(/^.*[.]/, '');
  const input: Input = JSON.parse(body.toString());
  if (operation === 'TransactWriteItems') {
    const parts: [kind: string, part: Input][] = input.TransactItems.flatMap(Object.entries);
    return Object.entries(Object.groupBy(parts, ([kind]) => kind)).map(([kind, alike = []]) =>
      onItems(
        `${kind}Item`,
        ARNS.table,
        alike.map(([, part]) => keyOf(part)),
      ),
    );
  }
  if (operation === 'BatchGetItem') {
    const [{ Keys }] = Object.values(input.RequestItems) as [Input];
    return [
      onItems(
        'BatchGetItem',
        ARNS.table,
        Keys.map(({ pk }: Input) => pk.S),
      ),
    ];
  }
  if (operation === 'Query') {
    const [, pk = ''] = /= (:\w+)/.exec(input.KeyConditionExpression) ?? [];
    return [
      onItems('Query', input.IndexName ? ARNS.index : ARNS.table, [input.ExpressionAttributeValues[pk].S]),
    ];
  }
  return [onItems(operation, ARNS.table, [keyOf(input)])];
}

/** Path style: `/bucket/key`. */
const keyIn = ({ pathname }: URL): string => decodeURIComponent(pathname.split('/').slice(2).join('/'));

export function ofObject({ method, path }: Received): Request[] {
  const url = new URL(path, 'http://any');
  const isListing = (name: string) => url.searchParams.has(name);
  if (isListing('list-type')) return [{ action: 's3:ListBucket', resource: ARNS.bucket, context: {} }];
  if (isListing('versions')) return [{ action: 's3:ListBucketVersions', resource: ARNS.bucket, context: {} }];
  const key = keyIn(url);
  if (method === 'PUT') return onObject('PutObject', key);
  if (method === 'DELETE')
    return onObject(url.searchParams.has('versionId') ? 'DeleteObjectVersion' : 'DeleteObject', key);
  return method === 'POST' ? [] : ofReading(key); // A form is sent by whoever was given it.
}

/** To ask for an object's head takes the permission to get it; to learn that it is gone, the one to list. */
const ofReading = (key: string): Request[] => [
  ...onObject('GetObject', key),
  { action: 's3:ListBucket', resource: ARNS.bucket, context: {} },
];

const onObject = (action: string, key: string): Request[] => [
  { action: `s3:${action}`, resource: ARNS.object(key), context: {} },
];

/** The bucket of this machine keeps no versions; on AWS each object has one. */
export function versionsIn({ path }: Received): Behaviour | undefined {
  const { searchParams } = new URL(path, 'http://any');
  if (!searchParams.has('versions')) return undefined;
  const version = `<Version><Key>${searchParams.get('prefix')}</Key><VersionId>1</VersionId></Version>`;
  return {
    status: 200,
    headers: { 'content-type': 'application/xml' },
    body: `<ListVersionsResult><IsTruncated>false</IsTruncated>${version}</ListVersionsResult>`,
  };
}

/**
 * In its sandbox SES judges by the identities of those who are written to as well. The sender's name is a key of
 * its own to IAM, apart from the address.
 */
function ofMail({ Source, Destination }: Input): Request[] {
  const [, name = '', sender = ''] = /^(.*) <(.*)>$/.exec(Source) ?? [];
  const identities = [sender.replace(/.*@/, ''), ...Destination.ToAddresses].map(ARNS.identity);
  return [...identities, ARNS.mailEvents].map(resource => ({
    action: 'ses:SendEmail',
    resource,
    context: { 'ses:FromAddress': [sender], 'ses:FromDisplayName': [name] },
  }));
}
