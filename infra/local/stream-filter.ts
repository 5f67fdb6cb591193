/**
 * Matches stream records against filters. Implements the parts of Lambda's event filtering that infra/functions/*.yml
 * uses: exact values and prefixes.
 */
type FilterCondition = string | number | boolean | null | { readonly prefix: string };

/** A filter pattern of an event source mapping. */
export interface FilterPattern {
  readonly [key: string]: FilterPattern | readonly FilterCondition[];
}

/**
 * Returns whether a record matches any of the patterns. Without patterns every record matches.
 * @throws Error when a pattern uses a filter rule other than exact values and prefixes
 */
export function matchesFilters(patterns: readonly FilterPattern[], record: object): boolean {
  return patterns.length === 0 || patterns.some(pattern => matchesPattern(pattern, record));
}

function matchesPattern(pattern: FilterPattern, value: unknown): boolean {
  return Object.entries(pattern).every(([key, expected]) => {
    const actual = Object(value)[key];
    return Array.isArray(expected)
      ? expected.some(condition => matchesCondition(condition, actual))
      : matchesPattern(expected as FilterPattern, actual);
  });
}

function matchesCondition(condition: FilterCondition, actual: unknown): boolean {
  if (condition === null || typeof condition !== 'object') return condition === actual;
  if ('prefix' in condition) return typeof actual === 'string' && actual.startsWith(condition.prefix);
  throw new Error(`The local stack does not support this stream filter: ${JSON.stringify(condition)}`);
}
