/** Write of a transaction, and the rejection to report when the condition of the write fails. */
import type { Change } from '../../../domain/model/change.ts';
import type { Rejection } from '../../../domain/ports/unit-of-work.ts';
import type { TransactionWrite } from '../table/table.ts';

type WithoutChange<R> = R extends unknown ? Omit<R, 'change'> : never;

export interface ConditionalWrite {
  readonly write: TransactionWrite;
  readonly rejection: WithoutChange<Rejection>;
}

/** The writes of each kind of change. */
export type Writers = {
  readonly [Kind in Change['kind']]: (change: Extract<Change, { kind: Kind }>) => ConditionalWrite[];
};

/** Rejection for an item that a concurrent request has changed since this request read the item. */
export const CONFLICT_REJECTION = { reason: 'changed-since-read' } as const;
