/**
 * DynamoDB implementation of account deletion. Every operation except `close` is idempotent: it erases the data that
 * is still there and does nothing when the data is gone.
 */
import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { AuditEntry } from '../../../domain/model/audit.ts';
import type { Job, Task } from '../../../domain/model/job.ts';
import type { AccountEraser } from '../../../domain/ports/account-eraser.ts';
import type { Clock, Random } from '../../../domain/ports/services.ts';
import { dynamoDeadJobs } from '../jobs/dead-jobs.ts';
import { JOB_RETENTION_SECONDS, jobWrites } from '../jobs/job-writes.ts';
import { itemKey } from '../table/keys.ts';
import { queryAll } from '../table/lists.ts';
import {
  expirySeconds,
  type Item,
  ifConditionMet,
  type Key,
  type NamedWrite,
  type Table,
  withoutKeys,
  writeAll,
} from '../table/table.ts';
import { deleteItem, EXISTS, equals } from '../table/writes.ts';

export function dynamoAccountEraser(table: Table, clock: Clock, random: Random): AccountEraser {
  const { client, name: TableName } = table;
  const write = (writes: readonly NamedWrite[]) => writeAll(table, writes, random.uuid());
  const deleteByKey = (Key: Key) => client.send(new DeleteCommand({ TableName, Key }));

  /** Updates an item if it exists. */
  const updateItem = (Key: Key, UpdateExpression: string, values?: Record<string, unknown>) =>
    ifConditionMet(
      client.send(
        new UpdateCommand({
          TableName,
          Key,
          ...EXISTS,
          UpdateExpression,
          ...(values && { ExpressionAttributeValues: values }),
        }),
      ),
    );

  return {
    async close(user, jobs) {
      const unchanged = equals('credentialEpoch', user.credentialEpoch);
      const failed = await write([
        ['user', deleteItem(table, itemKey.user(user.id), equals('version', user.version))],
        ['claim', deleteItem(table, itemKey.email(user.email), unchanged)],
        ...(user.phone ? [['claim', deleteItem(table, itemKey.phone(user.phone), EXISTS)] as const] : []),
        ...jobWrites(table, jobs),
      ]);
      return failed.size === 0;
    },

    listTestimonies({ id, role }) {
      const { pk } = role === 'client' ? itemKey.ofClient(id, '') : itemKey.ofExpert(id, '');
      return queryAll(table, pk, '', ({ sk }) => sk);
    },

    async eraseTokens(userId) {
      const { pk, sk } = itemKey.token(userId, '');
      for (const itemKey of await queryAll(table, pk, sk, toKey)) await deleteByKey(itemKey);
    },

    async eraseStoredResponses(userId) {
      const { pk, sk } = itemKey.idempotencyRecord(userId, '');
      for (const id of await queryAll(table, pk, sk, item => String(item.id))) {
        // The guest's record is deleted before the pointer to it, so that a repeated run still finds it.
        await deleteByKey(itemKey.idempotencyRecord(id, id));
        await deleteByKey(itemKey.idempotencyRecord(userId, id));
      }
    },

    async eraseReasons(about) {
      const audit = itemKey.audit(about, '');
      const entries = await queryAll(table, audit.pk, audit.sk, withoutKeys<AuditEntry>);
      for (const { subject, id } of entries.filter(({ why }) => why !== null)) {
        await updateItem(itemKey.audit(subject, id), 'SET why = :none', { ':none': null });
      }
    },

    async eraseUnsentMails(userId, address) {
      const { listDead } = dynamoDeadJobs(table, clock, random);
      let from: string | undefined;
      do {
        const page = await listDead(from === undefined ? {} : { from });
        const theirs = page.items.filter(({ task }) => isTo(task, userId, address));
        for (const { id, task } of theirs)
          await updateItem(itemKey.job(id), FORGOTTEN, forgotten({ task }, clock));
        from = page.next;
      } while (from !== undefined);
    },

    async eraseHistory(userId) {
      const kept = [itemKey.mail(userId, '', ''), ...(table.sandbox ? [itemKey.activity(userId, '')] : [])];
      for (const { pk } of kept)
        for (const itemKey of await queryAll(table, pk, '', toKey)) await deleteByKey(itemKey);
    },

    async eraseBuyers(testimonyId) {
      const { pk, sk } = itemKey.checkoutPointer(testimonyId, '');
      for (const sessionId of await queryAll(table, pk, sk, item => String(item.sessionId))) {
        await updateItem(itemKey.checkout(sessionId), 'SET buyer = :nobody', { ':nobody': null });
      }
    },

    async eraseOffer({ id, testimonyId }) {
      await write([
        ['offer', { Delete: { TableName, Key: { ...itemKey.offer(testimonyId, id) } } }],
        ['pointer', { Delete: { TableName, Key: { ...itemKey.offerPointer(id) } } }],
      ]);
    },

    async eraseOfferNote({ id, testimonyId }) {
      await updateItem(itemKey.offer(testimonyId, id), 'SET note = :none', { ':none': null });
    },

    async eraseExpertPointer(testimonyId, expertId) {
      await deleteByKey(itemKey.ofExpert(expertId, testimonyId));
    },
  };
}

const toKey = ({ pk, sk }: Item): Key => ({ pk, sk });

function isTo(task: Task, userId: string, address: string): boolean {
  if (task.kind === 'mail-if-known') return task.address === address;
  // Another user may have had the address before, and that user's erasure job must stay.
  return (task.kind === 'mail' || task.kind === 'erase-account') && task.userId === userId;
}

/** Update expression that dismisses a dead job and strips its task down to the kind: its recipient no longer exists. */
const FORGOTTEN = 'SET task = :task, dismissedAt = :now, expiresAt = :expiry REMOVE gsi1pk, gsi1sk';

function forgotten({ task: { kind } }: Pick<Job, 'task'>, clock: Clock) {
  const now = clock.now();
  return {
    ':task': { kind },
    ':now': now.toISOString(),
    ':expiry': expirySeconds(now, JOB_RETENTION_SECONDS),
  };
}
