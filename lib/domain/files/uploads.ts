/**
 * Uploads of files that exceed the platform's request limit (infra/docs/api/uploads.md): the client uploads the file to
 * the bucket and sends its key in place of the file. A key can be used once, for the purpose that it was issued for.
 */
import { HOUR } from '../../durations.ts';
import type { FieldErrorCode, FieldErrorCodes } from '../errors.ts';
import {
  detectFileType,
  type FileType,
  MAX_FILE_BYTES,
  type NamedUploads,
  type SubmittedFile,
  UPLOAD_PURPOSES,
  type Upload,
  type UploadForm,
  type UploadPurpose,
} from '../model/files/file.ts';
import type { Dependencies } from '../ports/dependencies.ts';

const KEY_VALID_MS = HOUR;
const UPLOADING_MS = 600_000;

/** @returns the presigned POST; `expiresAt` is the deadline of the upload, and the key stays valid for longer */
export async function permitUpload(
  { purpose, contentType, size }: Pick<Upload, 'purpose' | 'contentType' | 'size'>,
  deps: Pick<Dependencies, 'clock' | 'random' | 'uploadPermits'>,
): Promise<Pick<Upload, 'key'> & UploadForm & { readonly expiresAt: Date }> {
  const now = deps.clock.now().getTime();
  const key = `incoming/${purpose}/${deps.random.hex128()}`;
  const until = new Date(now + UPLOADING_MS);
  const validUntil = new Date(now + KEY_VALID_MS).toISOString();
  const form = await deps.uploadPermits.grant({ key, purpose, contentType, size, validUntil }, until);
  return { key, expiresAt: until, ...form };
}

interface Found {
  readonly files: Readonly<Record<string, SubmittedFile>>;
  /** Error codes by field, for the fields with unusable uploads. */
  readonly reasons: FieldErrorCodes;
}

/** Finds the uploads for all given keys. A key that appears twice is an error on the later field. */
export async function findUploads(
  named: NamedUploads,
  purpose: UploadPurpose,
  deps: Pick<Dependencies, 'clock' | 'uploads'>,
): Promise<Found> {
  const fields = Object.entries(named);
  const isAgain = (key: string, position: number) =>
    fields.findIndex(([, other]) => other === key) < position;
  const results = await Promise.all(
    fields.map(async ([field, key], position) => {
      const found = isAgain(key, position) ? 'upload-unusable' : await find(key, purpose, deps);
      return [field, found] as const;
    }),
  );
  const [files, reasons]: [Record<string, SubmittedFile>, Record<string, FieldErrorCode[]>] = [{}, {}];
  for (const [field, found] of results) {
    if (typeof found === 'string') reasons[field] = [found];
    else files[field] = found;
  }
  return { files, reasons };
}

/**
 * Checks one upload. The file is read only once, so that a later upload under the same key cannot replace the checked
 * content.
 * @returns the file, or the error code for the field
 */
async function find(
  key: string,
  purpose: UploadPurpose,
  deps: Pick<Dependencies, 'clock' | 'uploads'>,
): Promise<SubmittedFile | FieldErrorCode> {
  const upload = await deps.uploads.find(key);
  if (upload?.purpose !== purpose || upload.validUntil <= deps.clock.now().toISOString())
    return 'upload-unusable';

  const content = await deps.uploads.read(key, upload.size);
  if (content === undefined) return 'upload-unusable';
  if (typeof content === 'number') return content > MAX_FILE_BYTES ? 'file-too-large' : 'other-size';
  const type = detectFileType(content);
  const { types, errorCode } = UPLOAD_PURPOSES[purpose];
  return type && (types as readonly FileType[]).includes(type) ? { key, content, type } : errorCode;
}
