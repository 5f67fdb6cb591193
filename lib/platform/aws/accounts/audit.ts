/**
 * DynamoDB implementation of the audit log. Entries about a user share the user's partition; entries about other
 * subjects have a partition per subject. Entries are never deleted; account deletion erases only their reasons.
 */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { AuditEntry } from '../../../domain/model/audit.ts';
import type { AuditLog } from '../../../domain/ports/accounts.ts';
import { itemKey } from '../table/keys.ts';
import { queryAll } from '../table/lists.ts';
import { type Table, withoutKeys } from '../table/table.ts';
import { auditItem } from '../table/writes.ts';

export function dynamoAuditLog(table: Table): AuditLog {
  return {
    async add(entry) {
      await table.client.send(new PutCommand({ TableName: table.name, Item: auditItem(entry) }));
    },

    async list(subject) {
      const { pk, sk } = itemKey.audit(subject, '');
      return (await queryAll(table, pk, sk, withoutKeys<AuditEntry>)).reverse();
    },
  };
}
