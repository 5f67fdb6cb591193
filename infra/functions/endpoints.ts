/** Loader for the endpoints of all routes in `infra/functions/*.yml`. */
import type { Endpoint } from '../../lib/http/endpoint.ts';
import { ENTRIES, listRoutes } from './index.ts';

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
  const routes = Object.entries(ENTRIES).flatMap(([name, entry]) =>
    listRoutes(entry).map(async route => {
      const [method = '', path = ''] = route.split(' ');
      const file = entry.handler.replace(/\.handler$/, '.ts');
      return {
        name,
        file,
        method,
        path,
        sandboxOnly: entry.sandboxOnly ?? false,
        endpoint: await loadEndpoint(file),
      };
    }),
  );
  return Promise.all(routes);
}

async function loadEndpoint(file: string): Promise<AnyEndpoint> {
  const { handler } = await import(new URL(file, PROJECT_ROOT).href);
  if (!handler?.endpoint) throw new Error(`${file} does not export the handler of an endpoint.`);
  return handler.endpoint;
}
