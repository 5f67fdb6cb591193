/** Rules of files that are uploaded, and the display of their size. */
import { FIELD_LIMITS } from '../../../client/runtime/index.ts';
import type { TextKey } from '../texts/all-texts.ts';

const MAX_FILE_BYTES = FIELD_LIMITS.completeTestimony.document.maxBytes;

/** First bytes of the accepted types, in hexadecimal. The service reads the type from them, too. */
const SIGNATURES: Readonly<Record<string, string>> = {
  'image/jpeg': 'ffd8ff',
  'image/png': '89504e47',
  'application/pdf': '25504446',
};

/**
 * Checks the size and the content of a file.
 *
 * @param accept accepted media types, separated by commas
 */
export async function findFileError(file: Blob, accept: string): Promise<TextKey | undefined> {
  if (file.size === 0) return 'invalid.fileEmpty';
  if (file.size > MAX_FILE_BYTES) return 'invalid.fileTooLarge';
  const start = await readStart(file);
  const isAccepted = accept.split(',').some(type => start.startsWith(SIGNATURES[type] ?? '?'));
  if (isAccepted) return undefined;
  return accept.includes('pdf') ? 'invalid.pdf' : 'invalid.image';
}

async function readStart(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  return [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('');
}

/** Formats a size with the decimal separator of the language, such as `3,5 MB` in Slovak. */
export function formatFileSize(bytes: number, language: string): string {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1000)}\u00a0kB`;
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  return `${number.format(bytes / 1_000_000)}\u00a0MB`;
}
