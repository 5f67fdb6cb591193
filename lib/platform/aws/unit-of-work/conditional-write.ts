/** A write of a transaction, and the rejection that its failed condition means. */
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

/** A concurrent request has written the item since the decision read it. */
export const CONFLICT_REJECTION = { reason: 'changed-since-read' } as const;
