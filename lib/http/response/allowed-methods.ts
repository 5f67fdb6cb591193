/**
 * Returns the methods that are allowed for a path. Routes without placeholders take precedence over those with.
 *
 * @param routes route keys such as `GET /api/v1/things/{id}`
 */
export function listAllowedMethods(path: string, routes: readonly string[]): string[] {
  const fitting = routes
    .map(route => route.split(' '))
    .filter(([, template]) => template !== undefined && fits(path.split('/'), template.split('/')));
  const exact = fitting.filter(([, template]) => template === path);
  return (exact.length > 0 ? exact : fitting).map(([method]) => method ?? '');
}

function fits(path: readonly string[], template: readonly string[]): boolean {
  return (
    path.length === template.length &&
    template.every((part, position) =>
      part.startsWith('{') ? path[position] !== '' : part === path[position],
    )
  );
}
