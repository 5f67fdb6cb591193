/** The S3 bucket (infra/resources/buckets.yml) and the object operations that the stores share. */
import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  PutObjectCommand,
  type PutObjectCommandInput,
  type S3Client,
} from '@aws-sdk/client-s3';
import { DomainError, PermanentFailure } from '../../../domain/errors.ts';
import type { FileContent, ReceivedFile } from '../../../domain/model/files/file.ts';
import { type Environment, requireVariable } from '../../environment.ts';
import { createS3Client } from '../clients.ts';

export interface Bucket {
  readonly name: string;
  readonly client: S3Client;
}

/** Opens the bucket. The client is created on first use, because not every request of a function uses the bucket. */
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

/** Maximum number of attempts to store an object while responses have no ETag. */
const PUT_ATTEMPTS = 2;

/**
 * Stores an object. A response without an ETag does not come from S3 (it may be an empty 200 of a proxy), so the object
 * may not be stored, and the request is repeated.
 * @returns the ETag of the stored object
 * @throws DomainError `unavailable` when no response has an ETag
 */
export async function putObject(
  { name: Bucket, client }: Bucket,
  key: string,
  { content, type }: Pick<FileContent, 'content' | 'type'>,
  headers: Pick<PutObjectCommandInput, 'ContentDisposition' | 'IfNoneMatch'> = {},
): Promise<string> {
  for (let attempt = 0; attempt < PUT_ATTEMPTS; attempt++) {
    const { ETag } = await client.send(
      new PutObjectCommand({ ...headers, Bucket, Key: key, Body: content, ContentType: type }),
    );
    if (ETag) return ETag;
  }
  throw new DomainError('unavailable');
}

export async function deleteObject({ name: Bucket, client }: Bucket, key: string): Promise<void> {
  await client.send(new DeleteObjectCommand({ Bucket, Key: key }));
}

/**
 * Reads the version of a received file that was checked on receipt.
 * @returns undefined when the object does not exist
 * @throws PermanentFailure when the object has been replaced since it was checked
 */
export async function readVersion(bucket: Bucket, { key, etag }: ReceivedFile): Promise<Buffer | undefined> {
  try {
    return await readObject(bucket, key, etag);
  } catch (error) {
    if (hasErrorName(error, 'PreconditionFailed')) throw new PermanentFailure('a received file was replaced');
    throw error;
  }
}

/**
 * Reads an object if it has exactly `size` bytes.
 * @returns the content; the object's actual size if it differs from `size`, without reading the content; undefined if
 * the object does not exist
 */
export async function readObjectOfSize(
  { name: Bucket, client }: Bucket,
  key: string,
  size: number,
): Promise<Buffer | number | undefined> {
  const object = await unlessMissing(client.send(new GetObjectCommand({ Bucket, Key: key })));
  if (!object) return undefined;
  const { Body, ContentLength = 0 } = object;
  if (Body && ContentLength === size) return readBody(Body);
  (Body as Readable | undefined)?.destroy();
  return ContentLength;
}

/**
 * Reads an object. Returns undefined when it does not exist.
 * @param etag the version that the object must have
 */
export async function readObject(
  { name: Bucket, client }: Bucket,
  key: string,
  etag?: string,
): Promise<Buffer | undefined> {
  const object = await unlessMissing(
    client.send(new GetObjectCommand({ Bucket, Key: key, ...(etag && { IfMatch: etag }) })),
  );
  return object?.Body && readBody(object.Body);
}

/** Waits for a read and returns its result, or undefined if the object does not exist. */
const unlessMissing = <Result>(read: Promise<Result>): Promise<Result | undefined> =>
  read.catch(error => {
    if (hasErrorName(error, 'NoSuchKey')) return undefined;
    throw error;
  });

/**
 * Reads a response body to its end. The SDK does not retry a failure in the body, because it retries a request only
 * until the response headers arrive.
 * @throws DomainError `unavailable` when reading fails
 */
async function readBody(body: { transformToByteArray(): Promise<Uint8Array> }): Promise<Buffer> {
  try {
    return Buffer.from(await body.transformToByteArray());
  } catch (error) {
    throw new DomainError('unavailable', {}, error);
  }
}

/**
 * Reads the tags of an object. While a file is not scanned, the bucket's policy denies access to its content, but the
 * tags can be read (infra/resources/malware-scan.yml).
 * @returns undefined when the object does not exist
 */
export async function readTags(
  { name: Bucket, client }: Bucket,
  key: string,
): Promise<Readonly<Record<string, string>> | undefined> {
  const found = await unlessMissing(client.send(new GetObjectTaggingCommand({ Bucket, Key: key })));
  return found && Object.fromEntries((found.TagSet ?? []).map(({ Key = '', Value = '' }) => [Key, Value]));
}

export function hasErrorName(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name;
}

/** Builds a Content-Disposition header that makes browsers save the object under `fileName`, which must be ASCII. */
export function createAttachmentDisposition(fileName: string): string {
  return `attachment; filename="${fileName}"`;
}
