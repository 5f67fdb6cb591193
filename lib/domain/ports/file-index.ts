/** Walk through all records that own files, and through all files (infra/docs/restore.md#orphans). */

/** A file that a record owns. */
export interface OwnedFile {
  /** Permanent key. */
  readonly key: string;
  /** Key under which the file may still be. */
  readonly received?: string;
}

export interface FileIndex {
  /** Lists the files of all records. Reads the whole table. */
  listOwnedFiles(): AsyncIterable<OwnedFile>;
  /** Lists the objects under a prefix, in the order of their keys. */
  listObjects(prefix: string): AsyncIterable<{ readonly key: string; readonly storedAt: Date }>;
}
