/** Reader of form bodies, as multipart, JSON or URL-encoded. */
import { isUtf8 } from 'node:buffer';
import type * as v from 'valibot';
import { DomainError } from '../../domain/errors.ts';
import { UploadedFile } from '../../validation/files.ts';
import { describeShape, findMember, isFileField } from '../../validation/shape.ts';
import { type FieldsCheck, objectSchema, validate } from '../../validation/validate.ts';
import { addPart, createFormTree, type PartValue, readTree } from './form-tree.ts';
import { parseJsonObject } from './json-body.ts';
import { type FormPart, parseMultipart } from './multipart-parser.ts';
import { detectMediaType, type HttpRequest, isEmptyRequest } from './request.ts';
import { parseUrlencoded } from './urlencoded-parser.ts';

const MAX_TEXT_BYTES = 64 * 1024;

const MEDIA_TYPES = ['multipart/form-data', 'application/json', 'application/x-www-form-urlencoded'] as const;

type Schema = v.GenericSchema<unknown, unknown>;

/**
 * Creates a reader for a form with these fields, which may include files
 * (infra/docs/api/validation.md#multipart-forms). JSON and URL-encoded bodies have upload keys in place of files.
 */
export function formBody<const Entries extends v.ObjectEntries>(
  entries: Entries,
  ...checks: readonly FieldsCheck[]
) {
  const schema = objectSchema(entries);
  return {
    bodies: [{ mediaTypes: MEDIA_TYPES, schema }],
    read: async (request: HttpRequest) =>
      validate(schema, await readFields(request, schema), request.receivedAt, checks),
  };
}

async function readFields(request: HttpRequest, schema: Schema): Promise<object> {
  if (isEmptyRequest(request)) return {};
  const { type, parameters } = detectMediaType(request, MEDIA_TYPES);
  if (type === 'application/json') return parseJsonObject(request.body);
  const isMultipart = type === 'multipart/form-data';
  const parts = isMultipart ? await parseMultipart(request.body, parameters) : parseUrlencoded(request.body);
  const tree = createFormTree();
  for (const part of parts) if (!isEmptyFileInput(part)) addPart(tree, part.name, convertPart(part, schema));
  return readTree(tree, schema);
}

/** Returns whether a part is what a browser sends for a file input without a chosen file. */
function isEmptyFileInput({ fileName, content }: FormPart): boolean {
  return fileName === '' && content.length === 0;
}

/**
 * Converts a part to its value. Invalid or too long text in place of a file is kept as bytes, and the field's rule then
 * reports that it is not a file.
 *
 * @throws DomainError `malformed-body` when any other text is not UTF-8 or is longer than 64 KiB
 */
function convertPart({ name, isText, content }: FormPart, schema: Schema): PartValue {
  if (!isText) return new UploadedFile(content);
  if (content.length <= MAX_TEXT_BYTES && isUtf8(content)) return content.toString('utf8');
  const field = findMember(schema, name);
  if (field && isFileField(describeShape(field))) return content;
  throw new DomainError('malformed-body');
}
