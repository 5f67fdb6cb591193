/** Selection of the route that takes a request, as in an HTTP API of API Gateway. */

export interface RouteMatch {
  readonly routeKey: string;
  /** Decoded values of the placeholders in the route's path. */
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Creates the function that finds the route of a request. A literal path takes precedence over a path with placeholders,
 * and that over a greedy placeholder (`{path+}`), a method over `ANY`, and every route over `$default`.
 * @param routeKeys for example `GET /api/v1/me`, `ANY /items/{id}` or `$default`
 */
export function createRouteTable(routeKeys: readonly string[]) {
  const routes = routeKeys.map(createPattern).sort((one, other) => one.rank - other.rank);
  return (method: string, path: string): RouteMatch | undefined => {
    for (const route of routes) {
      const match = ['ANY', method].includes(route.method) && route.pattern.exec(path);
      if (match) return { routeKey: route.routeKey, params: decodeValues(match.groups) };
    }
    return routeKeys.includes('$default') ? { routeKey: '$default', params: {} } : undefined;
  };
}

function createPattern(routeKey: string) {
  const [method = '', template = ''] = routeKey.split(' ');
  const source = template
    .replaceAll('.', '\\.')
    .replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')
    .replaceAll(/\{(\w+)\+\}/g, '(?<$1>.+)');
  const placeholders = template.split('{').length - 1;
  const rank = (template.includes('+}') ? 100 : 0) + placeholders * 2 + (method === 'ANY' ? 1 : 0);
  return { routeKey, method, pattern: new RegExp(`^${source}$`), rank };
}

const decodeValues = (groups: Readonly<Record<string, string>> = {}) =>
  Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]));
