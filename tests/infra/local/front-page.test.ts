/** Tests of the front page of the local stack, on a server of its own. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createPageResponder } from '../../../infra/local/front-page.ts';
import { closeServer } from '../../../infra/local/http-server.ts';
import { TEST_ACCOUNTS } from '../../../infra/local/test-accounts.ts';

const SETTINGS = {
  API_URL: 'http://localhost:3000',
  CONSOLE_URL: 'http://localhost:8006',
  INBOX_URL: 'http://localhost:8005',
  TEST_ACCOUNTS: 'true',
};

async function request(path: string) {
  const server = createServer(createPageResponder(SETTINGS)).listen(0, '127.0.0.1');
  onTestFinished(() => closeServer(server));
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}${path}`);
  return { status: response.status, body: await response.text() };
}

it('the front page has links and the test accounts with their passwords', async () => {
  const { status, body } = await request('/');

  expect(status).toBe(200);
  for (const link of [SETTINGS.CONSOLE_URL, SETTINGS.INBOX_URL, '/api/v1/docs']) {
    expect(body).toContain(`href="${link}"`);
  }
  for (const { email, password } of Object.values(TEST_ACCOUNTS)) {
    expect(body).toContain(email);
    expect(body).toContain(password);
  }
});
