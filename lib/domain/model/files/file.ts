/** File types, uploads (infra/docs/api/uploads.md) and scans of identity documents. */
import * as v from 'valibot';
import type { FieldErrorCode } from '../../errors.ts';
import { MAX_FILE_MEGABYTES } from '../../input-limits.ts';
import {
  flagSchema,
  numberSchema,
  optionalTextSchema,
  type Stored,
  textSchema,
} from '../schemas/record-schema.ts';

/**
 * Type of a file, detected from its first bytes, because the sender can choose any name and declared type. The package
 * `file-type` detects these three types in the same way, but would add the detection of a hundred other types to every
 * bundle.
 */
export type FileType = (typeof FILE_TYPES)[number];

export const FILE_TYPES = ['image/jpeg', 'image/png', 'application/pdf'] as const;

const SIGNATURES: readonly (readonly [FileType, Buffer])[] = [
  ['image/jpeg', Buffer.from('ffd8ff', 'hex')],
  ['image/png', Buffer.from('89504e470d0a1a0a', 'hex')],
];

const PDF_SIGNATURE = '%PDF-';

/** Number of bytes within which viewers look for the signature of a PDF. Some programs write other bytes before it. */
const PDF_HEADER_BYTES = 1024;

/**
 * @param start the first bytes of the file; 1,024 are enough
 * @returns undefined for any other type
 */
export function detectFileType(start: Buffer): FileType | undefined {
  const image = SIGNATURES.find(([, signature]) => start.subarray(0, signature.length).equals(signature));
  if (image) return image[0];
  return start.subarray(0, PDF_HEADER_BYTES).includes(PDF_SIGNATURE) ? 'application/pdf' : undefined;
}

export interface FileContent {
  readonly content: Buffer;
  readonly type: string;
}

export const MAX_FILE_BYTES = MAX_FILE_MEGABYTES * 1024 * 1024;

/** Accepted file types for each upload purpose, and the error code for other types. */
export const UPLOAD_PURPOSES = {
  'identity-document': { types: ['image/jpeg', 'image/png'], errorCode: 'not-an-image' },
  'testimony-document': { types: ['application/pdf'], errorCode: 'not-a-pdf' },
} as const satisfies Record<string, { types: readonly FileType[]; errorCode: FieldErrorCode }>;

export type UploadPurpose = keyof typeof UPLOAD_PURPOSES;

export const createUploadSchema = () =>
  v.object({
    key: textSchema,
    purpose: v.picklist(Object.keys(UPLOAD_PURPOSES) as UploadPurpose[]),
    contentType: v.picklist(FILE_TYPES),
    /** Size in bytes. */
    size: numberSchema,
    /** Time at which the upload key expires. The upload form expires earlier. */
    validUntil: textSchema,
  });

/** An upload key and the file that it was issued for. */
export type Upload = Stored<typeof createUploadSchema>;

/** URL and form fields for a browser upload. The file must be the last field of the form. */
export interface UploadForm {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** A file sent in the request, or uploaded earlier under `key`. */
export interface SubmittedFile extends FileContent {
  readonly key?: string;
}

/** Key of a checked upload, and the request field that contained it. The change `upload-used` marks the key as used. */
export interface CheckedUpload {
  readonly field: string;
  readonly key: string;
}

/** Collects the keys of the files that were uploaded before the request. The caller must mark these keys as used. */
export function collectUploads(files: Readonly<Record<string, SubmittedFile>>): CheckedUpload[] {
  return Object.entries(files).flatMap(([field, { key }]) => (key === undefined ? [] : [{ field, key }]));
}

export type NamedUploads = Readonly<Record<string, string>>;

/** Both sides of an expert's identity document, under the field names of the request body. */
export interface SubmittedIdentityScans {
  readonly verificationDocumentFront: SubmittedFile;
  readonly verificationDocumentBack: SubmittedFile;
}

/**
 * Verdict of the malware check on a stored file. `pending`: there is no verdict yet; `unscannable`: the file cannot be
 * scanned, for example because it is encrypted.
 */
export type MalwareVerdict = 'pending' | 'clean' | 'infected' | 'unscannable';

/** A file that is stored under `incoming/`. The ETag identifies the version whose content was checked. */
export interface ReceivedFile {
  readonly key: string;
  readonly etag: string;
  readonly type: string;
}

/** Move of a received file to its permanent key, which a job performs after the commit. */
export interface FileMove {
  readonly from: ReceivedFile;
  readonly to: string;
}

/** Number of days for which unreviewed scans are kept after their submission or a change of the name. */
export const UNREVIEWED_SCAN_RETENTION_DAYS = 180;

export const REJECTED_SCAN_RETENTION_DAYS = 30;

export const SCAN_FLAGS = ['damaged', 'small', 'too-large', 'too-complex'] as const;

const createImageCheckSchema = () =>
  v.object({
    /** Whether the image could be decoded; null when the check was given up. */
    decodes: v.nullable(flagSchema),
    /** Width in pixels; null when the header cannot be read. */
    width: v.nullable(numberSchema),
    height: v.nullable(numberSchema),
    flag: v.nullable(v.picklist(SCAN_FLAGS)),
  });

export const createScanChecksSchema = () =>
  v.object({ front: createImageCheckSchema(), back: createImageCheckSchema() });

export const createScanLocationsSchema = () =>
  v.object({
    front: textSchema,
    back: textSchema,
    /** Keys under which the scans were received. A job moves the scans to the permanent keys. */
    received: v.object({ front: textSchema, back: textSchema }),
    /** Time at which the expert sent the scans; absent from older records. */
    receivedAt: optionalTextSchema,
    /** End of the retention period, which starts with the last submission or decision. */
    keptUntil: textSchema,
    /** Results of the check of both images; missing until the job has run. */
    checks: v.exactOptional(createScanChecksSchema()),
    deletedAt: optionalTextSchema,
  });

/**
 * Result of decoding an image. `flag` tells operators to look closely: `damaged` when the image cannot be decoded
 * completely, `small` when a side has less than 300 pixels, `too-large` when it has more pixels than the check decodes,
 * `too-complex` when decoding it exceeded the limits on memory or time, or when its headers exceed other limits.
 */
export type ImageCheck = Stored<typeof createImageCheckSchema>;

/** Results of the check of both sides of an identity document. */
export type ScanChecks = Stored<typeof createScanChecksSchema>;

/** Permanent keys of an expert's scans. They must not appear in responses or logs. */
export type ScanLocations = Stored<typeof createScanLocationsSchema>;

/** Changes, as parts of a decision (`model/change.ts`). */
export interface FileChanges {
  'upload-used': { readonly upload: CheckedUpload };
}
