/** Uploaded files: what they are is read from their first bytes (infra/decisions/0003-file-signatures.md). */
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

/** A file as a form brings it. Its name and declared type are the sender's claims and are not kept. */
export class UploadedFile {
  readonly content: Buffer;

  constructor(content: Buffer) {
    this.content = content;
  }
}

const KEY = /^incoming\/(?<purpose>[a-z-]+)\/[0-9a-f]{32}$/;

const purposeOf = (key: string) => KEY.exec(key)?.groups?.purpose;

/** Instead of a file: the key of an upload (infra/docs/api/validation.md). */
function keyFor(purpose: UploadPurpose) {
  return v.pipe(
    v.string(slovak.file),
    v.regex(KEY, slovak.file),
    v.check(key => (purposeOf(key) ?? purpose) === purpose, slovak.uploadUnusable),
    v.transform(key => ({ key })),
  );
}

/** The key that stands in the place of a file, as it was sent or as its field has read it. */
export function readUploadKey(value: unknown): string | undefined {
  const key = value instanceof Object && 'key' in value ? value.key : value;
  return typeof key === 'string' && KEY.test(key) ? key : undefined;
}

const MESSAGES = { 'not-an-image': slovak.image, 'not-a-pdf': slovak.pdf } as const;

function fileFor(purpose: UploadPurpose) {
  const { types, refusal } = UPLOAD_PURPOSES[purpose];
  const isWanted = (type: FileType | undefined) => types.some(wanted => wanted === type);
  return v.pipe(
    v.instance(UploadedFile, slovak.file),
    v.check(({ content }) => content.length <= MAX_FILE_BYTES, slovak.fileTooLarge),
    v.check(({ content }) => isWanted(detectType(content)), MESSAGES[refusal]),
    v.transform(({ content }) => ({ content, type: detectType(content) as FileType })),
  );
}

/** Decided by what was sent, so that a file is told what is wrong with it as a file. */
function fileOrKey(purpose: UploadPurpose) {
  const [file, key] = [fileFor(purpose), keyFor(purpose)];
  return v.pipe(
    v.lazy(sent => (typeof sent === 'string' ? key : file)),
    v.metadata(FILE),
  );
}

/** Spec §2.2: a side of an identity document. What it is, its content says. */
export const IdScan = fileOrKey('identity-document');

/** Contract §4: a finished testimony. */
export const TestimonyDocument = fileOrKey('testimony-document');
