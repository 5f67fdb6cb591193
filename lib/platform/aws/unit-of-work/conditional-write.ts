/** Writes of a transaction, and the rejections to report when their conditions fail. */
import type { Change } from '../../../domain/model/change.ts';
import type { Rejection } from '../../../domain/ports/unit-of-work.ts';
import type { Table, TransactionWrite } from '../table/table.ts';
import { DOES_NOT_EXIST, putItem } from '../table/writes.ts';

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

/** Builds a put that reports a conflict when its condition fails. By default, the item must not exist. */
export function putOrConflict(table: Table, item: object, condition = DOES_NOT_EXIST): ConditionalWrite {
  return { write: putItem(table, item, condition), rejection: CONFLICT_REJECTION };
}
