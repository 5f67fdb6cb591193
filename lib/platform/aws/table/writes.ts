/** Building blocks of transactions: single writes and their conditions. */
import type { AuditEntry } from '../../../domain/model/audit.ts';
import { itemKey } from './keys.ts';
import type { Key, Table, Write } from './table.ts';

export interface Condition {
  readonly ConditionExpression: string;
  readonly ExpressionAttributeNames?: Record<string, string>;
  readonly ExpressionAttributeValues?: Record<string, unknown>;
}

/** Condition of a put that must not replace an existing item. */
export const DOES_NOT_EXIST: Condition = { ConditionExpression: 'attribute_not_exists(pk)' };

export const EXISTS: Condition = { ConditionExpression: 'attribute_exists(pk)' };

export function equals(attribute: string, value: number | string): Condition {
  return {
    ConditionExpression: '#attribute = :read',
    ExpressionAttributeNames: { '#attribute': attribute },
    ExpressionAttributeValues: { ':read': value },
  };
}

/** Builds a put. By default, its condition fails when the item exists. */
export function putItem({ name }: Table, item: object, condition: Condition = DOES_NOT_EXIST): Write {
  return { Put: { TableName: name, Item: { ...item }, ...condition } };
}

export function deleteItem({ name }: Table, item: Key, condition: Condition): Write {
  return { Delete: { TableName: name, Key: { ...item }, ...condition } };
}

export function auditItem(entry: AuditEntry): Record<string, unknown> {
  return { ...itemKey.audit(entry.subject, entry.id), ...entry };
}
