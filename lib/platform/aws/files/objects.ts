/**
 * Permanent deletion of objects. The bucket is versioned (infra/resources/buckets.yml), so deleting an object only adds
 * a delete marker. All versions and delete markers are therefore deleted afterwards, one by one. The local S3 emulator
 * has no versions, so there only the deletion of the object has an effect.
 */
import {
  DeleteObjectCommand,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  paginateListObjectsV2,
} from '@aws-sdk/client-s3';
import type { ObjectStore } from '../../../domain/ports/files.ts';
import type { Bucket } from './bucket.ts';

interface Version {
  readonly Key?: string | undefined;
  readonly VersionId?: string | undefined;
}

export function s3ObjectStore(bucket: Bucket): ObjectStore {
  return {
    async erase(prefixes) {
      for (const prefix of prefixes) {
        await remove(bucket, await objectsUnder(bucket, prefix));
        await remove(bucket, await versionsUnder(bucket, prefix));
      }
    },
  };
}

async function remove({ client, name: Bucket }: Bucket, found: readonly Version[]): Promise<void> {
  for (const { Key, VersionId } of found)
    await client.send(new DeleteObjectCommand({ Bucket, Key, VersionId }));
}

async function objectsUnder({ client, name: Bucket }: Bucket, Prefix: string): Promise<Version[]> {
  const found: Version[] = [];
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix }))
    found.push(...Contents.map(({ Key }) => ({ Key })));
  return found;
}

async function versionsUnder({ client, name: Bucket }: Bucket, Prefix: string): Promise<Version[]> {
  const found: Version[] = [];
  let from: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } | undefined = {};
  while (from) {
    const page: ListObjectVersionsCommandOutput = await client.send(
      new ListObjectVersionsCommand({ Bucket, Prefix, ...from }),
    );
    found.push(...(page.Versions ?? []), ...(page.DeleteMarkers ?? []));
    from = page.IsTruncated
      ? { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker }
      : undefined;
  }
  return found;
}
