/**
 * Keys that no request body uses and that can cause prototype pollution
 * (infra/docs/api/validation.md#multipart-forms).
 */
const RESERVED_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/** Maximum nesting depth of objects and lists, including the outermost one. */
export const MAX_DEPTH = 5;

export function isReservedKey(key: string): boolean {
  return RESERVED_KEYS.has(key);
}

/** Returns whether a parsed JSON value is nested at most `MAX_DEPTH` levels deep and contains no reserved key. */
export function hasSafeKeys(value: unknown, depth = 1): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depth > MAX_DEPTH) return false;
  if (Array.isArray(value)) return value.every(entry => hasSafeKeys(entry, depth + 1));
  return Object.entries(value).every(
    ([key, member]) => !isReservedKey(key) && hasSafeKeys(member, depth + 1),
  );
}
