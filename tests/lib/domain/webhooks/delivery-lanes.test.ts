/** Order in which webhook deliveries run (infra/decisions/0032-webhooks.md#an-outbox-of-its-own) */
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { runByEndpoint } from '../../../../lib/domain/webhooks/delivery-lanes.ts';

const listed = (...deliveries: [endpointId: string, id: string][]) =>
  deliveries.map(([endpointId, id]) => ({ endpointId, id }));

it('runs deliveries to one endpoint in the order of their ids, never two at the same time', async () => {
  const begun: string[] = [];
  const running = new Set<string>();
  const run = async (id: string) => {
    const [endpoint = ''] = id.split('-').slice(1);
    expect(running).not.toContain(endpoint);
    running.add(endpoint);
    begun.push(id);
    await wait(5);
    running.delete(endpoint);
  };
  const deliveries = listed(['a', '3-a'], ['b', '2-b'], ['a', '1-a'], ['b', '4-b'], ['a', '5-a']);

  expect(await runByEndpoint(deliveries, { run, hasTime: () => true, concurrency: 3 })).toEqual([]);
  expect(begun.filter(id => id.endsWith('a'))).toEqual(['1-a', '3-a', '5-a']);
  expect(begun.filter(id => id.endsWith('b'))).toEqual(['2-b', '4-b']);
});

it('serves each endpoint once before it serves one again, whoever has most deliveries', async () => {
  const begun: string[] = [];
  const run = async (id: string) => void begun.push(id);
  const deliveries = listed(['flood', '1'], ['flood', '2'], ['flood', '3'], ['other', '4'], ['third', '5']);

  await runByEndpoint(deliveries, { run, hasTime: () => true, concurrency: 1 });

  expect(begun).toEqual(['1', '4', '5', '2', '3']);
});

it('starts nothing when the time is up, and reports runs that failed', async () => {
  const begun: string[] = [];
  const run = async (id: string) => {
    begun.push(id);
    if (id === '1') throw new Error('no table');
  };
  const deliveries = listed(['a', '1'], ['b', '2'], ['c', '3'], ['a', '4']);

  const failed = await runByEndpoint(deliveries, { run, hasTime: () => begun.length < 2, concurrency: 1 });

  expect(failed).toMatchObject([{ deliveryId: '1', error: { message: 'no table' } }]);
  expect(begun).toEqual(['1', '2']);
});
