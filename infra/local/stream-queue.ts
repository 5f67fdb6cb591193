/** Delivers stream records to a function in order and in batches, as a Lambda event source mapping does. */
import { setTimeout as wait } from 'node:timers/promises';
import type { FilterPattern } from './stream-filter.ts';

export interface StreamRecord {
  readonly eventName: string;
  readonly dynamodb: {
    readonly SequenceNumber: string;
    readonly Keys: { readonly pk: { readonly S: string } };
  };
}

export interface StreamEvent {
  readonly Records: readonly StreamRecord[];
}

export interface StreamResult {
  readonly batchItemFailures?: readonly { readonly itemIdentifier: string }[];
}

/** The supported settings of a `stream` event in infra/functions/*.yml. */
export interface EventSourceMapping {
  readonly batchSize?: number;
  readonly parallelizationFactor?: number;
  readonly maximumRetryAttempts?: number;
  readonly filterPatterns?: readonly FilterPattern[];
}

export interface StreamTarget extends EventSourceMapping {
  /** Calls the function; rejects when the whole batch failed. */
  readonly invoke: (event: StreamEvent) => Promise<StreamResult | undefined>;
  readonly signal: AbortSignal;
}

const MAX_PAUSE_MS = 2000;

/** One of the mapping's concurrent queues. Records with the same partition key always use the same queue. */
export class StreamQueue {
  readonly #target: StreamTarget;
  readonly #queue: StreamRecord[] = [];
  #isDelivering = false;

  constructor(delivery: StreamTarget) {
    this.#target = delivery;
  }

  add(record: StreamRecord): void {
    this.#queue.push(record);
    if (!this.#isDelivering) void this.#deliver();
  }

  async #deliver(): Promise<void> {
    const { batchSize = 100, maximumRetryAttempts = 5, signal } = this.#target;
    this.#isDelivering = true;
    await wait(0); // This wait lets all records that were read together join the first batch.
    let failures = 0;
    while (this.#queue.length > 0 && !signal.aborted) {
      // Halve the batch after each failure, until the failing record is the only one.
      const batch = this.#queue.slice(0, Math.max(1, batchSize >> failures));
      const deliveredCount = await this.#invoke(batch);
      this.#queue.splice(0, deliveredCount);
      if (deliveredCount > 0) failures = 0;
      if (deliveredCount === batch.length) continue;

      if (++failures > maximumRetryAttempts) {
        const { SequenceNumber, Keys } = this.#queue.shift()?.dynamodb ?? {};
        console.error(`stream: gave up on record ${SequenceNumber} (${Keys?.pk.S})`);
        failures = 0;
      } else {
        await wait(Math.min(100 * 2 ** failures, MAX_PAUSE_MS), undefined, { signal }).catch(() => {});
      }
    }
    this.#isDelivering = false;
  }

  /**
   * Invokes the function and returns the number of records before the first failed record. If the function throws an
   * error or reports an unknown record identifier, the whole batch counts as failed.
   */
  async #invoke(batch: readonly StreamRecord[]): Promise<number> {
    try {
      const result = await this.#target.invoke({ Records: batch });
      const failedIndexes = (result?.batchItemFailures ?? []).map(({ itemIdentifier }) =>
        batch.findIndex(({ dynamodb }) => dynamodb.SequenceNumber === itemIdentifier),
      );
      return Math.max(0, Math.min(batch.length, ...failedIndexes));
    } catch {
      return 0;
    }
  }
}
