/** The last requests of this tab, for the developer's drawer. They are kept in memory alone. */
import type { Exchange } from '../../../client/runtime/index.ts';
import { createStore } from './store.ts';

const KEPT = 50;

export interface Recorded extends Exchange {
  readonly number: number;
}

export const exchanges = createStore<readonly Recorded[]>([]);

const followers: ((exchange: Exchange) => void)[] = [];
let count = 0;

export function record(exchange: Exchange): void {
  count += 1;
  exchanges.set([{ ...exchange, number: count }, ...exchanges.get()].slice(0, KEPT));
  for (const followExchange of followers) followExchange(exchange);
}

export const followExchange = (follower: (exchange: Exchange) => void): void => void followers.push(follower);
