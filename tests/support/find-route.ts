/** Table of all endpoints by route, with the routes that infra/functions/*.yml declares for API Gateway. */
import { type AnyEndpoint, loadRoutes } from '../../infra/functions/endpoints.ts';

export const ROUTES: Readonly<Record<string, AnyEndpoint>> = Object.fromEntries(
  (await loadRoutes()).map(({ method, path, endpoint }) => [`${method} ${path}`, endpoint]),
);

const PATTERNS = Object.keys(ROUTES).map(routeKey => {
  const [method, template = ''] = routeKey.split(' ');
  const pattern = new RegExp(`^${template.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
  return { routeKey, method, pattern };
});

/** Finds the route that API Gateway would choose for a request, with the values of the route's placeholders. */
export function findRoute(
  method: string,
  path: string,
): { readonly routeKey: string; readonly params: Record<string, string> } | undefined {
  const candidates = PATTERNS.flatMap(({ routeKey, method: routeMethod, pattern }) => {
    const match = routeMethod === method && pattern.exec(path);
    return match ? [{ routeKey, params: { ...match.groups } }] : [];
  });
  // A literal path takes precedence over a path with placeholders.
  return candidates.sort((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)[0];
}
