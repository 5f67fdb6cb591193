/**
 * DynamoDB implementation of the audit log. The entries about a subject have their own partition, and no function may
 * change or delete them. The reasons are separate items, which account deletion erases.
 */
import type { ActivityChanges } from '../../../domain/model/activity/activity-changes.ts';
import type { AuditEntry } from '../../../domain/model/activity/audit.ts';
import type { AuditLog } from '../../../domain/ports/accounts.ts';
import { itemKey } from '../table/keys.ts';
import { queryAll } from '../table/lists.ts';
import { toAuditItem, toAuditReason } from '../table/records.ts';
import type { Table } from '../table/table.ts';
import { type ChangeWriters, createPutOrConflict, DOES_NOT_EXIST, storeItem } from '../table/writes.ts';

export function dynamoAuditLog(table: Table): AuditLog {
  return {
    async add(entry) {
      await storeItem(table, createAuditItem(entry), DOES_NOT_EXIST);
    },

    async list(subjectId) {
      const [entries, reasons] = await Promise.all([
        queryAll(table, itemKey.audit(subjectId, ''), toAuditItem),
        queryAll(table, itemKey.auditReason(subjectId, ''), toAuditReason),
      ]);
      const reasonsById = new Map(reasons.map(({ id, why }) => [id, why]));
      return entries.map(entry => ({ ...entry, why: reasonsById.get(entry.id) ?? null })).reverse();
    },
  };
}

export const auditWriters = (table: Table) =>
  ({
    /** The reason of a closing contains no personal data, so it is kept when the data of the account is erased. */
    'audit-entry-recorded'({ entry }) {
      const { subjectId, id, why, what } = entry;
      const reason = {
        ...itemKey.auditReason(subjectId, id),
        id,
        why,
        ...(what === 'account closed' && KEPT),
      };
      return [
        createPutOrConflict(table, createAuditItem(entry)),
        ...(why === null ? [] : [createPutOrConflict(table, reason)]),
      ];
    },
  }) satisfies ChangeWriters<Pick<ActivityChanges, 'audit-entry-recorded'>>;

/** Mark of a reason that is kept when the data of the subject is erased. */
const KEPT = { kept: true } as const;

/**
 * Builds the item of an audit entry, without its reason. A put of this item must be conditional, because the role of a
 * function cannot forbid a put that replaces an item (infra/decisions/0030-write-permissions.md).
 */
function createAuditItem({ id, subjectId, who, what, when }: Omit<AuditEntry, 'why'>): object {
  return { ...itemKey.audit(subjectId, id), id, subjectId, who, what, when };
}
