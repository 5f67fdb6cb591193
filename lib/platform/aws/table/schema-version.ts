/**
 * Schema version of items (infra/docs/upgrades.md#schema-versions). It is raised only when older code would misread an
 * item, not for an attribute that older code can ignore.
 */
import { DomainError } from '../../../domain/errors.ts';
import { log } from '../../../log.ts';

/** Version that this code writes. Items without a version are of version 1. */
const WRITTEN_VERSION = 1;

/** Newest version that this code can read. A release raises it one release before `WRITTEN_VERSION`. */
export const READ_VERSION = 1;

export function withSchemaVersion<Item extends object>(
  item: Item,
): Item & { readonly schemaVersion: number } {
  return { ...item, schemaVersion: WRITTEN_VERSION };
}

/** Returns whether a newer release has written the item in a way that this code would misread. */
export function isTooNew({ schemaVersion }: { readonly schemaVersion?: unknown }): boolean {
  return typeof schemaVersion === 'number' && schemaVersion > READ_VERSION;
}

/** @throws DomainError `unavailable` when only a newer release can read the item */
export function assertReadable(item: { readonly pk: string; readonly schemaVersion?: unknown }): void {
  if (!isTooNew(item)) return;
  log.error({ event: 'table.item_too_new', detail: item.pk.replace(/#.*/s, '') });
  throw new DomainError('unavailable');
}
