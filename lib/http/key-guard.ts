/** Names and depths that no form of ours has, and attackers like (infra/docs/api/validation.md). */
const RESERVED = new Set(['__proto__', 'constructor', 'prototype']);

/** How many objects and lists may lie within each other, the outermost included. */
export const MAX_DEPTH = 5;

export function isReservedKey(key: string): boolean {
  return RESERVED.has(key);
}

/** Whether a parsed JSON value keeps to the depth and has no reserved key anywhere. */
export function hasSafeKeys(value: unknown, depth = 1): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depth > MAX_DEPTH) return false;
  if (Array.isArray(value)) return value.every(entry => hasSafeKeys(entry, depth + 1));
  return Object.entries(value).every(
    ([key, member]) => !isReservedKey(key) && hasSafeKeys(member, depth + 1),
  );
}
