/**
 * The one bucket (infra/resources/buckets.yml) and what its stores do with objects in the same way.
 */
import { escapeUri } from '@smithy/core/protocols';
import { PermanentFailure } from '../../../domain/errors.ts';
import type { FileContent, StoredScan } from '../../../domain/model/file.ts';
import { type Environment, required } from '../../environment.ts';
import { openObjects, placeOf } from '../services.ts';
import type { Call, Reply } from '../signed-calls.ts';

export interface Bucket {
  readonly name: string;
  /** @throws {AwsError} */
  ask(method: 'GET' | 'HEAD' | 'PUT' | 'DELETE', key: string, call?: Omit<Call, 'path'>): Promise<Reply>;
}

export function openBucket(environment: Environment): Bucket {
  const name = required(environment, 'BUCKET_NAME');
  const call = openObjects(environment, name);
  const { root } = placeOf(environment, name);
  const pathOf = (key: string) => root + key.split('/').map(escapeUri).join('/');
  return { name, ask: (method, key, rest) => call({ ...rest, method, path: pathOf(key) }) };
}

/** @param headers to be given to whoever gets the object. @returns the ETag of what is stored */
export async function store(
  bucket: Bucket,
  key: string,
  { content, type }: Pick<FileContent, 'content' | 'type'>,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const stored = await bucket.ask('PUT', key, {
    headers: { ...headers, 'content-type': type },
    body: content,
  });
  return stored.headers.etag ?? '';
}

export async function remove(bucket: Bucket, key: string): Promise<void> {
  await bucket.ask('DELETE', key);
}

/** The very version that was checked; undefined when the object is gone. */
export async function readVersion(bucket: Bucket, { key, etag }: StoredScan): Promise<Buffer | undefined> {
  try {
    return (await bucket.ask('GET', key, { headers: { 'if-match': etag } })).body;
  } catch (error) {
    if (isNamed(error, 'NoSuchKey')) return undefined;
    if (isNamed(error, 'PreconditionFailed')) throw new PermanentFailure('a received scan was replaced');
    throw error;
  }
}

export async function exists(bucket: Bucket, key: string): Promise<boolean> {
  try {
    await bucket.ask('HEAD', key);
    return true;
  } catch (error) {
    // To that question S3 answers without words.
    if (isNamed(error, 'HTTP 404')) return false;
    throw error;
  }
}

export function isNamed(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name;
}

/** Has a browser save the object under this name, which must be plain ASCII. */
export function savedAs(fileName: string): string {
  return `attachment; filename="${fileName}"`;
}
