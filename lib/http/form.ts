import { isUtf8 } from 'node:buffer';
import type * as v from 'valibot';
import { DomainError } from '../domain/errors.ts';
import { UploadedFile } from '../validation/files.ts';
import { describeShape, findMember, isFile } from '../validation/shape.ts';
import { type Check, members, validate } from '../validation/validate.ts';
import { type FormPart, parseMultipart } from './form-parts.ts';
import { addPart, createTree, type PartValue, readTree } from './form-tree.ts';
import { parseObject } from './json-body.ts';
import { detectMediaType, isEmptyRequest } from './media-type.ts';
import type { HttpRequest } from './request.ts';
import { parseUrlencoded } from './urlencoded.ts';

const LONGEST_TEXT = 64 * 1024;

const MEDIA_TYPES = ['multipart/form-data', 'application/json', 'application/x-www-form-urlencoded'] as const;

type Schema = v.GenericSchema<unknown, unknown>;

/**
 * Reads a form with these fields, files among them (infra/docs/api/validation.md). What comes as JSON or urlencoded has
 * the keys of uploads in their place (infra/docs/api/validation.md).
 */
export function multipartBody<const Entries extends v.ObjectEntries>(
  entries: Entries,
  ...checks: readonly Check[]
) {
  const schema = members(entries);
  return {
    forms: [{ mediaTypes: MEDIA_TYPES, schema }],
    read: async (request: HttpRequest) =>
      validate(schema, await bodyOf(request, schema), request.receivedAt, checks),
  };
}

async function bodyOf(request: HttpRequest, schema: Schema): Promise<object> {
  if (isEmptyRequest(request)) return {};
  const { type, parameters } = detectMediaType(request, MEDIA_TYPES);
  if (type === 'application/json') return parseObject(request.body);
  const isMultipart = type === 'multipart/form-data';
  const parts = isMultipart ? await parseMultipart(request.body, parameters) : parseUrlencoded(request.body);
  const tree = createTree();
  for (const part of parts) if (!isUnusedInput(part)) addPart(tree, part.name, sentIn(part, schema));
  return readTree(tree, schema);
}

/** What a browser sends for a file input in which nothing was chosen. */
function isUnusedInput({ fileName, content }: FormPart): boolean {
  return fileName === '' && content.length === 0;
}

/** In a file's place, text need not be readable: the field says that it is no file (infra/docs/api/validation.md). */
function sentIn({ name, isText, content }: FormPart, schema: Schema): PartValue {
  if (!isText) return new UploadedFile(content);
  if (content.length <= LONGEST_TEXT && isUtf8(content)) return content.toString('utf8');
  const field = findMember(schema, name);
  if (field && isFile(describeShape(field))) return content;
  throw new DomainError('malformed-body');
}
