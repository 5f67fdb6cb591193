/** Uploaded files: what they are is read from their first bytes (infra/decisions/0003-file-signatures.md). */
import * as v from 'valibot';
import { type FileType, LARGEST_FILE, typeOf } from '../domain/model/file.ts';
import { slovak } from './slovak.ts';

/** A file as a form brings it. Its name and declared type are the sender's claims and are not kept. */
export class UploadedFile {
  readonly content: Buffer;

  constructor(content: Buffer) {
    this.content = content;
  }
}

const KEY = /^incoming\/[a-z-]+\/[0-9a-f]{32}$/;

/** Instead of a file: the key of an upload (contract §5). */
const UploadKey = v.pipe(
  v.string(slovak.file),
  v.regex(KEY, slovak.file),
  v.transform(key => ({ key })),
);

/** The key that stands in the place of a file, as it was sent or as its field has read it. */
export function uploadKeyIn(value: unknown): string | undefined {
  const key = value instanceof Object && 'key' in value ? value.key : value;
  return typeof key === 'string' && KEY.test(key) ? key : undefined;
}

function fileOf(types: readonly FileType[], message: string) {
  const isWanted = (type: FileType | undefined): type is FileType =>
    type !== undefined && types.includes(type);
  return v.pipe(
    v.instance(UploadedFile, slovak.file),
    v.check(({ content }) => content.length <= LARGEST_FILE, slovak.fileTooLarge),
    v.check(({ content }) => isWanted(typeOf(content)), message),
    v.transform(({ content }) => ({ content, type: typeOf(content) as FileType })),
  );
}

/** Decided by what was sent, so that a file is told what is wrong with it as a file. */
function fileOrKey(file: ReturnType<typeof fileOf>) {
  return v.lazy(sent => (typeof sent === 'string' ? UploadKey : file));
}

/** Spec §2.2: a side of an identity document. What it is, its content says. */
export const IdScan = fileOrKey(fileOf(['image/jpeg', 'image/png'], slovak.image));

/** Contract §4: a finished testimony. */
export const TestimonyDocument = fileOrKey(fileOf(['application/pdf'], slovak.pdf));
