/** Loader for the endpoints of all routes in `infra/functions/*.yml`. */
import type { Endpoint } from '../../lib/http/endpoint.ts';
import { ENTRIES } from './index.ts';

// biome-ignore lint/suspicious/noExplicitAny: each endpoint has its own dependencies
export type AnyEndpoint = Endpoint<any>;

export interface Route {
  /** Name of the function in the YAML file, for example `me-show`. */
  readonly name: string;
  /** Path of the source file, relative to the project root. */
  readonly file: string;
  readonly method: string;
  readonly path: string;
  readonly endpoint: AnyEndpoint;
  readonly sandboxOnly: boolean;
}

const PROJECT_ROOT = new URL('../../', import.meta.url);

/**
 * Loads the endpoints of all routes, in the order of the YAML files.
 * @throws Error when the file of a function does not export an endpoint
 */
export async function loadRoutes(): Promise<Route[]> {
  const routes = Object.entries(ENTRIES).flatMap(([name, { handler, events = [], sandboxOnly = false }]) =>
    events.map(({ httpApi }) => ({
      name,
      file: handler.replace(/\.handler$/, '.ts'),
      httpApi,
      sandboxOnly,
    })),
  );
  const loadedRoutes = routes.map(async ({ name, file, httpApi, sandboxOnly }) => {
    const [method, path] = getRouteKey(httpApi).split(' ');
    if (!method || !path) return [];
    return [{ name, file, method, path, sandboxOnly, endpoint: await loadEndpoint(file) }];
  });
  return (await Promise.all(loadedRoutes)).flat();
}

/**
 * Returns `METHOD /path` of an `httpApi` event, or an empty string for an event of another type. In the YAML files,
 * routes with an authorizer are objects, and all other routes are strings.
 */
function getRouteKey(
  httpApi: string | { readonly method: string; readonly path: string } | undefined,
): string {
  return typeof httpApi === 'object' ? `${httpApi.method} ${httpApi.path}` : (httpApi ?? '');
}

async function loadEndpoint(file: string): Promise<AnyEndpoint> {
  const { handler } = await import(new URL(file, PROJECT_ROOT).href);
  if (!handler?.endpoint) throw new Error(`${file} does not export the handler of an endpoint.`);
  return handler.endpoint;
}
