/**
 * The one bucket (infra/resources/buckets.yml) and what its stores do with objects in the same way.
 */
import { GetObjectCommand, HeadObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { PermanentFailure } from '../../../domain/errors.ts';
import type { StoredScan } from '../../../domain/model/file.ts';
import { type Environment, required } from '../../environment.ts';
import { openS3 } from '../clients.ts';

export interface Bucket {
  readonly name: string;
  readonly s3: S3Client;
}

export function openBucket(environment: Environment): Bucket {
  return { name: required(environment, 'BUCKET_NAME'), s3: openS3(environment) };
}

/** The very version that was checked; undefined when the object is gone. */
export async function readVersion(
  { s3, name }: Bucket,
  { key, etag }: StoredScan,
): Promise<Uint8Array | undefined> {
  try {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: name, Key: key, IfMatch: etag }));
    return await Body?.transformToByteArray();
  } catch (error) {
    if (isNamed(error, 'NoSuchKey')) return undefined;
    if (isNamed(error, 'PreconditionFailed')) throw new PermanentFailure('a received scan was replaced');
    throw error;
  }
}

export async function exists({ s3, name }: Bucket, key: string): Promise<boolean> {
  try {
    await s3.send(new HeadObjectCommand({ Bucket: name, Key: key }));
    return true;
  } catch (error) {
    if (isNamed(error, 'NotFound')) return false;
    throw error;
  }
}

function isNamed(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name;
}

/** Has a browser save the object under this name, which must be plain ASCII. */
export function savedAs(fileName: string): string {
  return `attachment; filename="${fileName}"`;
}
