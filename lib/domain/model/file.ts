/**
 * Files (infra/docs/api/conventions.md): what they are by their content, uploads of them ahead of a request, and
 * the scans of identity documents.
 */
import type { FieldErrorCode } from '../errors.ts';

/**
 * What a file is, by its content (infra/docs/api/conventions.md): its name and declared type prove nothing.
 * Why there is no library here: infra/decisions/0003-file-signatures.md.
 */
export type FileType = 'image/jpeg' | 'image/png' | 'application/pdf';

const SIGNATURES: readonly (readonly [FileType, Buffer])[] = [
  ['image/jpeg', Buffer.from('ffd8ff', 'hex')],
  ['image/png', Buffer.from('89504e470d0a1a0a', 'hex')],
  ['application/pdf', Buffer.from('%PDF-')],
];

/** @param start the first bytes of the file, 16 are enough */
export function detectType(start: Buffer): FileType | undefined {
  return SIGNATURES.find(([, signature]) => start.subarray(0, signature.length).equals(signature))?.[0];
}

/** A file as it came, and its type as its content tells. */
export interface FileContent {
  readonly content: Buffer;
  readonly type: string;
}

/** Bytes. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** What each purpose takes, and how it says no to anything else. */
export const UPLOAD_PURPOSES = {
  'identity-document': { types: ['image/jpeg', 'image/png'], refusal: 'not-an-image' },
  'testimony-document': { types: ['application/pdf'], refusal: 'not-a-pdf' },
} as const satisfies Record<string, { types: readonly FileType[]; refusal: FieldErrorCode }>;

export type UploadPurpose = keyof typeof UPLOAD_PURPOSES;

/** A key that was given for one file, and the file it was given for. */
export interface Upload {
  readonly key: string;
  readonly purpose: UploadPurpose;
  readonly contentType: FileType;
  /** Bytes. */
  readonly size: number;
  /** When the key ends. Uploading ends sooner. */
  readonly expiresAt: Date;
}

/** Where and how a browser sends the file: a form with these fields and the file last. */
export interface UploadForm {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** A file that came with the request, or was uploaded before it under `key` and read once. */
export interface SubmittedFile extends FileContent {
  readonly key?: string;
}

/** An upload that was found right, and will be used up under `field`. */
export interface CheckedUpload {
  readonly field: string;
  readonly key: string;
}

/** The part of a form that names uploads: field → key. */
export type NamedUploads = Readonly<Record<string, string>>;

/** Both sides of an identity document, as an expert's forms name them. */
export interface SubmittedDocuments {
  readonly verificationDocumentFront: SubmittedFile;
  readonly verificationDocumentBack: SubmittedFile;
}

/** A stored object and the version of it that was checked. */
export interface StoredScan {
  readonly key: string;
  readonly etag: string;
  readonly type: string;
}

export interface ScanMove {
  readonly from: StoredScan;
  readonly to: string;
}

/** Where an expert's scans lie for good. Never part of an answer or a log line. */
export interface ScanLocations {
  readonly front: string;
  readonly back: string;
  /** Where they lie until the job has moved them. */
  readonly received: { readonly front: string; readonly back: string };
  /** Once they were accepted: how long they are kept for. */
  readonly keptUntil?: string;
  /** Nothing lies there any more. */
  readonly deletedAt?: string;
}
