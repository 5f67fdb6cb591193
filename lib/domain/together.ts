/** Waits for all of them. Of several that are refused the first in this order is told, whichever came first. */
export async function together(...acts: readonly Promise<void>[]): Promise<void> {
  for (const result of await Promise.allSettled(acts)) if (result.status === 'rejected') throw result.reason;
}
