/** The functions by their names in infra/functions/*.yml, as they are deployed. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import type { HttpHandler } from '../../lib/http/lambda.ts';
import { bundle } from './bundles.ts';
import type { Burst } from './burst.ts';
import { event, type Sent } from './requests.ts';

interface Entry {
  readonly handler: string;
  readonly events?: readonly {
    readonly httpApi?: string | { readonly method: string; readonly path: string };
  }[];
}

const { readEntries } = createRequire(import.meta.url)('../functions/index.cjs') as {
  readEntries: () => Readonly<Record<string, Entry>>;
};
const ENTRIES = readEntries();

// biome-ignore lint/suspicious/noExplicitAny: answers have every shape, and whoever calls knows which
type Data = any;

export interface Service {
  /** The function as if its Lambda had just started; the same one ever after. */
  handler(name: string): Promise<HttpHandler>;
  /** @returns the answer's JSON. @throws for an answer that is no success */
  call(name: string, sent?: Sent): Promise<Data>;
  /** For functions that have no route. */
  invoke(name: string, event: object): Promise<void>;
}

/** @param change settings that differ from those of production */
export function serviceIn(burst: Burst, folder: string, change: Readonly<Record<string, string>>): Service {
  const handlers = new Map<string, Promise<HttpHandler>>();

  async function load(name: string): Promise<HttpHandler> {
    const source = `${ENTRIES[name]?.handler.replace(/\.handler$/, '')}.ts`;
    return burst.load(await bundle(source, folder), change);
  }

  function handler(name: string): Promise<HttpHandler> {
    const loading = handlers.get(name) ?? load(name);
    handlers.set(name, loading);
    return loading;
  }

  return {
    handler,

    async call(name, sent) {
      const { statusCode, body } = await (await handler(name))(event(routeOf(name), sent));
      assert.ok(Number(statusCode) < 300, `${name}: ${statusCode} ${body}`);
      return body && JSON.parse(body);
    },

    async invoke(name, input) {
      const run = (await handler(name)) as unknown as (event: object, context: object) => Promise<unknown>;
      const outcome = await run(input, { awsRequestId: 'bench' });
      assert.deepEqual((outcome as { batchItemFailures?: unknown[] })?.batchItemFailures ?? [], []);
    },
  };
}

/** `POST /api/v1/testimonies/{id}/offers` */
export function routeOf(name: string): string {
  const [{ httpApi } = {}] = ENTRIES[name]?.events ?? [];
  return typeof httpApi === 'object' ? `${httpApi.method} ${httpApi.path}` : (httpApi ?? '');
}
