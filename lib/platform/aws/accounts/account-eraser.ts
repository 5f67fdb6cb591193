/**
 * DynamoDB implementation of account deletion. Every operation is idempotent: it erases the remaining data and does
 * nothing if there is none.
 */
import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { LONGEST_RETRY_DELAY_MS } from '../../../domain/jobs/retry-schedule.ts';
import type { Job, JobTask } from '../../../domain/model/jobs/job.ts';
import type { AccountEraser } from '../../../domain/ports/account-eraser.ts';
import type { Clock, Random } from '../../../domain/ports/services.ts';
import { JOB_RETENTION_SECONDS } from '../jobs/job-writes.ts';
import { dynamoJobs } from '../jobs/jobs.ts';
import { itemKey } from '../table/keys.ts';
import { queryAll } from '../table/lists.ts';
import { toTestimonyPointer } from '../table/records.ts';
import {
  computeExpirySeconds,
  type Item,
  ignoreFailedCondition,
  type Key,
  readRecord,
  type Table,
  writeTransaction,
} from '../table/table.ts';
import { createDelete, createUpdate, EXISTS } from '../table/writes.ts';

export function dynamoAccountEraser(table: Table, clock: Clock, random: Random): AccountEraser {
  const { client, name: TableName } = table;
  const deleteByKey = (Key: Key) => client.send(new DeleteCommand({ TableName, Key }));

  const updateItem = (key: Key, change: string, values: Record<string, unknown>) =>
    ignoreFailedCondition(client.send(new UpdateCommand(createUpdate(table, key, change, values, EXISTS))));

  return {
    listTestimonies({ id, role }) {
      const key = role === 'client' ? itemKey.ofClient(id, '') : itemKey.ofExpert(id, '');
      return queryAll(table, key, ({ sk }) => sk);
    },

    async listOfferIds(testimonyId, expertId) {
      const pointer = await readRecord(table, itemKey.ofExpert(expertId, testimonyId), toTestimonyPointer);
      return pointer?.offerIds ?? [];
    },

    async eraseTokens(userId) {
      for (const storedKey of await queryAll(table, itemKey.token(userId, ''), toKey))
        await deleteByKey(storedKey);
    },

    async eraseStoredResponses(userId) {
      for (const id of await queryAll(table, itemKey.idempotencyRecord(userId, ''), item =>
        String(item.id),
      )) {
        // The record that a signed-out request stored is deleted before the account's item that refers to it, so that a
        // repeated run still finds the record.
        await deleteByKey(itemKey.idempotencyRecord(id, id));
        await deleteByKey(itemKey.idempotencyRecord(userId, id));
      }
    },

    async eraseReasons(about) {
      const reasons = await queryAll(table, itemKey.auditReason(about, ''), item => item);
      for (const { kept, ...item } of reasons) if (!kept) await deleteByKey(toKey(item));
    },

    async eraseUnsentMails(userId, addresses, market) {
      const { listDead, listDue } = dynamoJobs(table, clock);
      const forget = async (jobs: readonly Job[]) => {
        const theirs = jobs.filter(({ task }) => isTo(task, userId, addresses, market));
        for (const { id, task } of theirs)
          await updateItem(itemKey.job(id), FORGOTTEN, forgotten({ task }, clock));
      };
      await forget((await listDue(LONGEST_RETRY_DELAY_MS)).filter(isNoPartOfClosing));
      let from: string | undefined;
      do {
        const page = await listDead(from === undefined ? {} : { from });
        await forget(page.items);
        from = page.next;
      } while (from !== undefined);
    },

    async eraseHistory(userId) {
      const partitions = [itemKey.mail(userId, '', ''), itemKey.activity(userId, '')];
      for (const { pk } of partitions)
        for (const storedKey of await queryAll(table, { pk, sk: '' }, toKey)) await deleteByKey(storedKey);
      await deleteByKey(itemKey.digest(userId));
      await deleteByKey(itemKey.secondFactor(userId));
    },

    async eraseBuyers(testimonyId) {
      for (const sessionId of await queryAll(table, itemKey.checkoutPointer(testimonyId, ''), item =>
        String(item.sessionId),
      )) {
        await updateItem(itemKey.checkout(sessionId), 'SET buyer = :nobody', { ':nobody': null });
      }
    },

    async eraseOffer({ id, testimonyId }) {
      const keys = [itemKey.offer(testimonyId, id), itemKey.offerPointer(id)];
      await writeTransaction(
        table,
        keys.map(key => createDelete(table, key)),
        random.uuid(),
      );
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

/**
 * Returns whether a job is neither the erasure of an account nor the mail about its closing. These two jobs must still
 * run.
 */
const isNoPartOfClosing = ({ task }: Job): boolean =>
  task.kind !== 'erase-account' && !(task.kind === 'mail' && task.mail === 'account-closed');

function isTo(
  task: JobTask,
  userId: string,
  addresses: readonly string[],
  market: string | undefined,
): boolean {
  if (task.kind === 'mail-if-known') return addresses.includes(task.address) && task.market === market;
  // An erasure job is matched by its user id and never by an address. An earlier user may have had the same address,
  // and the erasure job of that user must not be dismissed.
  return (task.kind === 'mail' || task.kind === 'erase-account') && task.userId === userId;
}

/** Update expression that dismisses a job whose recipient has been erased. Only the task's `kind` is kept. */
const FORGOTTEN = 'SET task = :task, dismissedAt = :now, expiresAt = :expiry REMOVE gsi1pk, gsi1sk';

function forgotten({ task: { kind } }: Pick<Job, 'task'>, clock: Clock) {
  const now = clock.now();
  return {
    ':task': { kind },
    ':now': now.toISOString(),
    ':expiry': computeExpirySeconds(now, JOB_RETENTION_SECONDS),
  };
}
