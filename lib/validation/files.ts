/** Uploaded files: what they are is read from their first bytes (infra/decisions/0003-file-signatures.md). */
import * as v from 'valibot';
import { slovak } from './slovak.ts';

const TEN_MEGABYTES = 10 * 1024 * 1024;

const SIGNATURES = {
  'image/jpeg': Buffer.from([0xff, 0xd8, 0xff]),
  'image/png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  'application/pdf': Buffer.from('%PDF-'),
} as const;

type FileType = keyof typeof SIGNATURES;

/** A file as a form brings it. Its name and declared type are the sender's claims and are not kept. */
export class UploadedFile {
  readonly content: Buffer;

  constructor(content: Buffer) {
    this.content = content;
  }
}

/** Undefined when the content is none of the types we know. */
function typeOf(content: Buffer): FileType | undefined {
  const types = Object.keys(SIGNATURES) as FileType[];
  return types.find(type => content.subarray(0, SIGNATURES[type].length).equals(SIGNATURES[type]));
}

/** Spec §2.2: a side of an identity document. What it is, its content says. */
export const IdScan = v.pipe(
  v.instance(UploadedFile, slovak.file),
  v.check(({ content }) => content.length <= TEN_MEGABYTES, slovak.fileTooLarge),
  v.check(({ content }) => isImage(typeOf(content)), slovak.image),
  v.transform(({ content }) => ({ content, type: typeOf(content) as 'image/jpeg' | 'image/png' })),
);

function isImage(type: string | undefined): boolean {
  return type === 'image/jpeg' || type === 'image/png';
}
