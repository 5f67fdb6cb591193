import { isUtf8 } from 'node:buffer';
import type * as v from 'valibot';
import { Refusal } from '../domain/errors.ts';
import { missing } from '../validation/slovak.ts';
import { isPlainObject } from '../validation/tidy.ts';
import { type Check, members, validate } from '../validation/validate.ts';
import { isHarmless } from './key-guard.ts';
import { expectMediaType } from './media-type.ts';
import type { HttpRequest } from './request.ts';

/**
 * Reads a JSON object with these fields.
 *
 * No body at all is `{}`, whoever sends it without a content type (contract §1 "415, empty").
 */
export function json<const Entries extends v.ObjectEntries>(entries: Entries, ...checks: readonly Check[]) {
  const schema = members(entries);
  return {
    forms: [{ mediaTypes: ['application/json'], schema }],
    read: async (request: HttpRequest) => {
      const challenged = request.botProtection && 'turnstileToken' in entries;
      const due = challenged ? [...checks, challengeRequired] : checks;
      return validate(schema, objectIn(request), request.receivedAt, due);
    },
  };
}

/** Whoever may be a robot proves otherwise, while bot protection is on (contract §1). */
const challengeRequired: Check = ({ turnstileToken }) =>
  turnstileToken === undefined ? [{ path: ['turnstileToken'], message: missing('turnstileToken') }] : [];

function objectIn(request: HttpRequest): object {
  if (request.body.length === 0 && !request.headers['content-type']) return {};
  expectMediaType(request, 'application/json');
  if (!isUtf8(request.body)) throw new Refusal('malformed-body');
  const text = request.body.toString('utf8');
  const value = text.trim() === '' ? {} : parse(text);
  if (!isPlainObject(value) || !isHarmless(value)) throw new Refusal('malformed-body');
  return value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal('malformed-body');
  }
}
