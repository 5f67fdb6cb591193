import { once } from 'node:events';
import { createServer, get } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { expect, it, onTestFinished } from 'vitest';
import { selfSigned } from '../../../../infra/bench/certificate.ts';
import { openDynamo } from '../../../../lib/platform/aws/services.ts';
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

/** A table over TLS that everybody trusts, its connections, and the names by which it was called. */
async function trusted() {
  const { cert, key } = selfSigned();
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, cert]);
  const names: string[] = [];
  const connections: unknown[] = [];
  const SNICallback = (name: string, done: (error: null) => void) => {
    names.push(name);
    done(null);
  };
  const headers = { 'content-type': 'application/x-amz-json-1.0' };
  const server = createServer({ cert, key, SNICallback }, (_, response) =>
    response.writeHead(200, headers).end('{}'),
  );
  server.on('connection', connection => connections.push(connection));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    setDefaultCACertificates(before);
    server.closeAllConnections();
    server.close();
  });
  return { names, connections, port: (server.address() as AddressInfo).port };
}

it('has the first call of the table find it open, and the next ones, too', async () => {
  const { connections, port } = await trusted();
  const call = openDynamo({
    ...ON_LAMBDA,
    AWS_REGION: 'eu-central-1',
    AWS_ENDPOINT_URL_DYNAMODB: `https://127.0.0.1:${port}`,
  });
  await expect.poll(() => connections).toHaveLength(1);

  await call({ headers: {}, body: '{}' });
  await call({ headers: {}, body: '{}' });

  expect(connections).toHaveLength(1);
});

it('gives it to one of two calls at once', async () => {
  const { connections, port } = await trusted();
  const url = `https://127.0.0.1:${port}`;
  const { httpsAgent: agent } = warmed(ON_LAMBDA, url);
  await expect.poll(() => connections).toHaveLength(1);

  const responses = await Promise.all([1, 2].map(() => once(get(url, { agent }), 'response')));

  expect(responses.map(([{ statusCode }]) => statusCode)).toEqual([200, 200]);
  expect(connections).toHaveLength(2);
  agent?.destroy();
});

it('says the name of the host, of which an address has none', async () => {
  const { names, connections, port } = await trusted();

  const agents = ['localhost', '127.0.0.1'].map(
    host => warmed(ON_LAMBDA, `https://${host}:${port}`).httpsAgent,
  );

  await expect.poll(() => connections).toHaveLength(2);
  await expect.poll(() => names).toEqual(['localhost']);
  for (const agent of agents) agent?.destroy();
});
