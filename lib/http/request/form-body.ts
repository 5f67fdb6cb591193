/** Reader of form bodies, as multipart, JSON or URL-encoded. */
import { isUtf8 } from 'node:buffer';
import type * as v from 'valibot';
import { DomainError } from '../../domain/errors.ts';
import { UploadedFile } from '../../validation/files.ts';
import { slovakMessages } from '../../validation/slovak.ts';
import {
  createObjectSchema,
  describeShape,
  type FieldIssue,
  type FieldsCheck,
  findMember,
  isFileField,
  validate,
} from '../../validation/validate.ts';
import { addPart, createFormTree, type PartValue, readTree } from './form-tree.ts';
import { parseJsonObject } from './json-body.ts';
import { type FormPart, MAX_PARTS, parseMultipart } from './multipart-parser.ts';
import { decodeUtf8, detectMediaType, type HttpRequest, isEmptyRequest } from './request.ts';

const MAX_TEXT_BYTES = 64 * 1024;

const MEDIA_TYPES = ['multipart/form-data', 'application/json', 'application/x-www-form-urlencoded'] as const;

type Schema = v.GenericSchema<unknown, unknown>;

/**
 * Creates a reader for forms with these fields, which can include files (infra/docs/api/validation.md#multipart-forms).
 * JSON and URL-encoded bodies contain upload keys in place of files.
 */
export function formBody<const Entries extends v.ObjectEntries>(
  entries: Entries,
  ...checks: readonly FieldsCheck[]
) {
  const schema = createObjectSchema(entries);
  return {
    bodies: [{ mediaTypes: MEDIA_TYPES, schema }],
    async read(request: HttpRequest) {
      const { fields, parts } = await readFields(request, schema);
      const checkFiles = () => listSurplusFiles(parts, schema.entries);
      return validate(schema, fields, request.receivedAt, [...checks, checkFiles]);
    },
  };
}

async function readFields(
  request: HttpRequest,
  schema: Schema,
): Promise<{ fields: object; parts: readonly FormPart[] }> {
  if (isEmptyRequest(request)) return { fields: {}, parts: [] };
  const { type, parameters } = detectMediaType(request, MEDIA_TYPES);
  if (type === 'application/json') return { fields: parseJsonObject(request.body), parts: [] };
  const isMultipart = type === 'multipart/form-data';
  const sent = isMultipart ? await parseMultipart(request.body, parameters) : parseUrlencoded(request.body);
  const parts = sent.filter(part => !isEmptyFileInput(part));
  const tree = createFormTree();
  for (const part of parts) addPart(tree, part.name, convertPart(part, schema));
  return { fields: readTree(tree, schema), parts };
}

/** Returns whether a part comes from a file input in which the user has chosen no file. */
function isEmptyFileInput({ fileName, content }: FormPart): boolean {
  return fileName === '' && content.length === 0;
}

/**
 * Returns an issue if a form has more files or upload keys than file fields, including those under unknown names. The
 * issue is reported at a repeated field or, if there is none, at the last file field.
 */
function listSurplusFiles(parts: readonly FormPart[], entries: v.ObjectEntries): FieldIssue[] {
  const fileFields = Object.keys(entries).filter(name => isFileField(describeShape(entries[name] as Schema)));
  const names = parts
    .filter(({ name, isText }) => fileFields.includes(name) || !(isText || Object.hasOwn(entries, name)))
    .map(({ name }) => name);
  const repeated = fileFields.find(field => names.indexOf(field) !== names.lastIndexOf(field));
  const field = repeated ?? fileFields.at(-1);
  return field && names.length > fileFields.length ? [{ path: [field], message: slovakMessages.shape }] : [];
}

/**
 * Converts a part to its value. If a file field contains invalid or too long text, it is kept as bytes, and the field's
 * rule then reports that it is not a file.
 * @throws DomainError `malformed-body` when any other text is not UTF-8 or is longer than 64 KiB
 */
function convertPart({ name, isText, content }: FormPart, schema: Schema): PartValue {
  if (!isText) return new UploadedFile(content);
  if (content.length <= MAX_TEXT_BYTES && isUtf8(content)) return content.toString('utf8');
  const field = findMember(schema, name);
  if (field && isFileField(describeShape(field))) return content;
  throw new DomainError('malformed-body');
}

/**
 * Parses a URL-encoded body into text parts. Characters other than ASCII may be sent without percent-encoding.
 * @throws DomainError `malformed-body` when the encoding is invalid or there are more than 200 pairs
 */
function parseUrlencoded(body: Buffer): FormPart[] {
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
