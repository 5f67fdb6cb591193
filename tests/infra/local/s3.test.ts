/** Tests of the S3 emulator with presigned uploads and links of the AWS SDK, as the service creates them. */
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBucket } from '../../../infra/local/create-resources.ts';
import { startS3 } from '../../../infra/local/s3.ts';

let s3: Awaited<ReturnType<typeof startS3>>;
const createClient = (secretAccessKey = 'local', accessKeyId = 'local') =>
  new S3Client({
    endpoint: s3.endpoint,
    region: 'eu-central-1',
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
  });

beforeAll(async () => {
  s3 = await startS3();
  await createBucket(s3.endpoint, 'scans');
});
afterAll(() => s3.stop());

const createPermit = (client = createClient(), Expires = 600) =>
  createPresignedPost(client, {
    Bucket: 'scans',
    Key: 'incoming/1',
    Fields: { 'Content-Type': 'image/jpeg' },
    Conditions: [
      ['content-length-range', 4, 4],
      ['eq', '$Content-Type', 'image/jpeg'],
      ['starts-with', '$x-amz-meta-name', 'a'],
    ],
    Expires,
  });

interface Upload {
  readonly change?: Readonly<Record<string, string>>;
  readonly omit?: string;
  readonly content?: string;
  readonly permit?: ReturnType<typeof createPermit>;
  readonly bucket?: string;
}

async function upload({ change, omit = '', content = '1234', permit, bucket = 'scans' }: Upload) {
  const { fields } = await (permit ?? createPermit());
  const form = new FormData();
  for (const [name, value] of Object.entries({ 'x-amz-meta-name': 'a b', ...fields, ...change }))
    if (name !== omit) form.append(name, value);
  if (omit !== 'file') form.append('file', new Blob([content]));
  form.append('after', 'ignored');
  const headers = { origin: 'http://localhost:5173' };
  const response = await fetch(`${s3.endpoint}/${bucket}`, { method: 'POST', body: form, headers });
  expect(response.headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
  return [response.status, /<Code>(\w+)</.exec(await response.text())?.[1]];
}

it.each<[string, Upload]>([
  ['as permitted', {}],
  ['with a field whose name begins with x-ignore-', { change: { 'x-ignore-me': '1' } }],
])('the S3 emulator stores an upload %s', async (_, change) => {
  expect(await upload(change)).toEqual([204, undefined]);
});

it.each<[string, Upload, number, string]>([
  ['another key', { change: { key: 'testimonies/1' } }, 403, 'AccessDenied'],
  ['another bucket', { bucket: 'other' }, 403, 'AccessDenied'],
  ['another media type', { change: { 'Content-Type': 'text/html' } }, 403, 'AccessDenied'],
  ['a field that the policy does not name', { change: { acl: 'public-read' } }, 403, 'AccessDenied'],
  ['no policy', { omit: 'Policy' }, 403, 'AccessDenied'],
  ['another policy', { change: { Policy: 'e30=' } }, 403, 'SignatureDoesNotMatch'],
  ['another signature', { change: { 'X-Amz-Signature': '0'.repeat(64) } }, 403, 'SignatureDoesNotMatch'],
  ['a file that is too large', { content: '12345' }, 400, 'EntityTooLarge'],
  ['an empty file', { content: '' }, 400, 'EntityTooSmall'],
  ['no file', { omit: 'file' }, 400, 'InvalidArgument'],
])('the S3 emulator rejects an upload with %s', async (_, change, status, code) => {
  expect(await upload(change)).toEqual([status, code]);
});

it('the S3 emulator rejects an upload that is not a form', async () => {
  const headers = { 'content-type': 'Multipart/form-data; boundary=x' };
  const body = '--x\r\nContent-Disposition: form-data; name="key"\r\n\r\na\r\n--x\r\n';

  expect((await fetch(`${s3.endpoint}/scans`, { method: 'POST', body, headers })).status).toBe(400);
});

it('the S3 emulator rejects an upload with an expired policy, another secret or an unknown access key', async () => {
  expect(await upload({ permit: createPermit(createClient(), -1) })).toEqual([403, 'AccessDenied']);
  const [stranger, unknown] = [createClient('stolen'), createClient('local', 'other')];
  expect(await upload({ permit: createPermit(stranger) })).toEqual([403, 'SignatureDoesNotMatch']);
  expect(await upload({ permit: createPermit(unknown) })).toEqual([403, 'InvalidAccessKeyId']);
});

it('the S3 emulator serves a presigned link only unchanged and until it expires', async () => {
  const client = createClient();
  const Key = 'testimonies/č 1';
  await client.send(new PutObjectCommand({ Bucket: 'scans', Key, Body: 'content' }));
  const get = new GetObjectCommand({
    Bucket: 'scans',
    Key,
    ResponseContentType: 'application/pdf',
    ResponseContentDisposition: `attachment; filename="a b.pdf"; filename*=UTF-8''%C4%8D%20(1).pdf`,
  });
  const readStatus = async (url: string) => (await fetch(url)).status;
  const link = await getSignedUrl(client, get, { expiresIn: 300 });

  expect(await (await fetch(link)).text()).toBe('content');
  expect(await readStatus(link.replace('application%2Fpdf', 'text%2Fhtml'))).toBe(403);
  expect(await readStatus(link.replace('testimonies', 'journal'))).toBe(403);
  expect(await readStatus(link.replace('X-Amz-Expires=300', 'X-Amz-Expires=3000'))).toBe(403);
  const past = await getSignedUrl(client, get, { expiresIn: 1, signingDate: new Date(Date.now() - 5000) });
  expect(await readStatus(past)).toBe(403);
});
