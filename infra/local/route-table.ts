/** Selection of the route that takes a request, as in an HTTP API of API Gateway. */

export interface RouteMatch {
  readonly routeKey: string;
  /** Decoded values of the placeholders in the route's path. */
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Creates the function that finds the route of a request. A literal path takes precedence over a path with
 * placeholders.
 * @param routeKeys for example `GET /api/v1/me` or `PUT /items/{id}`
 */
export function createRouteTable(routeKeys: readonly string[]) {
  const routes = routeKeys.map(createPattern).sort((one, other) => one.placeholders - other.placeholders);
  return (method: string, path: string): RouteMatch | undefined => {
    for (const { routeKey, pattern } of routes) {
      const match = pattern.exec(`${method} ${path}`);
      if (match) return { routeKey, params: decodeValues(match.groups) };
    }
    return undefined;
  };
}

function createPattern(routeKey: string) {
  const source = routeKey.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  return { routeKey, pattern: new RegExp(`^${source}$`), placeholders: routeKey.split('{').length };
}

const decodeValues = (groups: Readonly<Record<string, string>> = {}) =>
  Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]));
