/** The pairs of an urlencoded body, as parts of a form that are all text. */
import { DomainError } from '../domain/errors.ts';
import { type FormPart, MAX_PARTS } from './form-parts.ts';

/** @throws DomainError for what no browser would have encoded so, and for more pairs than a form has parts */
export function parseUrlencoded(body: Buffer): FormPart[] {
  const pairs = body
    .toString('latin1')
    .trim()
    .split('&')
    .filter(pair => pair !== '');
  if (pairs.length > MAX_PARTS) throw new DomainError('malformed-body');
  return pairs.map(pair => {
    const [name = ''] = pair.split('=', 1);
    return {
      name: decoded(name),
      fileName: undefined,
      isText: true,
      content: Buffer.from(decoded(pair.slice(name.length + 1))),
    };
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new DomainError('malformed-body');
  }
}
