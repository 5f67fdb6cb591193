/**
 * Checks that S3 performs but fauxqs does not, for uploads with a presigned POST and for presigned links: signature,
 * expiry, and every condition of the policy.
 */
import { createHmac } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';

/** Access key id of the local stack, and also its secret access key. */
export const LOCAL_ACCESS_KEY = 'local';

/** Error response of S3. */
export interface S3Rejection {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

type Condition = readonly [operator: string, field: string | number, value: string | number];

interface Policy {
  readonly expiration: string;
  readonly conditions: readonly (Condition | Readonly<Record<string, string>>)[];
}

const rejectAccess = (message: string): S3Rejection => ({ status: 403, code: 'AccessDenied', message });
const rejectPolicy = (reason: string) => rejectAccess(`Invalid according to Policy: ${reason}`);
const WRONG_SIGNATURE: S3Rejection = {
  status: 403,
  code: 'SignatureDoesNotMatch',
  message:
    'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
};
const UNKNOWN_KEY: S3Rejection = {
  status: 403,
  code: 'InvalidAccessKeyId',
  message: 'The AWS Access Key Id you provided does not exist in our records.',
};

/** Returns whether a form may contain a field that the policy does not mention. */
const isFreeField = (name: string) =>
  ['policy', 'x-amz-signature', 'file'].includes(name) || name.startsWith('x-ignore-');

/**
 * Checks the form of an upload. S3 ignores fields after the file, so they are not checked.
 * @param body the body, with its content type
 */
export async function checkUpload(bucket: string, body: Response): Promise<S3Rejection | undefined> {
  const form = await body.formData().catch(() => undefined);
  if (!form) {
    const message = 'The body of your POST request is not well-formed multipart/form-data.';
    return { status: 400, code: 'MalformedPOSTRequest', message };
  }
  const entries = [...form].map(([name, value]) => [name.toLowerCase(), value] as const);
  const end = entries.findIndex(([name]) => name === 'file');
  const file = entries[end]?.[1];
  if (file === undefined) {
    const message = 'POST requires exactly one file upload per request.';
    return { status: 400, code: 'InvalidArgument', message };
  }
  const fields: Record<string, string> = { ...Object.fromEntries(entries.slice(0, end)), bucket };
  const size = typeof file === 'string' ? Buffer.byteLength(file) : file.size;
  return checkFormSignature(fields) ?? checkPolicy(fields, size);
}

function checkFormSignature(fields: Readonly<Record<string, string>>): S3Rejection | undefined {
  const { policy, 'x-amz-credential': credential = '', 'x-amz-signature': signature } = fields;
  if (!policy) return rejectAccess('Access Denied');
  const [accessKey, ...scope] = credential.split('/');
  if (accessKey !== LOCAL_ACCESS_KEY) return UNKNOWN_KEY;
  const sign = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  const signingKey = scope.reduce<string | Buffer>(sign, `AWS4${LOCAL_ACCESS_KEY}`);
  return sign(signingKey, policy).toString('hex') === signature ? undefined : WRONG_SIGNATURE;
}

function checkPolicy(fields: Readonly<Record<string, string>>, size: number): S3Rejection | undefined {
  const policy = Buffer.from(fields.policy ?? '', 'base64').toString();
  // The signature is valid, so the service wrote this policy and its structure needs no check.
  const { expiration, conditions } = JSON.parse(policy) as Policy;
  if (Date.parse(expiration) <= Date.now()) return rejectPolicy('Policy expired.');
  const all = conditions.flatMap(condition =>
    isTuple(condition)
      ? [condition]
      : Object.entries(condition).map(([name, value]): Condition => ['eq', `$${name}`, value]),
  );
  const named = all.map(([, field]) => String(field).slice(1).toLowerCase());
  const extra = Object.keys(fields).filter(name => !isFreeField(name) && !named.includes(name));
  for (const condition of all) {
    const rejection = checkCondition(condition, fields, size);
    if (rejection) return rejection;
  }
  return extra.length > 0 ? rejectPolicy(`Extra input fields: ${extra.join(', ')}`) : undefined;
}

const isTuple = (condition: Policy['conditions'][number]): condition is Condition => Array.isArray(condition);

function checkCondition(
  [operator, field, value]: Condition,
  fields: Readonly<Record<string, string>>,
  size: number,
): S3Rejection | undefined {
  if (operator === 'content-length-range') {
    if (size > Number(value)) {
      const message = 'Your proposed upload exceeds the maximum allowed size';
      return { status: 400, code: 'EntityTooLarge', message };
    }
    const message = 'Your proposed upload is smaller than the minimum allowed size';
    return size < Number(field) ? { status: 400, code: 'EntityTooSmall', message } : undefined;
  }
  const sent = fields[String(field).slice(1).toLowerCase()] ?? '';
  const isMet = operator === 'starts-with' ? sent.startsWith(String(value)) : sent === value;
  return isMet
    ? undefined
    : rejectPolicy(`Policy Condition failed: ${JSON.stringify([operator, field, value])}`);
}

/** Checks a presigned link. A request without a signature in its query is not checked. */
export async function checkLink(method: string, link: URL): Promise<S3Rejection | undefined> {
  const { searchParams } = link;
  const signature = searchParams.get('X-Amz-Signature');
  if (signature === null) return undefined;
  const datetime = searchParams.get('X-Amz-Date') ?? '';
  const [accessKeyId, , region = ''] = (searchParams.get('X-Amz-Credential') ?? '').split('/');
  if (accessKeyId !== LOCAL_ACCESS_KEY) return UNKNOWN_KEY;
  const url = new URL(link);
  url.searchParams.delete('X-Amz-Signature');
  const signer = new AwsV4Signer({
    url: `${url}`,
    method,
    accessKeyId,
    secretAccessKey: LOCAL_ACCESS_KEY,
    service: 's3',
    region,
    datetime,
    signQuery: true,
  });
  if ((await signer.signature()) !== signature) return WRONG_SIGNATURE;
  const signedAt = Date.parse(datetime.replace(/^(....)(..)(..T..)(..)(..)Z$/, '$1-$2-$3:$4:$5Z'));
  const seconds = Number(searchParams.get('X-Amz-Expires'));
  return signedAt + seconds * 1000 < Date.now() ? rejectAccess('Request has expired') : undefined;
}
