/**
 * The one bucket (infra/resources/buckets.yml) and the operations on its objects that the stores share.
 */
import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { DomainError, PermanentFailure } from '../../../domain/errors.ts';
import type { FileContent, StoredScan } from '../../../domain/model/file.ts';
import { type Environment, requireVariable } from '../../environment.ts';
import { createS3Client } from '../clients.ts';

export interface Bucket {
  readonly name: string;
  readonly client: S3Client;
}

/** The client is created at its first use: not every request of a function touches the bucket. */
export function openBucket(environment: Environment): Bucket {
  let client: S3Client | undefined;
  return {
    name: requireVariable(environment, 'BUCKET_NAME'),
    get client() {
      client ??= createS3Client(environment);
      return client;
    },
  };
}

/** @returns the ETag of the stored object */
export async function putObject(
  { name: Bucket, client }: Bucket,
  key: string,
  { content, type }: Pick<FileContent, 'content' | 'type'>,
  headers: { readonly ContentDisposition?: string } = {},
): Promise<string> {
  const { ETag = '' } = await client.send(
    new PutObjectCommand({ ...headers, Bucket, Key: key, Body: content, ContentType: type }),
  );
  return ETag;
}

export async function deleteObject({ name: Bucket, client }: Bucket, key: string): Promise<void> {
  await client.send(new DeleteObjectCommand({ Bucket, Key: key }));
}

/** Reads the version of a scan that was checked when it was received. @returns undefined when the object is gone */
export async function readVersion(
  { name: Bucket, client }: Bucket,
  { key, etag }: StoredScan,
): Promise<Buffer | undefined> {
  try {
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: key, IfMatch: etag }));
    return Body && (await readBody(Body));
  } catch (error) {
    if (hasErrorName(error, 'NoSuchKey')) return undefined;
    if (hasErrorName(error, 'PreconditionFailed')) throw new PermanentFailure('a received scan was replaced');
    throw error;
  }
}

/** Reads an object of exactly `size` bytes. @returns the size of an object of another size, whose content is not read */
export async function readIfSize(
  { name: Bucket, client }: Bucket,
  key: string,
  size: number,
): Promise<Buffer | number> {
  const { Body, ContentLength = 0 } = await client.send(new GetObjectCommand({ Bucket, Key: key }));
  if (Body && ContentLength === size) return readBody(Body);
  (Body as Readable | undefined)?.destroy();
  return ContentLength;
}

/** @throws DomainError `unavailable` when the response breaks off: the client repeats requests until their headers only */
async function readBody(body: { transformToByteArray(): Promise<Uint8Array> }): Promise<Buffer> {
  try {
    return Buffer.from(await body.transformToByteArray());
  } catch (error) {
    throw new DomainError('unavailable', {}, error);
  }
}

export async function objectExists({ name: Bucket, client }: Bucket, key: string): Promise<boolean> {
  try {
    await client.send(new HeadObjectCommand({ Bucket, Key: key }));
    return true;
  } catch (error) {
    if (hasErrorName(error, 'NotFound')) return false;
    throw error;
  }
}

export function hasErrorName(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name;
}

/** Has a browser save the object under this name, which must be plain ASCII. */
export function attachmentDisposition(fileName: string): string {
  return `attachment; filename="${fileName}"`;
}
