/**
 * Describes an error for a developer, never as an empty line: the errors of a failed connection have no message of
 * their own, but a list of causes or a stack.
 */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const causes = error instanceof AggregateError ? error.errors.map(describeFailure) : [];
  return [error.message || error.stack || error.name, ...causes].join('\n  ');
}
