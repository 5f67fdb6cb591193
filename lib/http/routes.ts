/** The methods that `routes` (`GET /api/v1/things/{id}`) know for a path. */
export function allowedMethods(path: string, routes: readonly string[]): string[] {
  return routes
    .map(route => route.split(' '))
    .filter(([, template]) => template !== undefined && fits(path.split('/'), template.split('/')))
    .map(([method]) => method ?? '');
}

function fits(path: readonly string[], template: readonly string[]): boolean {
  return (
    path.length === template.length &&
    template.every((part, position) =>
      part.startsWith('{') ? path[position] !== '' : part === path[position],
    )
  );
}
