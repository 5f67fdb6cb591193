/** Tests of the lanes in which webhook deliveries run (infra/decisions/0032-webhooks.md#order-and-slow-servers). */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createDeliveryId } from '../../../../lib/domain/model/webhooks/webhook.ts';
import { getDeliveryLaneId } from '../../../../lib/domain/webhooks/deliver-event.ts';

const findLane = (endpointId: string, testimonyId: string | null, userId: string | null = null) =>
  getDeliveryLaneId({ id: createDeliveryId(randomUUID(), endpointId, { testimonyId, userId }) });

it('the deliveries to a webhook run in at most four lanes', () => {
  const lanes = Array.from({ length: 200 }, () => findLane('endpoint', randomUUID()));

  expect(new Set(lanes).size).toBe(4);
});

it('the deliveries of a testimony share a lane, and so do those of a user without a testimony', () => {
  const [testimonyId, userId] = [randomUUID(), randomUUID()];

  expect(findLane('endpoint', testimonyId, userId)).toBe(findLane('endpoint', testimonyId, randomUUID()));
  expect(findLane('endpoint', null, userId)).toBe(findLane('endpoint', null, userId));
});

it('deliveries to different webhooks share no lane', () => {
  const testimonyId = randomUUID();

  expect(findLane('one', testimonyId)).not.toBe(findLane('other', testimonyId));
});
