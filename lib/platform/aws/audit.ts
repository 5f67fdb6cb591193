/** Audit entries beside the user they are about. Nothing ever changes or deletes one. */
import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { AuditEntry } from '../../domain/audit.ts';
import type { Audit } from '../../domain/world.ts';
import { key } from './keys.ts';
import { type Item, isNew, type Table, withoutKeys } from './table.ts';

export function dynamoAudit({ client, name }: Table): Audit {
  return {
    async add(entry) {
      await client.send(new PutCommand({ TableName: name, Item: auditItem(entry), ...isNew }));
    },

    async list(userId) {
      const { Items = [] } = await client.send(
        new QueryCommand({
          TableName: name,
          KeyConditionExpression: 'pk = :pk AND begins_with(sk, :audit)',
          ExpressionAttributeValues: { ':pk': key.user(userId).pk, ':audit': 'AUDIT#' },
          ScanIndexForward: false,
          ConsistentRead: true,
        }),
      );
      return (Items as Item[]).map(withoutKeys<AuditEntry>);
    },
  };
}

export function auditItem(entry: AuditEntry): Record<string, unknown> {
  return { ...key.audit(entry.userId, entry.id), ...entry };
}
