/**
 * Describes an error for a developer. The description is never empty: the error of a failed connection has no message,
 * so its causes or its stack are used.
 */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const causes = error instanceof AggregateError ? error.errors.map(describeFailure) : [];
  return [error.message || error.stack || error.name, ...causes].join('\n  ');
}
