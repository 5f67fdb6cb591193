/** The parts that transactions are made of, and the conditions of writes. */
import type { AuditEntry } from '../../../domain/model/audit.ts';
import { key } from './keys.ts';
import { expirySeconds, type Key, type NamedWrite, type Table } from './table.ts';

export interface Condition {
  readonly ConditionExpression: string;
  readonly ExpressionAttributeNames?: Record<string, string>;
  readonly ExpressionAttributeValues?: Record<string, unknown>;
}

/** Of a put that must not replace anything. */
export const IS_NEW: Condition = { ConditionExpression: 'attribute_not_exists(pk)' };

export const EXISTS: Condition = { ConditionExpression: 'attribute_exists(pk)' };

export function equals(attribute: string, value: number | string): Condition {
  return {
    ConditionExpression: '#attribute = :read',
    ExpressionAttributeNames: { '#attribute': attribute },
    ExpressionAttributeValues: { ':read': value },
  };
}

/** Replaces nothing unless the condition says otherwise. */
export function put({ name }: Table, item: object, condition: Condition = IS_NEW): NamedWrite[1] {
  return { Put: { TableName: name, Item: { ...item }, ...condition } };
}

export function remove({ name }: Table, item: Key, condition: Condition): NamedWrite[1] {
  return { Delete: { TableName: name, Key: { ...item }, ...condition } };
}

export function auditItem(entry: AuditEntry): Record<string, unknown> {
  return { ...key.audit(entry.subject, entry.id), ...entry };
}

const EVENT_KEPT_SECONDS = 90 * 24 * 3600;

/** Remembers a provider's event, so that it takes effect once. */
export function eventWrites(table: Table, eventId: string | undefined): NamedWrite[] {
  if (!eventId) return [];
  return [
    [
      'event',
      put(table, { ...key.event(eventId), expiresAt: expirySeconds(new Date(), EVENT_KEPT_SECONDS) }),
    ],
  ];
}
