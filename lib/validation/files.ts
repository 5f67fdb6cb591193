/** Schemas for uploaded files, whose type is read from their first bytes. */
import * as v from 'valibot';
import {
  detectFileType,
  type FileType,
  MAX_FILE_BYTES,
  UPLOAD_PURPOSES,
  type UploadPurpose,
} from '../domain/model/files/file.ts';
import { getFieldMessage, slovakMessages } from './slovak.ts';
import { FILE_FIELD } from './validate.ts';

/** A file from a multipart form. Its name and declared type are discarded, because the sender controls them. */
export class UploadedFile {
  readonly content: Buffer;

  constructor(content: Buffer) {
    this.content = content;
  }
}

const UPLOAD_KEY = /^incoming\/(?<purpose>[a-z-]+)\/[0-9a-f]{32}$/;

const readPurpose = (key: string) => UPLOAD_KEY.exec(key)?.groups?.purpose;

/** Creates the schema for the key of an upload, which can be sent in place of a file. */
function createKeySchema(purpose: UploadPurpose) {
  return v.pipe(
    v.string(slovakMessages.file),
    v.regex(UPLOAD_KEY, slovakMessages.file),
    v.check(key => (readPurpose(key) ?? purpose) === purpose, slovakMessages.uploadUnusable),
    v.transform(key => ({ key })),
  );
}

/** Returns the upload key in a file field, from the raw or the parsed value; undefined when there is none. */
export function readUploadKey(value: unknown): string | undefined {
  const key = value instanceof Object && 'key' in value ? value.key : value;
  return typeof key === 'string' && UPLOAD_KEY.test(key) ? key : undefined;
}

function createFileSchema(purpose: UploadPurpose) {
  const { types, errorCode } = UPLOAD_PURPOSES[purpose];
  const isAccepted = (type: FileType | undefined) => types.some(acceptedType => acceptedType === type);
  return v.pipe(
    v.instance(UploadedFile, slovakMessages.file),
    v.check(({ content }) => content.length > 0, slovakMessages.fileEmpty),
    v.check(({ content }) => content.length <= MAX_FILE_BYTES, slovakMessages.fileTooLarge),
    v.check(
      ({ content }) => content.length === 0 || isAccepted(detectFileType(content)),
      getFieldMessage(errorCode),
    ),
    v.transform(({ content }) => ({ content, type: detectFileType(content) as FileType })),
  );
}

/**
 * Creates the schema of a file field. Text is validated as an upload key, and other values as a file, so that the error
 * message matches the kind of value that was sent.
 */
function createFileOrKeySchema(purpose: UploadPurpose) {
  const [fileSchema, keySchema] = [createFileSchema(purpose), createKeySchema(purpose)];
  return v.pipe(
    v.lazy(value => (typeof value === 'string' ? keySchema : fileSchema)),
    v.metadata(FILE_FIELD),
  );
}

/** Scan of one side of an identity document. */
export const IdScan = createFileOrKeySchema('identity-document');

export const TestimonyDocument = createFileOrKeySchema('testimony-document');
