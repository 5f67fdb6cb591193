/**
 * Recent requests of this browser tab with their responses, which the developers' drawer shows. Requests and responses
 * are stored only in memory.
 */
import { signal } from '@preact/signals';
import type { Exchange } from '../../../client/runtime/index.ts';

const MAX_EXCHANGES = 50;

export interface RecordedExchange extends Exchange {
  readonly number: number;
}

export const exchanges = signal<readonly RecordedExchange[]>([]);

let exchangeCount = 0;

export function recordExchange(exchange: Exchange): void {
  exchangeCount += 1;
  exchanges.value = [{ ...exchange, number: exchangeCount }, ...exchanges.value].slice(0, MAX_EXCHANGES);
}
