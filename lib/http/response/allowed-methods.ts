/**
 * Returns the methods that are allowed for a path. Routes without placeholders take precedence over routes with
 * placeholders.
 * @param routes route keys such as `GET /api/v1/things/{id}`
 */
export function listAllowedMethods(path: string, routes: readonly string[]): string[] {
  const matchingRoutes = routes
    .map(route => route.split(' '))
    .filter(
      ([, template]) => template !== undefined && matchesTemplate(path.split('/'), template.split('/')),
    );
  const exactRoutes = matchingRoutes.filter(([, template]) => template === path);
  return (exactRoutes.length > 0 ? exactRoutes : matchingRoutes).map(([method]) => method ?? '');
}

function matchesTemplate(path: readonly string[], template: readonly string[]): boolean {
  return (
    path.length === template.length &&
    template.every((part, position) =>
      part.startsWith('{') ? path[position] !== '' : part === path[position],
    )
  );
}
