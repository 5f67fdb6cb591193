/** Test that runs the webhook receiver from the guide with deliveries of the service. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished, vi } from 'vitest';
import { findFreePort } from '../../../infra/local/ports.ts';
import { startMarket } from '../../support/start-market.ts';
import { createWebhookFor, deliverEvents } from '../../support/webhook-receiver.ts';

const ROOT = new URL('../../../', import.meta.url);
const guide = readFileSync(new URL('infra/docs/guides/webhooks.md', ROOT), 'utf8');
const [, receiver = ''] = /<<'JS'\n(.*?)^JS$/ms.exec(guide) ?? [];

/** Starts the receiver in a separate folder. Returns a function that returns its output. */
function startReceiver(secret: string, port: number): () => string {
  const folder = mkdtempSync(join(tmpdir(), 'receiver-'));
  symlinkSync(fileURLToPath(new URL('node_modules', ROOT)), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'receiver.cjs'), receiver.replace('4000', String(port)));
  const child = spawn(process.execPath, [join(folder, 'receiver.cjs')], {
    env: { PATH: process.env.PATH, WEBHOOK_SECRET: secret },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk));
  onTestFinished(async () => {
    const ended = once(child, 'exit');
    child.kill();
    await ended;
    rmSync(folder, { recursive: true });
  });
  return () => output;
}

it('the receiver of the webhook guide handles each genuine event once and rejects forged ones', async () => {
  expect(receiver).toContain('listen(4000)');
  const market = await startMarket();
  const client = await market.createClient();
  const port = await findFreePort();
  const url = `http://localhost:${port}/`;
  const { get, post, secret } = await createWebhookFor(market, client, url);
  const readOutput = startReceiver(secret, port);
  await vi.waitFor(() => fetch(url, { method: 'POST' }), 10_000);

  await post('/partner/webhook/test'); // The first challenge came before the receiver ran.
  await deliverEvents(market.service);
  await client.createTestimony();
  await deliverEvents(market.service);
  const path = '/partner/deliveries';
  const [delivery] = (await get(path)).body.data;
  await post(`${path}/${delivery.id}/resend`);
  await deliverEvents(market.service);

  expect(readOutput()).toBe('testimony.created\n');
  const statuses = (await get(path)).body.data.map(({ status }: { status: number }) => status);
  expect(statuses).toEqual([204, 204, 200, null]);
  const forged = await fetch(url, { method: 'POST', body: '{"type":"testimony.created"}' });
  expect(forged.status).toBe(400);
});
