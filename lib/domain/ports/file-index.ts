/** Access to all records that own files, and to all files in the bucket (infra/docs/restore.md#orphans). */

export interface OwnedFile {
  readonly key: string;
  /** Key under which the file was received, and where it may still be stored. */
  readonly received?: string;
}

export interface FileIndex {
  /** Lists the files of all records. Reads the whole table. */
  listOwnedFiles(): AsyncIterable<OwnedFile>;
  /** Lists the objects under a prefix, in the order of their keys. */
  listObjects(prefix: string): AsyncIterable<{ readonly key: string; readonly storedAt: Date }>;
}
