/** The service as its callers see it: requests to the functions as they are deployed. */
import assert from 'node:assert/strict';
import type { HttpHandler } from '../../lib/http/lambda.ts';
import type { Setup } from './bundles.ts';
import type { FreshEmulators } from './fresh-emulators.ts';
import { routeOf } from './functions.ts';
import { event, type Sent } from './requests.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers have every shape, and whoever calls knows which
type Data = any;

export interface Service {
  /** The function as if its Lambda had just started; the same one ever after. */
  handler(name: string): HttpHandler;
  /** @returns the answer's JSON. @throws for an answer that is no success */
  call(name: string, sent?: Sent): Promise<Data>;
  /** For functions that have no route. */
  invoke(name: string, event: object): Promise<void>;
}

/** @param change settings that differ from those of production */
export function serviceIn(
  emulators: FreshEmulators,
  { bundleOf }: Setup,
  change: Readonly<Record<string, string>>,
): Service {
  const handlers = new Map<string, HttpHandler>();

  function handler(name: string): HttpHandler {
    const loaded = handlers.get(name) ?? emulators.load(bundleOf(name), change);
    handlers.set(name, loaded);
    return loaded;
  }

  return {
    handler,

    async call(name, sent) {
      const { statusCode, body } = await handler(name)(event(routeOf(name), sent));
      assert.ok(Number(statusCode) < 300, `${name}: ${statusCode} ${body}`);
      return body && JSON.parse(body);
    },

    async invoke(name, input) {
      const run = handler(name) as unknown as (event: object, context: object) => Promise<unknown>;
      const outcome = await run(input, { awsRequestId: 'bench' });
      assert.deepEqual((outcome as { batchItemFailures?: unknown[] })?.batchItemFailures ?? [], []);
    },
  };
}
