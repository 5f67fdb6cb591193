import type * as v from 'valibot';
import { DomainError } from '../../domain/errors.ts';
import {
  createMissingFieldIssues,
  createObjectSchema,
  type FieldsCheck,
  isPlainObject,
  validate,
} from '../../validation/validate.ts';
import { decodeUtf8, detectMediaType, type HttpRequest, isEmptyRequest } from './request.ts';

const MEDIA_TYPES = ['application/json'] as const;

export function jsonBody<const Entries extends v.ObjectEntries>(
  entries: Entries,
  ...checks: readonly FieldsCheck[]
) {
  const schema = createObjectSchema(entries);
  return {
    bodies: [{ mediaTypes: MEDIA_TYPES, schema }],
    read: async (request: HttpRequest) => {
      const isChallengeRequired = request.botProtection && 'turnstileToken' in entries;
      const applicableChecks = isChallengeRequired ? [...checks, checkChallengeToken] : checks;
      return validate(schema, readObject(request), request.receivedAt, applicableChecks);
    },
  };
}

/** Requires a challenge token. It applies while bot protection is on (infra/docs/api/validation.md#bot-challenge). */
const checkChallengeToken: FieldsCheck = ({ turnstileToken }) =>
  createMissingFieldIssues('turnstileToken', turnstileToken === undefined);

function readObject(request: HttpRequest): object {
  if (isEmptyRequest(request)) return {};
  detectMediaType(request, MEDIA_TYPES);
  return parseJsonObject(request.body);
}

/**
 * Parses a body as a JSON object. A blank body is an empty object.
 * @throws DomainError `malformed-body` when the body is not a JSON object in UTF-8, is nested too deeply or contains
 *   reserved keys
 */
export function parseJsonObject(body: Buffer): object {
  const text = decodeUtf8(body);
  const value = text.trim() === '' ? {} : parseJson(text);
  if (!isPlainObject(value) || !hasSafeKeys(value)) throw new DomainError('malformed-body');
  return value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new DomainError('malformed-body');
  }
}

/** Keys that no field has and that can cause prototype pollution (infra/docs/api/validation.md#multipart-forms). */
const RESERVED_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/** Maximum nesting depth of objects and lists, including the outermost one. */
export const MAX_DEPTH = 5;

export function isReservedKey(key: string): boolean {
  return RESERVED_KEYS.has(key.trim());
}

/** Returns whether a parsed JSON value has at most `MAX_DEPTH` levels and no reserved key. */
export function hasSafeKeys(value: unknown, depth = 1): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depth > MAX_DEPTH) return false;
  if (Array.isArray(value)) return value.every(entry => hasSafeKeys(entry, depth + 1));
  return Object.entries(value).every(
    ([key, member]) => !isReservedKey(key) && hasSafeKeys(member, depth + 1),
  );
}
