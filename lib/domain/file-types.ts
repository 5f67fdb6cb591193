/**
 * What a file is, by its content (contract §1): its name and declared type prove nothing.
 * Why there is no library here: infra/decisions/0003-file-signatures.md.
 */
export type FileType = 'image/jpeg' | 'image/png' | 'application/pdf';

const SIGNATURES: readonly (readonly [FileType, Buffer])[] = [
  ['image/jpeg', Buffer.from('ffd8ff', 'hex')],
  ['image/png', Buffer.from('89504e470d0a1a0a', 'hex')],
  ['application/pdf', Buffer.from('%PDF-')],
];

/** @param start the first bytes of the file, 16 are enough */
export function typeOf(start: Buffer): FileType | undefined {
  return SIGNATURES.find(([, signature]) => start.subarray(0, signature.length).equals(signature))?.[0];
}
