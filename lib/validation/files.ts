/** Schemas for uploaded files, whose type is read from their first bytes (infra/decisions/0003-file-signatures.md). */
import * as v from 'valibot';
import {
  detectType,
  type FileType,
  MAX_FILE_BYTES,
  UPLOAD_PURPOSES,
  type UploadPurpose,
} from '../domain/model/file.ts';
import { FILE } from './shape.ts';
import { slovak } from './slovak.ts';

/** A file from a multipart form. Its name and declared type are discarded, because the sender controls them. */
export class UploadedFile {
  readonly content: Buffer;

  constructor(content: Buffer) {
    this.content = content;
  }
}

const KEY = /^incoming\/(?<purpose>[a-z-]+)\/[0-9a-f]{32}$/;

const purposeOf = (key: string) => KEY.exec(key)?.groups?.purpose;

/** Creates the schema for the key of an upload, which may be sent in place of a file. */
function keyFor(purpose: UploadPurpose) {
  return v.pipe(
    v.string(slovak.file),
    v.regex(KEY, slovak.file),
    v.check(key => (purposeOf(key) ?? purpose) === purpose, slovak.uploadUnusable),
    v.transform(key => ({ key })),
  );
}

/** Returns the upload key in a file field, from the raw or the parsed value; undefined when there is none. */
export function readUploadKey(value: unknown): string | undefined {
  const key = value instanceof Object && 'key' in value ? value.key : value;
  return typeof key === 'string' && KEY.test(key) ? key : undefined;
}

const MESSAGES = { 'not-an-image': slovak.image, 'not-a-pdf': slovak.pdf } as const;

function fileFor(purpose: UploadPurpose) {
  const { types, errorCode } = UPLOAD_PURPOSES[purpose];
  const isAccepted = (type: FileType | undefined) => types.some(accepted => accepted === type);
  return v.pipe(
    v.instance(UploadedFile, slovak.file),
    v.check(({ content }) => content.length <= MAX_FILE_BYTES, slovak.fileTooLarge),
    v.check(({ content }) => isAccepted(detectType(content)), MESSAGES[errorCode]),
    v.transform(({ content }) => ({ content, type: detectType(content) as FileType })),
  );
}

/** Creates the schema of a file field. Text is validated as a key, other values as a file, so that the messages fit. */
function fileOrKey(purpose: UploadPurpose) {
  const [file, key] = [fileFor(purpose), keyFor(purpose)];
  return v.pipe(
    v.lazy(sent => (typeof sent === 'string' ? key : file)),
    v.metadata(FILE),
  );
}

/** Scan of one side of an identity document. */
export const IdScan = fileOrKey('identity-document');

/** Document of a finished testimony. */
export const TestimonyDocument = fileOrKey('testimony-document');
