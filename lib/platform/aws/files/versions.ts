/**
 * Deleting for good. The bucket keeps versions (infra/resources/buckets.yml): to delete an object only hides it
 * behind a marker. The S3 of this machine keeps none and lists none, so there the deletion itself is all.
 */
import {
  DeleteObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  type S3Client,
} from '@aws-sdk/client-s3';
import type { Objects } from '../../../domain/ports/files.ts';
import type { Bucket } from './bucket.ts';

interface Version {
  readonly Key?: string | undefined;
  readonly VersionId?: string | undefined;
}

interface Place {
  readonly s3: S3Client;
  readonly name: string;
}

export function s3Objects({ name }: Bucket, s3: S3Client): Objects {
  const place = { s3, name };
  return {
    async erase(prefixes) {
      for (const prefix of prefixes) {
        await remove(place, await objectsUnder(place, prefix));
        await remove(place, await versionsUnder(place, prefix));
      }
    },
  };
}

async function remove({ s3, name: Bucket }: Place, found: readonly Version[]): Promise<void> {
  for (const { Key, VersionId } of found) await s3.send(new DeleteObjectCommand({ Bucket, Key, VersionId }));
}

async function objectsUnder({ s3, name: Bucket }: Place, Prefix: string): Promise<Version[]> {
  const found: Version[] = [];
  let ContinuationToken: string | undefined;
  do {
    const page = await s3.send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken }));
    found.push(...(page.Contents ?? []).map(({ Key = '' }) => ({ Key })));
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken);
  return found;
}

/** Versions and the markers of deletions. */
async function versionsUnder({ s3, name: Bucket }: Place, Prefix: string): Promise<Version[]> {
  const found: Version[] = [];
  let from: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } | undefined = {};
  while (from) {
    const page: ListObjectVersionsCommandOutput = await s3.send(
      new ListObjectVersionsCommand({ Bucket, Prefix, ...from }),
    );
    found.push(...(page.Versions ?? []), ...(page.DeleteMarkers ?? []));
    from = page.IsTruncated
      ? { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker }
      : undefined;
  }
  return found;
}
