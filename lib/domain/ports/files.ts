/** The bucket: scans of identity documents, finished testimonies, uploads ahead of a request, links to show them. */
import type { FileContent, ScanMove, StoredScan, Upload, UploadForm } from '../model/file.ts';

export interface Scans {
  /** Both or none: when one cannot be stored the other is deleted again. */
  receive(files: readonly [FileContent, FileContent]): Promise<[StoredScan, StoredScan]>;
  /** Never rejects: what stays behind expires after a day. */
  discard(scans: readonly StoredScan[]): Promise<void>;
  /** Deletes scans that others have replaced. */
  remove(keys: readonly string[]): Promise<void>;
  /** Moves the very version that was checked to its lasting place. Safe to repeat. */
  moveToPermanent(move: ScanMove): Promise<void>;
}

export interface Objects {
  /** Deletes whatever lies under these keys and behind them, in every version. Safe to repeat. */
  erase(prefixes: readonly string[]): Promise<void>;
}

export interface Documents {
  /** Puts a finished testimony at its lasting place. */
  store(place: string, fileName: string, file: FileContent): Promise<void>;
  /** Deletes what is of no use any more. Never rejects. */
  discard(places: readonly string[]): Promise<void>;
}

/** For how long what was needed is kept (a stage's settings). */
export interface Retention {
  /** Of scans, from the day that they were accepted. */
  readonly scanDays: number;
}

export interface UploadPermits {
  /** Records the key and says where the file goes, which is taken until then. */
  grant(upload: Upload, until: Date): Promise<UploadForm>;
}

export interface Uploads {
  find(key: string): Promise<Upload | undefined>;
  /** What was uploaded: undefined when there is nothing, its true size when that is not `size`. Bytes. */
  read(key: string, size: number): Promise<Buffer | number | undefined>;
}

export interface ObjectLinks {
  /** A link that shows the first of these objects that exists to whoever has it. */
  createViewLink(keys: readonly [string, ...string[]], seconds: number): Promise<string>;
  /** A link that saves the stored PDF under this name. */
  createDownloadLink(key: string, fileName: string, seconds: number): Promise<string>;
}
