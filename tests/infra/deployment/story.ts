import type { Market } from '../../support/market.ts';
import type { Service } from '../../support/service.ts';

/** Notes what an act asks of the table and the bucket. */
export type Watched = <Result>(act: () => Promise<Result>) => Promise<Result>;

/** Prepares what a function works on, and has its requests watched. */
export type Story = (service: Service, watched: Watched, market: Market) => Promise<unknown>;
