/** Tests of the front page of the local stack, on a separate hapi server. */
import { Server } from '@hapi/hapi';
import { expect, it } from 'vitest';
import { attachFrontPage } from '../../../infra/local/front-page.ts';
import { TEST_ACCOUNTS } from '../../../infra/local/test-accounts.ts';

const SETTINGS = {
  API_URL: 'http://localhost:3000',
  CONSOLE_URL: 'http://localhost:8006',
  INBOX_URL: 'http://localhost:8005',
  TEST_ACCOUNTS: 'true',
};

async function request(url: string, { method = 'GET', settings = SETTINGS } = {}) {
  const server = new Server();
  attachFrontPage(server, settings);
  const { statusCode, headers, payload } = await server.inject({ method, url });
  return { status: statusCode, headers, body: payload };
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

it.each(['/docs', '/docs/', '/api', '/api/v1', '/api/v1/'])(
  'the local stack redirects %s to the API reference',
  async path => {
    expect(await request(path)).toMatchObject({ status: 302, headers: { location: '/api/v1/docs' } });
  },
);
