import { once } from 'node:events';
import { createServer, get } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { selfSigned } from '../../../../infra/bench/certificate.ts';
import { warmed } from '../../../../lib/platform/aws/warm-connection.ts';

const ON_LAMBDA = { AWS_LAMBDA_FUNCTION_NAME: 'any' };

it('opens nothing outside Lambda, and nothing without TLS', () => {
  expect(warmed({}, 'https://127.0.0.1:1')).toEqual({});
  expect(warmed(ON_LAMBDA, 'http://127.0.0.1:1')).toEqual({});
});

it('connects anew when the opened connection has failed', async () => {
  const { cert, key } = selfSigned();
  const server = createServer({ cert, key }, (_, response) => response.end('hello')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { httpsAgent: agent } = warmed(ON_LAMBDA, url);
  onTestFinished(() => {
    agent?.destroy();
    server.close();
  });
  await sleep(100); // long enough for it to find that nobody vouches for this certificate

  const [response] = await once(get(url, { agent, ca: cert }), 'response');

  expect(response.statusCode).toBe(200);
});
