/** Delivery of stream records to a function, batch by batch, as a Lambda event source mapping does it. */
import { setTimeout as wait } from 'node:timers/promises';
import type { FilterPattern } from './stream-filter.ts';

export interface StreamRecord {
  readonly eventName: string;
  readonly dynamodb: {
    readonly SequenceNumber: string;
    readonly Keys: { readonly pk: { readonly S: string } };
  };
}

export interface BatchAnswer {
  readonly batchItemFailures?: readonly { readonly itemIdentifier: string }[];
}

/** The part of a function's `stream` event in infra/functions/*.yml that matters here. */
export interface Mapping {
  readonly batchSize?: number;
  readonly parallelizationFactor?: number;
  readonly maximumRetryAttempts?: number;
  readonly filterPatterns?: readonly FilterPattern[];
}

export interface Delivery extends Mapping {
  /** Calls the function with a Lambda event; rejects when the function failed as a whole. */
  readonly invoke: (event: { Records: readonly StreamRecord[] }) => Promise<BatchAnswer | undefined>;
  readonly signal: AbortSignal;
}

const LONGEST_PAUSE_MS = 2000;

/** Records in order, one batch at a time. */
export class Lane {
  readonly #delivery: Delivery;
  readonly #waiting: StreamRecord[] = [];
  #busy = false;
  #failures = 0;

  constructor(delivery: Delivery) {
    this.#delivery = delivery;
  }

  take(record: StreamRecord): void {
    this.#waiting.push(record);
    if (!this.#busy) void this.#work();
  }

  async #work(): Promise<void> {
    const { batchSize = 100, invoke, signal } = this.#delivery;
    this.#busy = true;
    await wait(0); // Lets the rest of the page join the first batch.
    while (this.#waiting.length > 0 && !signal.aborted) {
      // Whatever failed is tried in ever smaller batches, until the culprit is alone.
      const batch = this.#waiting.slice(0, Math.max(1, batchSize >> this.#failures));
      const failed = await invoke({ Records: batch }).then(
        answer => firstFailure(batch, answer),
        () => 0,
      );
      this.#waiting.splice(0, failed);
      await this.#settle(batch, failed);
    }
    this.#busy = false;
  }

  /** @param failed the index of the first record that failed, or the batch's length */
  async #settle(batch: readonly StreamRecord[], failed: number): Promise<void> {
    if (failed > 0) this.#failures = 0;
    if (failed === batch.length) return;

    this.#failures++;
    const { maximumRetryAttempts = 5, signal } = this.#delivery;
    if (this.#failures > maximumRetryAttempts) {
      const given = this.#waiting.shift();
      this.#failures = 0;
      console.error(
        `stream: gave up record ${given?.dynamodb.SequenceNumber} (${given?.dynamodb.Keys.pk.S})`,
      );
      return;
    }
    const pause = Math.min(100 * 2 ** this.#failures, LONGEST_PAUSE_MS);
    await wait(pause, undefined, { signal }).catch(() => {});
  }
}

/** As Lambda reads the answer: an identifier that is not of this batch fails the whole batch. */
function firstFailure(batch: readonly StreamRecord[], answer: BatchAnswer | undefined): number {
  const indexes = (answer?.batchItemFailures ?? []).map(({ itemIdentifier }) =>
    batch.findIndex(record => record.dynamodb.SequenceNumber === itemIdentifier),
  );
  return Math.max(0, Math.min(batch.length, ...indexes));
}
