/** Tests of the files in the S3 bucket and of presigned uploads (infra/docs/api/uploads.md). */
import { beforeEach, describe, expect, it } from 'vitest';
import { findCleanKey } from '../../../../../lib/domain/files/malware.ts';
import { openBucket } from '../../../../../lib/platform/aws/files/bucket.ts';
import { s3MalwareVerdicts } from '../../../../../lib/platform/aws/files/malware-verdicts.ts';
import { s3ObjectStore } from '../../../../../lib/platform/aws/files/objects.ts';
import { s3IdentityScans } from '../../../../../lib/platform/aws/files/scans.ts';
import { readOutput } from '../../../../support/captured-log.ts';
import { ACCESS_DENIED, startFakeServer } from '../../../../support/fake-server.ts';
import { listObjectKeys } from '../../../../support/inspect-store.ts';
import { openDependencies, type TestDependencies } from '../../../../support/test-dependencies.ts';

const PNG = { content: Buffer.from('89504e470d0a1a0a00', 'hex'), type: 'image/png' };

let deps: TestDependencies;

beforeEach(async () => {
  deps = await openDependencies();
});

/** Starts a bucket that always returns this response and records the requests to it. */
async function startFakeBucket(status: number, headers: Record<string, string> = {}, body = '') {
  const { url, calls } = await startFakeServer(() => ({ status, headers, body }));
  return {
    bucket: openBucket({ BUCKET_NAME: 'any', AWS_REGION: 'eu-central-1', AWS_ENDPOINT_URL_S3: url }),
    calls,
  };
}

it('an identity document has a random 128-bit key and keeps its content type when it is moved', async () => {
  const [front, back] = await deps.identityScans.receive([PNG, PNG]);

  expect([front, back].map(({ type }) => type)).toEqual(['image/png', 'image/png']);
  for (const { key } of [front, back]) expect(key).toMatch(/^incoming\/identity-document\/[0-9a-f]{32}$/);
  await deps.identityScans.moveToPermanent({ from: front, to: 'identity-documents/1/front' });
  await deps.identityScans.moveToPermanent({ from: front, to: 'identity-documents/1/front' });
  expect(await listObjectKeys(deps)).toEqual(['identity-documents/1/front', back.key]);
  const shown = await fetch(await deps.objectLinks.createViewLink('identity-documents/1/front', 60));
  expect(shown.headers.get('content-type')).toBe('image/png');
});

it('an identity document that was replaced after its check is not moved', async () => {
  const replaced = '<Error><Code>PreconditionFailed</Code></Error>';
  const { bucket, calls } = await startFakeBucket(412, { 'content-type': 'application/xml' }, replaced);
  const move = {
    from: { key: 'incoming/1', etag: '"checked"', type: 'image/png' },
    to: 'identity-documents/1',
  };

  await expect(s3IdentityScans(bucket).moveToPermanent(move)).rejects.toMatchObject({
    message: 'a received file was replaced',
  });

  expect(calls.map(({ method, headers }) => [method, headers['if-match']])).toEqual([['GET', '"checked"']]);
});

it.each([
  [204, 0],
  [403, 1],
])(
  'the deletion of an identity document when S3 returns %i logs %i cleanup failures',
  async (status, lines) => {
    const { bucket, calls } = await startFakeBucket(status);
    const before = readOutput().length;

    await s3IdentityScans(bucket).discard([{ key: 'incoming/1', etag: '"0"', type: 'image/png' }]);

    expect(calls.map(({ method, path }) => [method, path.split('?')[0]])).toEqual([
      ['DELETE', '/any/incoming/1'],
    ]);
    expect(readOutput().slice(before).split('scan.cleanup_failed')).toHaveLength(lines + 1);
  },
);

it('the move of an identity document fails permanently when the document does not exist', async () => {
  const from = { key: 'incoming/none', etag: '"0"', type: 'image/png' };

  await expect(
    deps.identityScans.moveToPermanent({ from, to: 'identity-documents/none' }),
  ).rejects.toMatchObject({
    name: 'PermanentFailure',
    message: 'a received scan is gone',
  });
});

