import { DomainError } from '../../domain/errors.ts';
import { type FormPart, MAX_PARTS } from './multipart-parser.ts';
import { decodeUtf8 } from './request.ts';

/**
 * Parses a URL-encoded body into text parts. Characters other than ASCII may be sent without percent-encoding.
 * @throws DomainError `malformed-body` when the encoding is invalid or there are more than 200 pairs
 */
export function parseUrlencoded(body: Buffer): FormPart[] {
  const pairs = decodeUtf8(body)
    .trim()
    .split('&')
    .filter(pair => pair !== '');
  if (pairs.length > MAX_PARTS) throw new DomainError('malformed-body');
  return pairs.map(pair => {
    const [name = ''] = pair.split('=', 1);
    return {
      name: decodeComponent(name),
      fileName: undefined,
      isText: true,
      content: Buffer.from(decodeComponent(pair.slice(name.length + 1))),
    };
  });
}

function decodeComponent(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new DomainError('malformed-body');
  }
}
