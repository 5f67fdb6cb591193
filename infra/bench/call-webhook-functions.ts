/** Calls of the functions for events and webhooks. */
import assert from 'node:assert/strict';
import type { EmulatedService } from './emulated-service.ts';
import { scanPartitions } from './fill-table.ts';
import { registerVerifiedClient } from './user-actions.ts';

/** Nothing listens here, so a delivery fails at once. */
const URL = 'http://127.0.0.1:1/';

/** Creates an endpoint, delivers a test event to it, and deletes it. */
export async function callWebhookFunctions(service: EmulatedService): Promise<void> {
  const { call, invoke } = service;
  const { token } = await registerVerifiedClient(service);
  await call('me-list-events', { token });
  const body = { url: URL, types: ['testimony.created', 'testimony.accepted'] };
  const { id } = (await call('webhook-endpoints-create', { token, body })).data;
  const params = { id };
  await call('webhook-endpoints-list', { token });
  await call('webhook-endpoints-show', { token, params });
  await call('webhook-endpoints-update', { token, params, body });
  await call('webhook-endpoints-rotate-secret', { token, params });
  await call('webhook-endpoints-send-test', { token, params });
  const deliveries = await scanPartitions(service, /^DELIVERY#/);
  await invoke('jobs-deliver-webhooks', {
    Records: deliveries.map(({ pk, endpointId }, index) => ({
      eventName: 'INSERT',
      dynamodb: {
        Keys: { pk: { S: pk } },
        NewImage: { endpointId: { S: endpointId } },
        SequenceNumber: String(index),
      },
    })),
  });
  const [delivery] = (await call('webhook-endpoints-list-deliveries', { token, params })).data;
  assert.equal(delivery.error, 'connection');
  await call('webhook-endpoints-resend', { token, params: { id, deliveryId: delivery.id } });
  await invoke('jobs-sweep-webhooks', {});
  await call('webhook-endpoints-delete', { token, params });
}
