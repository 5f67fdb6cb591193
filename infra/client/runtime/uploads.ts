/** Uploads files straight to the bucket when they are too large for a form (infra/docs/frontends.md#large-files). */

import type { Fields } from './build-request.ts';
import type { CreateUploadData, UploadPermit, UploadPurpose } from './generated/types.gen.ts';
import { ProblemError } from './problem.ts';
import type { OnProgress, SendOptions } from './transport.ts';

export interface Uploads {
  /** Asks for the permission to upload this file. */
  permit(file: Blob, purpose: UploadPurpose, sendOptions?: SendOptions): Promise<UploadPermit>;
  /** Uploads the file. */
  post(permit: UploadPermit, file: Blob, sendOptions?: SendOptions): Promise<void>;
  /** Does both, and resolves to the key to send in the place of the file. */
  send(file: Blob, purpose: UploadPurpose, sendOptions?: SendOptions): Promise<string>;
}

type UploadRequest = CreateUploadData['body'];

/** In bytes. Base64 and the other fields included, a form of this size fits through AWS's gateway. */
const MAX_FORM_BYTES = 4_000_000;

/** In milliseconds. A key works for an hour; the call that uses it needs some of that time. */
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

const listFiles = (fields: Fields): [field: string, file: Blob][] =>
  Object.entries(fields).filter((entry): entry is [string, Blob] => entry[1] instanceof Blob);

const getPurpose = (fields: Fields): UploadPurpose =>
  'document' in fields ? 'testimony-document' : 'identity-document';

/** Replaces files by keys of uploads. A form that is rejected and sent again uploads no file twice. */
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
    /** @returns the fields themselves when their files fit into a form */
    async replaceLargeFiles(fields: Fields, { signal, onProgress }: SendOptions): Promise<Fields> {
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
    /** Forgets the keys of these fields: a key that was used or rejected works no more. */
    forgetKeys(fields: Fields, names: readonly string[]): void {
      for (const [field, file] of listFiles(fields)) if (names.includes(field)) uploadedFiles.delete(file);
    },
  };
}

/** Reports the progress of several uploads as one. */
function combineProgress(files: readonly (readonly [string, Blob])[], onProgress: OnProgress) {
  const loaded = new Map<string, number>();
  const total = files.reduce((sum, [, { size }]) => sum + size, 0);
  return (field: string, { size }: Blob): OnProgress =>
    progress => {
      loaded.set(field, progress.total > 0 ? Math.round((size * progress.loaded) / progress.total) : 0);
      onProgress({ loaded: [...loaded.values()].reduce((sum, value) => sum + value, 0), total });
    };
}

/** Moves messages about the size and type of an upload to the field of the file. */
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

/** Detects the type by the content, as the service does. The service rejects every other content with a message. */
async function detectContentType(file: Blob, purpose: UploadPurpose): Promise<UploadRequest['contentType']> {
  const bytes = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  const start = [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('');
  const known = SIGNATURES.find(([signature]) => start.startsWith(signature));
  return known?.[1] ?? (purpose === 'testimony-document' ? 'application/pdf' : 'image/jpeg');
}
