/** Direct uploads to the bucket, for files that are too large for a request (infra/docs/api/uploads.md). */

import type { FieldValues } from './build-request.ts';
import type { CreateUploadData, UploadPermit, UploadPurpose } from './generated/types.gen.ts';
import { ProblemError } from './problem.ts';
import type { OnProgress, SendOptions } from './transport.ts';

export interface Uploads {
  /** Requests permission to upload this file. */
  permit(file: Blob, purpose: UploadPurpose, sendOptions?: SendOptions): Promise<UploadPermit>;
  post(permit: UploadPermit, file: Blob, sendOptions?: SendOptions): Promise<void>;
  /** Requests permission and uploads the file. Resolves to the key that replaces the file in a request body. */
  send(file: Blob, purpose: UploadPurpose, sendOptions?: SendOptions): Promise<string>;
}

type UploadRequest = CreateUploadData['body'];

/**
 * Largest total size of the files in a request body, in bytes. A body with files of this size stays below AWS's request
 * size limit, even with Base64 encoding and the other fields.
 */
const MAX_FORM_BYTES = 4_000_000;

/**
 * Time for which the client reuses an upload key, in milliseconds. A key is valid for an hour, and the last ten minutes
 * are reserved for the call that uses the key.
 */
const KEY_LIFETIME_MS = 50 * 60_000;

interface Dependencies {
  readonly permit: (body: UploadRequest, signal: AbortSignal | undefined) => Promise<UploadPermit>;
  readonly post: (url: string, form: FormData, sendOptions: SendOptions) => Promise<void>;
}

export function createUploads({ permit, post }: Dependencies): Uploads {
  const uploads: Uploads = {
    permit: async (file, purpose, { signal } = {}) =>
      permit({ purpose, contentType: await detectContentType(file, purpose), size: file.size }, signal),
    post({ url, fields }, file, sendOptions = {}) {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      form.append('file', file);
      return post(url, form, sendOptions);
    },
    async send(file, purpose, sendOptions = {}) {
      const permission = await uploads.permit(file, purpose, sendOptions);
      await uploads.post(permission, file, sendOptions);
      return permission.key;
    },
  };
  return uploads;
}

const areFilesLarge = (files: readonly (readonly [string, Blob])[]) =>
  files.reduce((sum, [, { size }]) => sum + size, 0) > MAX_FORM_BYTES;

const listFiles = (fields: FieldValues): [field: string, file: Blob][] =>
  Object.entries(fields).filter((entry): entry is [string, Blob] => entry[1] instanceof Blob);

const getPurpose = (fields: FieldValues): UploadPurpose =>
  'document' in fields ? 'testimony-document' : 'identity-document';

/**
 * Creates functions that upload large files and replace them by upload keys. The keys are stored, so a file is not
 * uploaded again after the API rejected the body because of another field.
 */
export function uploadLargeFiles(uploads: Uploads) {
  const uploadedFiles = new WeakMap<Blob, { key: string; expiresAt: number }>();

  async function uploadOnce(
    field: string,
    file: Blob,
    purpose: UploadPurpose,
    sendOptions: SendOptions,
  ): Promise<string> {
    const uploaded = uploadedFiles.get(file);
    if (uploaded && uploaded.expiresAt > Date.now()) return uploaded.key;
    const key = await uploads.send(file, purpose, sendOptions).catch(error => {
      throw moveErrorsToField(field, error);
    });
    uploadedFiles.set(file, { key, expiresAt: Date.now() + KEY_LIFETIME_MS });
    return key;
  }

  return {
    /**
     * Uploads the files if they are too large for a request.
     * @returns the fields with upload keys in place of files; the same object if nothing was uploaded
     */
    async replaceLargeFiles(fields: FieldValues, { signal, onProgress }: SendOptions): Promise<FieldValues> {
      const files = listFiles(fields);
      if (!areFilesLarge(files)) return fields;
      const purpose = getPurpose(fields);
      const createPartProgress = onProgress && combineProgress(files, onProgress);
      const keys = files.map(async ([field, file]) => [
        field,
        await uploadOnce(field, file, purpose, { signal, onProgress: createPartProgress?.(field, file) }),
      ]);
      return { ...fields, ...Object.fromEntries(await Promise.all(keys)) };
    },
    /** Deletes the stored keys of the given fields, because a key is no longer valid after it was used or rejected. */
    forgetKeys(fields: FieldValues, names: readonly string[]): void {
      for (const [field, file] of listFiles(fields)) if (names.includes(field)) uploadedFiles.delete(file);
    },
  };
}

/** Combines the progress of several uploads into one report. */
function combineProgress(files: readonly (readonly [string, Blob])[], onProgress: OnProgress) {
  const loaded = new Map<string, number>();
  const total = files.reduce((sum, [, { size }]) => sum + size, 0);
  return (field: string, { size }: Blob): OnProgress =>
    progress => {
      loaded.set(field, progress.total > 0 ? Math.round((size * progress.loaded) / progress.total) : 0);
      onProgress({ loaded: [...loaded.values()].reduce((sum, value) => sum + value, 0), total });
    };
}

/** Assigns the messages about an upload's size and type to the form field of the file. */
function moveErrorsToField(field: string, error: unknown): unknown {
  if (!(error instanceof ProblemError) || error.status !== 422) return error;
  const messages = Object.values(error.errors).flat();
  return Object.assign(error, { errors: { [field]: messages } });
}

const SIGNATURES = [
  ['ffd8ff', 'image/jpeg'],
  ['89504e47', 'image/png'],
  ['25504446', 'application/pdf'],
] as const;

/**
 * Detects the media type of a file from its first bytes, as the service does.
 * @returns undefined for content that the service accepts for no purpose
 */
export async function detectMediaType(file: Blob): Promise<UploadRequest['contentType'] | undefined> {
  const bytes = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  const start = [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('');
  return SIGNATURES.find(([signature]) => start.startsWith(signature))?.[1];
}

/**
 * Returns the media type to announce for an upload. For unknown content it is a type that the purpose accepts; the
 * service then rejects the file.
 */
async function detectContentType(file: Blob, purpose: UploadPurpose): Promise<UploadRequest['contentType']> {
  const known = await detectMediaType(file);
  return known ?? (purpose === 'testimony-document' ? 'application/pdf' : 'image/jpeg');
}
