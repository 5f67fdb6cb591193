/**
 * Parser that splits a multipart body into its parts (RFC 7578).
 *
 * The low-level parser of @fastify/busboy (`Dicer`) does the splitting. Its high-level parser is not used: it guesses
 * from the media type whether a part is a file, drops unreadable parts, and repairs broken UTF-8. This API must reject
 * unreadable parts and broken UTF-8.
 */
import { isUtf8 } from 'node:buffer';
import { Dicer } from '@fastify/busboy';
import { DomainError } from '../../domain/errors.ts';
import { isUtf8Type, readHeaderParameters } from './request.ts';

export interface FormPart {
  readonly name: string;
  /** File name; undefined for a part without one. A file can have an empty file name. */
  readonly fileName: string | undefined;
  /**
   * True for a part without a file name, and for JSON. A JSON part may have a file name, because browsers add one to
   * every part with a media type.
   */
  readonly isText: boolean;
  readonly content: Buffer;
}

export const MAX_PARTS = 200;

/**
 * Maximum length of a boundary (RFC 2046 §5.1.1). The limit is enforced, because `Dicer` cannot search for more than
 * 256 bytes.
 */
const MAX_BOUNDARY_LENGTH = 70;

interface RawPart {
  header?: Readonly<Record<string, readonly string[]>>;
  readonly chunks: Buffer[];
}

/**
 * Parses a multipart body.
 * @param parameters parameters of the content type, among them the boundary
 * @throws DomainError `malformed-body` when the body is incomplete, malformed or has more than 200 parts, or when a
 * part has a transfer encoding, or is text in another character encoding than UTF-8
 */
export async function parseMultipart(body: Buffer, parameters: string): Promise<FormPart[]> {
  const boundary = readHeaderParameters(parameters).get('boundary');
  if (!boundary || boundary.length > MAX_BOUNDARY_LENGTH) throw new DomainError('malformed-body');
  const parts = await splitIntoParts(removeTransportPadding(body, boundary), boundary);
  return parts.map(readPart);
}

/**
 * Removes the blanks after boundaries, which RFC 2046 §5.1.1 allows but `Dicer` cannot read. A body with too many parts
 * is cut off here, and is later rejected for the number of its parts.
 */
function removeTransportPadding(body: Buffer, boundary: string): Buffer {
  if (!body.includes(`--${boundary} `) && !body.includes(`--${boundary}\t`)) return body;
  const delimiter = `\r\n--${boundary}`;
  const [preamble, ...parts] = `\r\n${body.toString('latin1')}`.split(delimiter, MAX_PARTS + 3);
  const unpadded = parts.map(part => part.replace(/^[\t ]+(?=\r\n)/, ''));
  return Buffer.from([preamble, ...unpadded].join(delimiter), 'latin1');
}

/** Splits the body. All `part` events fire during `end`, so an error thrown in their listener rejects the promise. */
function splitIntoParts(body: Buffer, boundary: string): Promise<RawPart[]> {
  return new Promise((resolve, reject) => {
    const parts: RawPart[] = [];
    const dicer = new Dicer({ boundary });
    dicer.on('error', () => reject(new DomainError('malformed-body')));
    dicer.on('finish', () => resolve(parts));
    dicer.on('part', stream => {
      if (parts.length === MAX_PARTS) throw new DomainError('malformed-body');
      const part: RawPart = { chunks: [] };
      parts.push(part);
      stream.on('header', header => {
        part.header = header as NonNullable<RawPart['header']>;
      });
      stream.on('data', chunk => part.chunks.push(chunk as Buffer));
      stream.on('error', () => reject(new DomainError('malformed-body')));
    });
    dicer.end(body);
  });
}

/** Matches transfer encodings that do not change a part. RFC 7578 §4.7 deprecates all others. */
const IDENTITY_ENCODING = /^\s*(?:7bit|8bit|binary)\s*$/i;

function readPart({ header, chunks }: RawPart): FormPart {
  const encodings = header?.['content-transfer-encoding'] ?? [];
  // `Dicer` decodes headers as Latin-1.
  const disposition = header?.['content-disposition']?.[0] ?? '';
  const parameters = readHeaderParameters(disposition);
  const name = Buffer.from(parameters.get('name') ?? '', 'latin1');
  const isReadable = encodings.every(encoding => IDENTITY_ENCODING.test(encoding)) && isUtf8(name);
  if (!isReadable || !/^form-data\s*;/i.test(disposition) || !parameters.has('name'))
    throw new DomainError('malformed-body');
  const fileName = parameters.get('filename') ?? parameters.get('filename*');
  const contentType = header?.['content-type']?.[0] ?? '';
  const [mediaType = ''] = contentType.split(';', 1);
  const isText = fileName === undefined || mediaType.trim().toLowerCase() === 'application/json';
  if (isText && !isUtf8Type(contentType)) throw new DomainError('malformed-body');
  const [firstChunk = Buffer.alloc(0), ...otherChunks] = chunks;
  return {
    name: name.toString('utf8'),
    fileName,
    isText,
    content: otherChunks.length > 0 ? Buffer.concat(chunks) : firstChunk,
  };
}
