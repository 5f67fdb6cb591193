/** What comes from outside of a request: the provider's word, the stream's records, a mail that arrives. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { STRIPE_SECRET_KEY } from '../local/emulators.ts';
import { itemsOf } from './crowd.ts';
import { type FreshEmulators, WEBHOOK_SECRET } from './fresh-emulators.ts';
import type { Service } from './service.ts';

/** The provider's word that a session is paid. */
export async function tellPaid(
  emulators: FreshEmulators,
  service: Service,
  sessionId: string,
): Promise<void> {
  const answer = await fetch(`${emulators.environment.STRIPE_URL}/v1/checkout/sessions/${sessionId}`, {
    headers: { authorization: `Bearer ${STRIPE_SECRET_KEY}` },
  });
  const data = { object: await answer.json() };
  const type = 'checkout.session.completed';
  const payload = JSON.stringify({ id: `evt_${randomUUID()}`, object: 'event', type, livemode: false, data });
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET });
  const headers = { 'stripe-signature': signature };
  await service.call('webhooks-stripe', { headers, type: 'application/json', body: Buffer.from(payload) });
}

/** As the stream would, one record after another. */
export async function deliverAll({ dynamodb, table }: FreshEmulators, service: Service): Promise<void> {
  for (const { pk } of await itemsOf(dynamodb, table, /^JOB#/)) {
    const dynamodb = { Keys: { pk }, SequenceNumber: '1' };
    await service.invoke('jobs-deliver', { Records: [{ eventName: 'INSERT', dynamodb }] });
  }
}

export async function textFor(
  { environment }: FreshEmulators,
  email: string,
  pattern: RegExp,
): Promise<string> {
  const query = new URLSearchParams({ to: email });
  const answer = await fetch(`${environment.AWS_ENDPOINT_URL_SES}/store?${query}`);
  const { emails } = (await answer.json()) as { emails: { body: { text: string } }[] };
  const [found] = emails.flatMap(({ body }) => pattern.exec(body.text)?.slice(1) ?? []);
  assert.ok(found, `no mail to ${email} says ${pattern}`);
  return found;
}
