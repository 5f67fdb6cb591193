/** Rules of files that are uploaded, and the display of their size. */
import { detectMediaType, FIELD_LIMITS } from '../../../client/runtime/index.ts';
import type { TextKey } from '../texts/all-texts.ts';

const MAX_FILE_BYTES = FIELD_LIMITS.completeTestimony.document.maxBytes;

/**
 * Checks the size and the content of a file.
 * @param accept accepted media types, separated by commas
 */
export async function findFileError(file: Blob, accept: string): Promise<TextKey | undefined> {
  if (file.size === 0) return 'invalid.file-empty';
  if (file.size > MAX_FILE_BYTES) return 'invalid.file-too-large';
  const type = await detectMediaType(file);
  if (type && accept.split(',').includes(type)) return undefined;
  return accept.includes('pdf') ? 'invalid.not-a-pdf' : 'invalid.not-an-image';
}

/** Formats a size with the decimal separator of the language, such as `3,5 MB` in Slovak. */
export function formatFileSize(bytes: number, language: string): string {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1000)}\u00a0kB`;
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  return `${number.format(bytes / 1_000_000)}\u00a0MB`;
}
