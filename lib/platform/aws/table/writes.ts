/** Functions that build writes with their conditions, and the rejections for failed conditions in transactions. */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Change, ChangeOf } from '../../../domain/model/change.ts';
import type { Rejection } from '../../../domain/ports/unit-of-work.ts';
import type { Key, Table, TransactionWrite, WireItem } from './table.ts';

export interface WriteCondition {
  readonly ConditionExpression: string;
  readonly ExpressionAttributeNames?: Record<string, string>;
  readonly ExpressionAttributeValues?: Record<string, unknown>;
}

export const DOES_NOT_EXIST: WriteCondition = { ConditionExpression: 'attribute_not_exists(pk)' };

export const EXISTS: WriteCondition = { ConditionExpression: 'attribute_exists(pk)' };

export function attributeEquals(attribute: string, value: number | string | null): WriteCondition {
  return {
    ConditionExpression: '#attribute = :read',
    ExpressionAttributeNames: { '#attribute': attribute },
    ExpressionAttributeValues: { ':read': value },
  };
}

/** Builds a put. By default, its condition fails when the item exists. */
export function createPut(
  { name }: Table,
  item: object,
  condition: WriteCondition = DOES_NOT_EXIST,
): TransactionWrite {
  return { Put: { TableName: name, Item: item, ...condition } };
}

/** Builds a delete. Without a condition, it also succeeds when the item does not exist. */
export function createDelete({ name }: Table, item: Key, condition?: WriteCondition): TransactionWrite {
  return { Delete: { TableName: name, Key: { ...item }, ...condition } };
}

/** Builds the input of an update. A condition in the form of an expression can use the `values` of the update. */
export function createUpdate(
  { name }: Table,
  key: Key,
  UpdateExpression: string,
  values: Readonly<Record<string, unknown>> = {},
  condition?: WriteCondition | string,
) {
  const conditions = typeof condition === 'string' ? { ConditionExpression: condition } : condition;
  const allValues = { ...values, ...conditions?.ExpressionAttributeValues };
  return {
    TableName: name,
    Key: { ...key },
    UpdateExpression,
    ...conditions,
    ...(Object.keys(allValues).length > 0 && { ExpressionAttributeValues: allValues }),
  };
}

/** Puts a single item. Without a condition, it replaces an existing item. */
export const storeItem = ({ client, name }: Table, item: object, condition?: WriteCondition) =>
  client.send(new PutCommand({ TableName: name, Item: item, ...condition }));

type WithoutChange<R> = R extends unknown ? Omit<R, 'change'> : never;

type RejectionReason = WithoutChange<Rejection>;

/**
 * Write of a transaction, and the rejection to report when the condition of the write fails. If the rejection is a
 * function, it receives the item that the condition has checked; the write must then request this item
 * (`ReturnValuesOnConditionCheckFailure`).
 */
export interface ConditionalWrite {
  readonly write: TransactionWrite;
  readonly rejection: RejectionReason | ((found: WireItem) => RejectionReason);
}

/** Functions that build the writes of the changes of a subject, such as `JobChanges`. */
export type ChangeWriters<Changes> = {
  readonly [Kind in keyof Changes & Change['kind']]: (change: ChangeOf<Kind>) => ConditionalWrite[];
};

/** Rejection for an item that a concurrent request has changed since this request read the item. */
const CONFLICT_REJECTION = { reason: 'changed-since-read' } as const;

/** Adds the rejection that reports a conflict if the condition of the write fails. */
export const orConflict = (write: TransactionWrite): ConditionalWrite => ({
  write,
  rejection: CONFLICT_REJECTION,
});

/** Builds a put that reports a conflict when its condition fails. By default, the item must not exist. */
export const createPutOrConflict = (
  table: Table,
  item: object,
  condition = DOES_NOT_EXIST,
): ConditionalWrite => orConflict(createPut(table, item, condition));
