/**
 * DynamoDB implementation of the unit of work (infra/decisions/0024-unit-of-work.md). Each change is translated into
 * conditional writes. The writes of all changes are committed in one transaction.
 */
import { withCleanUpTime } from '../../../deadline.ts';
import { DomainError } from '../../../domain/errors.ts';
import { ACTIVITY_RETENTION_SECONDS, type ActivityEvent } from '../../../domain/model/activity/activity.ts';
import type { Change, ChangeOf } from '../../../domain/model/change.ts';
import type { Random } from '../../../domain/ports/services.ts';
import type { UnitOfWork } from '../../../domain/ports/unit-of-work.ts';
import { getCurrentRequestId } from '../../../log.ts';
import type { Environment } from '../../environment.ts';
import { accountWriters } from '../accounts/account-writes.ts';
import { auditWriters } from '../activity/audit.ts';
import { uploadWriters } from '../files/uploads.ts';
import { createIdempotencyRecordWrites } from '../idempotency/record-writes.ts';
import { jobWriters } from '../jobs/job-writes.ts';
import { limitWriters } from '../limits/rate-limiter.ts';
import { digestWriters } from '../mails/digests.ts';
import { mailWriters } from '../mails/mails.ts';
import { partnerWriters } from '../partners/partners.ts';
import { paymentWriters } from '../payments/payment-writes.ts';
import { getPartnerEventsPartition, itemKey } from '../table/keys.ts';
import { computeExpirySeconds, type Table, writeTransaction } from '../table/table.ts';
import { type ConditionalWrite, createPut, orConflict } from '../table/writes.ts';
import { testimonyWriters } from '../testimonies/testimony-writes.ts';
import {
  createWebhookDeliveryWrites,
  readWebhooksOfEvents,
  type WebhooksByUser,
  webhookWriters,
} from '../webhooks/webhook-writes.ts';

export function dynamoUnitOfWork(table: Table, random: Random, environment: Environment): UnitOfWork {
  const writers = {
    ...accountWriters(table),
    ...auditWriters(table),
    ...digestWriters(table),
    ...jobWriters(table),
    ...limitWriters(table, environment),
    ...mailWriters(table),
    ...partnerWriters(table),
    ...paymentWriters(table),
    ...testimonyWriters(table),
    ...uploadWriters(table),
    ...webhookWriters(table),
  };
  const writesOf = (change: Change, webhooks: WebhooksByUser): ConditionalWrite[] =>
    change.kind === 'activity-recorded'
      ? activityWrites(table, change, webhooks, random)
      : (writers[change.kind] as (change: Change) => ConditionalWrite[])(change);

  return {
    async commit(changes, record) {
      const isOutcome = changes.some(isOutcomeOfJob);
      const inTime = <Result>(work: () => Promise<Result>) => (isOutcome ? withCleanUpTime(work) : work());
      const webhooks = await inTime(() => readWebhooksOfEvents(table, changes));
      const conditional = changes.flatMap(change =>
        writesOf(change, webhooks).map(write => ({ change, ...write })),
      );
      const recordWrites = record ? createIdempotencyRecordWrites(table, record, findNewUserId(changes)) : [];
      const writes = [...conditional.map(({ write }) => write), ...recordWrites];
      const failed = await inTime(() => writeTransaction(table, writes, random.uuid()));
      if ([...failed.keys()].some(index => index >= conditional.length)) throw new DomainError('unavailable');
      return conditional.flatMap(({ change, rejection }, index) => {
        if (!failed.has(index)) return [];
        const reason = typeof rejection === 'function' ? rejection(failed.get(index) ?? {}) : rejection;
        return [{ change, ...reason }];
      });
    },
  };
}

/**
 * Returns whether a change ends a job. Such changes are committed even after the deadline. Otherwise the job would run
 * again and, for example, send its mail a second time.
 */
const isOutcomeOfJob = ({ kind }: Change) => kind === 'job-completed' || kind === 'job-died';

/** Returns the id of a new user. Account deletion finds the idempotency record of the registration by this id. */
function findNewUserId(changes: readonly Change[]): string | undefined {
  return changes.find(change => change.kind === 'account-created')?.user.id;
}

/**
 * Builds the writes that add an event to the transaction that caused it: the event, and its delivery to the webhook of
 * the user's partner.
 */
function activityWrites(
  table: Table,
  { activity }: ChangeOf<'activity-recorded'>,
  webhooksByUser: WebhooksByUser,
  random: Random,
): ConditionalWrite[] {
  const { userId, type, about, testimonyId } = activity;
  const id = random.uuid();
  const now = new Date();
  const at = now.toISOString();
  const event: ActivityEvent = { id, userId, type, about, testimonyId, at, requestId: getCurrentRequestId() };
  const expiresAt = computeExpirySeconds(now, ACTIVITY_RETENTION_SECONDS);
  const webhook = webhooksByUser.get(userId);
  const listed = webhook && { gsi1pk: getPartnerEventsPartition(webhook.partnerId), gsi1sk: id };
  return [
    createPut(table, { ...itemKey.activity(userId, id), ...event, ...listed, expiresAt }),
    ...(webhook ? createWebhookDeliveryWrites(table, event, webhook, random) : []),
  ].map(orConflict);
}
