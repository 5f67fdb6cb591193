/** Every endpoint under its route: what `infra/functions/*.yml` wires, loaded. */
import type { Endpoint } from '../../lib/http/endpoint.ts';
import { readEntries } from './index.cjs';

// biome-ignore lint/suspicious/noExplicitAny: each has needs of its own
export type AnyEndpoint = Endpoint<any>;

export interface Route {
  /** As in the YAML, `me-show`. */
  readonly name: string;
  /** From the project's folder. */
  readonly file: string;
  readonly method: string;
  readonly path: string;
  readonly endpoint: AnyEndpoint;
  readonly sandboxOnly: boolean;
}

const PROJECT_ROOT = new URL('../../', import.meta.url);

/** In the order of the YAML. Functions without a route are left out, and so is the catch-all. */
export async function loadRoutes(): Promise<Route[]> {
  const routes = Object.entries(readEntries()).flatMap(
    ([name, { handler, events = [], sandboxOnly = false }]) =>
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

/** A guarded route is an object, any other a text; neither means that the function has none. */
function getRouteKey(
  httpApi: string | { readonly method: string; readonly path: string } | undefined,
): string {
  return typeof httpApi === 'object' ? `${httpApi.method} ${httpApi.path}` : (httpApi ?? '');
}

async function loadEndpoint(file: string): Promise<AnyEndpoint> {
  const exported: object[] = Object.values(await import(new URL(file, PROJECT_ROOT).href));
  const endpoint = exported.find((value): value is AnyEndpoint => 'handle' in value);
  if (!endpoint) throw new Error(`${file} does not export an endpoint.`);
  return endpoint;
}
