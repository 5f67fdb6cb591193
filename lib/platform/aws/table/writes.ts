/** Building blocks of transactions: single writes and their conditions. */
import type { AuditEntry } from '../../../domain/model/audit.ts';
import { itemKey } from './keys.ts';
import { expirySeconds, type Key, type NamedWrite, type Table } from './table.ts';

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
export function putItem({ name }: Table, item: object, condition: Condition = DOES_NOT_EXIST): NamedWrite[1] {
  return { Put: { TableName: name, Item: { ...item }, ...condition } };
}

export function deleteItem({ name }: Table, item: Key, condition: Condition): NamedWrite[1] {
  return { Delete: { TableName: name, Key: { ...item }, ...condition } };
}

export function auditItem(entry: AuditEntry): Record<string, unknown> {
  return { ...itemKey.audit(entry.subject, entry.id), ...entry };
}

const EVENT_RETENTION_SECONDS = 90 * 24 * 3600;

/** Builds the write that records an event of the payment provider, so that the event takes effect only once. */
export function eventWrites(table: Table, eventId: string | undefined): NamedWrite[] {
  if (!eventId) return [];
  return [
    [
      'event',
      putItem(table, {
        ...itemKey.event(eventId),
        expiresAt: expirySeconds(new Date(), EVENT_RETENTION_SECONDS),
      }),
    ],
  ];
}
