/**
 * DynamoDB implementation of the audit log. The entries about a subject have their own partition, and no function may
 * change or delete them. The reasons are separate items, which account deletion erases.
 */
import type { AuditLog } from '../../../domain/ports/accounts.ts';
import { itemKey } from '../table/keys.ts';
import { queryAll } from '../table/lists.ts';
import { toAuditItem, toAuditReason } from '../table/records.ts';
import type { Table } from '../table/table.ts';
import { createAuditItem, DOES_NOT_EXIST, storeItem } from '../table/writes.ts';

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
