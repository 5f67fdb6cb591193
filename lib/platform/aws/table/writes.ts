/** Building blocks of transactions: single writes and their conditions. */
import type { AuditEntry } from '../../../domain/model/audit.ts';
import { itemKey } from './keys.ts';
import type { Key, Table, TransactionWrite } from './table.ts';

export interface WriteCondition {
  readonly ConditionExpression: string;
  readonly ExpressionAttributeNames?: Record<string, string>;
  readonly ExpressionAttributeValues?: Record<string, unknown>;
}

/** Condition of a put that must not replace an existing item. */
export const DOES_NOT_EXIST: WriteCondition = { ConditionExpression: 'attribute_not_exists(pk)' };

export const EXISTS: WriteCondition = { ConditionExpression: 'attribute_exists(pk)' };

export function attributeEquals(attribute: string, value: number | string): WriteCondition {
  return {
    ConditionExpression: '#attribute = :read',
    ExpressionAttributeNames: { '#attribute': attribute },
    ExpressionAttributeValues: { ':read': value },
  };
}

/** Builds a put. By default, its condition fails when the item exists. */
export function putItem(
  { name }: Table,
  item: object,
  condition: WriteCondition = DOES_NOT_EXIST,
): TransactionWrite {
  return { Put: { TableName: name, Item: { ...item }, ...condition } };
}

export function deleteItem({ name }: Table, item: Key, condition: WriteCondition): TransactionWrite {
  return { Delete: { TableName: name, Key: { ...item }, ...condition } };
}

export function auditItem(entry: AuditEntry): Record<string, unknown> {
  return { ...itemKey.audit(entry.subject, entry.id), ...entry };
}
