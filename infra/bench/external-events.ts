/** Simulates events outside of API calls: jobs from the table's stream, links from mails, and Stripe's webhooks. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import Stripe from 'stripe';
import { DEAD_JOBS_PARTITION } from '../../lib/platform/aws/jobs/job-writes.ts';
import { connectProvider } from '../../tests/support/stripe-provider.ts';
import { type EmulatedService, WEBHOOK_SECRET } from './emulated-service.ts';
import { scanPartitions } from './fill-table.ts';

/**
 * Returns the first capturing group of a pattern that matches a mail to this e-mail address.
 *
 * @throws AssertionError when no mail matches
 */
export async function findInMail(
  { environment }: EmulatedService,
  email: string,
  pattern: RegExp,
): Promise<string> {
  const query = new URLSearchParams({ to: email });
  const response = await fetch(`${environment.AWS_ENDPOINT_URL_SES}/store?${query}`);
  const { emails } = (await response.json()) as { emails: { body: { text: string } }[] };
  const [found] = emails.flatMap(({ body }) => pattern.exec(body.text)?.slice(1) ?? []);
  assert.ok(found, `no mail to ${email} contains ${pattern}`);
  return found;
}

/** Marks an open job as dead, as after hours of failed attempts: the job with this task, or any. */
export async function markJobDead(
  service: EmulatedService,
  wanted: Readonly<Record<string, string>> = {},
): Promise<{ id: string; kind: string }> {
  const jobs = await scanPartitions(service, /^JOB#/);
  const job = jobs.find(
    ({ gsi1pk, task }) =>
      String(gsi1pk).startsWith('JOBS#open') &&
      Object.entries(wanted).every(([name, value]) => (task as Record<string, unknown>)[name] === value),
  );
  assert.ok(job, 'there is no open job');
  await service.documentClient.send(
    new UpdateCommand({
      TableName: service.table,
      Key: { pk: job.pk, sk: job.sk },
      UpdateExpression: 'SET gsi1pk = :dead, gsi1sk = :id, diedAt = :now',
      ExpressionAttributeValues: {
        ':dead': DEAD_JOBS_PARTITION,
        ':id': job.id,
        ':now': new Date().toISOString(),
      },
    }),
  );
  return { id: String(job.id), kind: (job.task as { kind: string }).kind };
}

/** Deletes the record of a movement of money, so that it exists only at the provider. */
export async function forgetMovement(service: EmulatedService): Promise<void> {
  const items = await scanPartitions(service, /^TESTIMONY#/);
  const movement = items.find(({ sk }) => String(sk).startsWith('MONEY#'));
  assert.ok(movement, 'there is no movement');
  const Key = { pk: movement.pk, sk: movement.sk };
  await service.documentClient.send(new DeleteCommand({ TableName: service.table, Key }));
}

/** Sends Stripe's event `checkout.session.completed` for a checkout session. */
export async function sendPaymentEvent(
  { environment, call }: EmulatedService,
  sessionId: string,
): Promise<void> {
  const type = 'checkout.session.completed';
  const session = await connectProvider(environment.STRIPE_URL ?? '').getSession(sessionId);
  const event = {
    id: `evt_${randomUUID()}`,
    object: 'event',
    type,
    livemode: false,
    data: { object: session },
  };
  const payload = JSON.stringify(event);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET });
  await call('webhooks-stripe', { headers: { 'stripe-signature': signature }, body: event });
}

/** Delivers every job, as the table's stream would. */
export async function deliverJobs(service: EmulatedService): Promise<void> {
  for (const { pk } of await scanPartitions(service, /^JOB#/)) {
    const dynamodb = { Keys: { pk: { S: pk } }, SequenceNumber: '1' };
    await service.invoke('jobs-deliver', { Records: [{ eventName: 'INSERT', dynamodb }] });
  }
}
