/** Table of all endpoints by route, with the routes that infra/functions/*.yml declares for API Gateway. */
import { type AnyEndpoint, loadRoutes } from '../../infra/functions/endpoints.ts';
import { createRouteTable } from '../../infra/local/route-table.ts';

export const ROUTES: Readonly<Record<string, AnyEndpoint>> = Object.fromEntries(
  (await loadRoutes()).map(({ method, path, endpoint }) => [`${method} ${path}`, endpoint]),
);

/** Finds the route that API Gateway would choose for a request, with the values of the route's placeholders. */
export const findRoute = createRouteTable(Object.keys(ROUTES));
