/**
 * Deep health check: reads from every store, each with its own deadline
 * (infra/docs/api/operators.md#deep-health-check).
 */
import type { HealthProbes, StoreName } from './ports/health.ts';

/** Deadline of each probe. All probes run concurrently, so the whole check takes little longer. */
const PROBE_DEADLINE_MS = 3000;

export interface StoreHealth {
  readonly store: StoreName;
  readonly ok: boolean;
  readonly ms: number;
  /** Name of the error, or `Timeout` if the store did not respond within the deadline; null if it responded. */
  readonly error: string | null;
}

export function checkStores(probes: HealthProbes): Promise<StoreHealth[]> {
  return Promise.all(
    (Object.keys(probes) as StoreName[]).map(async store => {
      const start = performance.now();
      const error = await probe(probes[store]);
      return { store, ok: error === null, ms: Math.round(performance.now() - start), error };
    }),
  );
}

async function probe(read: () => Promise<void>): Promise<string | null> {
  const { promise: timeout, resolve } = Promise.withResolvers<string>();
  const timer = setTimeout(resolve, PROBE_DEADLINE_MS, 'Timeout');
  try {
    return await Promise.race([read().then(() => null, nameOf), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'Error');