it('the move of an identity document rethrows AccessDenied instead of reporting that the document is gone', async () => {
  const { url } = await startFakeServer(() => ACCESS_DENIED);
  const bucket = openBucket({ BUCKET_NAME: 'any', AWS_REGION: 'eu-central-1', AWS_ENDPOINT_URL_S3: url });
  const from = { key: 'incoming/1', etag: '"0"', type: 'image/png' };

  await expect(s3IdentityScans(bucket).moveToPermanent({ from, to: 'x' })).rejects.toMatchObject({
    name: 'AccessDenied',
  });
});

it('the malware verdict is that of the first key whose object exists', async () => {
  const [stored] = await deps.identityScans.receive([PNG, PNG]);

  expect(await findCleanKey(['none', stored.key], deps)).toBe(stored.key);
  await expect(findCleanKey(['none', 'nor this'], deps)).rejects.toMatchObject({ code: 'not-scanned-yet' });
});

it.each([
  ['NO_THREATS_FOUND', 'clean'],
  ['THREATS_FOUND', 'infected'],
  ['UNSUPPORTED', 'unscannable'],
  ['ACCESS_DENIED', 'pending'],
  ['FAILED', 'pending'],
  ['of a future release', 'pending'],
])('the malware verdict for the tag value %s is %s', async (value, verdict) => {
  const tag = `<Tag><Key>GuardDutyMalwareScanStatus</Key><Value>${value}</Value></Tag>`;
  const tagging = `<Tagging><TagSet>${tag}</TagSet></Tagging>`;
  const { bucket } = await startFakeBucket(200, { 'content-type': 'application/xml' }, tagging);

  expect(await s3MalwareVerdicts(bucket, { MALWARE_SCAN: 'true' }).findVerdict('any')).toBe(verdict);
  expect(await s3MalwareVerdicts(bucket, { MALWARE_SCAN: 'false' }).findVerdict('any')).toBe('clean');
});

describe('the erasure of objects', () => {
  const page = (truncated: boolean, versions: string) =>
    `<ListVersionsResult><IsTruncated>${truncated}</IsTruncated><NextKeyMarker>a/1</NextKeyMarker><NextVersionIdMarker>v2</NextVersionIdMarker>${versions}</ListVersionsResult>`;
  const version = (id: string, kind = 'Version') =>
    `<${kind}><Key>a/1</Key><VersionId>${id}</VersionId></${kind}>`;

  /** Responds like a versioned S3 bucket whose versions and delete markers fill two pages. */
  const respondTo = (method: string, path: string): string => {
    if (method === 'DELETE') return '';
    if (!path.includes('versions'))
      return '<ListBucketResult><Contents><Key>a/1</Key></Contents></ListBucketResult>';
    return path.includes('key-marker=a%2F1') && path.includes('version-id-marker=v2')
      ? page(false, version('v1'))
      : page(true, `${version('v3', 'DeleteMarker')}${version('v2')}`);
  };

  it('the erasure of objects deletes every version and every delete marker below the prefix, page by page', async () => {
    const { url, calls } = await startFakeServer(({ method, path }) => ({
      status: method === 'DELETE' ? 204 : 200,
      headers: { 'content-type': 'application/xml' },
      body: respondTo(method, path),
    }));
    const environment = { BUCKET_NAME: 'any', AWS_REGION: 'eu-central-1', AWS_ENDPOINT_URL_S3: url };

    await s3ObjectStore(openBucket(environment)).erase(['a/']);

    const deleted = calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path);
    expect(deleted.map(path => /versionId=(\w+)/.exec(path)?.[1])).toEqual([undefined, 'v2', 'v3', 'v1']);
    expect(deleted.every(path => path.startsWith('/any/a/1'))).toBe(true);
    const lists = calls.filter(({ method }) => method === 'GET').map(({ path }) => path);
    expect(lists.filter(path => !path.includes('prefix=a%2F'))).toEqual([]);
  });
});
