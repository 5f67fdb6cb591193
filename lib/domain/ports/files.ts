/** Object storage: scans of identity documents, finished testimonies, uploads, and links to stored objects. */

import type { JournalEntry } from '../model/activity/journal.ts';
import type {
  FileContent,
  FileMove,
  ImageCheck,
  MalwareVerdict,
  ReceivedFile,
  Upload,
  UploadForm,
} from '../model/files/file.ts';
import type { DocumentVerdict } from '../model/testimonies/delivered-document.ts';

export interface IdentityScans {
  /** Stores both files. When one file cannot be stored, the other file is deleted. */
  receive(files: readonly [FileContent, FileContent]): Promise<[ReceivedFile, ReceivedFile]>;
  /** Deletes received scans. Never rejects, because remaining scans expire after a day. */
  discard(scans: readonly ReceivedFile[]): Promise<void>;
  /** Moves a scan to its permanent key. Only the version that was checked is moved. Safe to repeat. */
  moveToPermanent(move: FileMove): Promise<void>;
}

export interface ObjectStore {
  /** Deletes all versions of all objects whose keys begin with these prefixes. Safe to repeat. */
  erase(prefixes: readonly string[]): Promise<void>;
}

/** Journal in the bucket. Entries are never changed. */
export interface Journal {
  /** Writes an entry. Does nothing when the entry exists already. */
  record(entry: JournalEntry): Promise<void>;
  /** Lists the entries since a time, oldest first. */
  list(from: string): AsyncIterable<JournalEntry>;
}

export interface DocumentStore {
  receive(fileName: string, file: FileContent): Promise<ReceivedFile>;
  /**
   * Copies a document to its permanent key. Only the version that was checked is copied. The received object is not
   * deleted, because links to it may be in use; it expires. Does nothing when the permanent object exists.
   */
  copyToPermanent(move: FileMove, fileName: string): Promise<void>;
  /** Reads a stored document. Returns undefined when it does not exist. */
  read(place: string): Promise<Buffer | undefined>;
  /** Deletes objects that are no longer needed. Never rejects. */
  discard(places: readonly string[]): Promise<void>;
}

export interface MalwareChecks {
  /**
   * Returns the verdict of the malware check on a stored object. In stages without a malware check, it is `clean`.
   * @returns undefined when the object does not exist
   */
  findVerdict(key: string): Promise<MalwareVerdict | undefined>;
}

export interface FileChecks {
  /**
   * Starts the function that runs these jobs, without waiting for it. Never rejects, because the next sweep starts the
   * jobs that have not run.
   */
  start(jobIds: readonly string[]): Promise<void>;
}

export interface DocumentInspector {
  /**
   * Searches a PDF for defects and active content. A document that cannot be inspected within the limits on time and
   * memory is `too-complex`.
   */
  inspect(content: Buffer): Promise<DocumentVerdict>;
}

export interface ImageInspector {
  /** Decodes a JPEG or PNG completely, within limits on time, memory and pixels. */
  inspect(content: Buffer): Promise<ImageCheck>;
}

/** Retention periods, configured per stage. */
export interface Retention {
  readonly scanDays: number;
}

export interface UploadPermits {
  /** Records the upload key and creates the form for the upload, which is valid until `until`. */
  grant(upload: Upload, until: Date): Promise<UploadForm>;
}

export interface UploadStore {
  find(key: string): Promise<Upload | undefined>;
  /**
   * Reads an uploaded file of `size` bytes.
   * @returns the content; the actual size in bytes if it differs from `size`; undefined if there is no file
   */
  read(key: string, size: number): Promise<Buffer | number | undefined>;
}

export interface ObjectLinks {
  /** Creates a link that shows the object. The link needs no authentication. */
  createViewLink(key: string, seconds: number): Promise<string>;
  /** Creates a link that downloads the stored PDF under this file name. */
  createDownloadLink(key: string, fileName: string, seconds: number): Promise<string>;
}
