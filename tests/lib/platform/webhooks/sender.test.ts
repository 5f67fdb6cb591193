/** Tests of the sender of webhooks (infra/docs/api/webhooks.md#deliveries). */
import { createServer as createTcpServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createWebhookSender } from '../../../../lib/platform/webhooks/sender.ts';
import { lookupPublic } from '../../../../lib/platform/webhooks/targets.ts';
import { startFakeServer } from '../../../support/fake-server.ts';

const MESSAGE = {
  id: '01a1fdbd-07e8-736d-9fb7-ddc68d9d131e',
  payload: '{"type":"webhook.test"}',
  secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
};

const createLocalSender = (timeoutMs: number) =>
  createWebhookSender({ LOCAL_WEBHOOKS: 'true' }, { timeoutMs });
const local = createLocalSender(20_000);

it('the webhook sender follows no redirect', async () => {
  const target = await startFakeServer(() => ({ status: 200 }));
  const receiver = await startFakeServer(() => ({ status: 307, headers: { location: target.url } }));

  expect(await local.send(receiver.url, MESSAGE)).toMatchObject({ status: 307, error: null });
  expect(target.calls).toHaveLength(0);
});

it('the webhook sender reports a timeout when the receiver does not respond in time', async () => {
  const receiver = await startFakeServer(() => 'hang');
  const result = await createLocalSender(300).send(receiver.url, MESSAGE);

  expect(result).toMatchObject({ status: null, error: 'timeout', body: null });
  expect(result.durationMs).toBeGreaterThanOrEqual(290);
});

it('the webhook sender accepts the status of a response with a long or endless body', async () => {
  const respond = (body: string) => {
    const server = createTcpServer(socket => {
      socket.on('error', () => {});
      socket.once('data', () => socket.write(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${body}`));
    });
    onTestFinished(() => void server.close());
    return new Promise<string>(resolve =>
      server.listen(0, '127.0.0.1', () => {
        const address = server.address();
        resolve(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`);
      }),
    );
  };
  const [stalled, long] = [await respond('2\r\nOK\r\n'), await respond(`ffff\r\n${'x'.repeat(0xffff)}\r\n`)];

  expect(await createLocalSender(2000).send(stalled, MESSAGE)).toMatchObject({
    status: 200,
    error: null,
    body: 'OK',
  });
  expect(await local.send(long, MESSAGE)).toMatchObject({ status: 200, body: 'x'.repeat(1024) });
});

it('the webhook sender reports a connection that is refused or closed', async () => {
  const receiver = await startFakeServer(() => 'hang up');

  expect(await local.send(receiver.url, MESSAGE)).toMatchObject({ status: null, error: 'connection' });
  expect(await local.send('http://127.0.0.1:1/', MESSAGE)).toMatchObject({ error: 'connection' });
});

it('the webhook sender reports a connection error when the receiver switches protocols', async () => {
  const server = createTcpServer(socket => {
    socket.on('error', () => {});
    socket.once('data', () =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n'),
    );
  });
  onTestFinished(() => void server.close());
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;

  expect(await local.send(`http://127.0.0.1:${port}/`, MESSAGE)).toMatchObject({
    status: null,
    error: 'connection',
  });
});

it.each([
  'https://127.0.0.1/',
  'https://10.0.0.1/',
  'https://[::1]/',
  'http://partner.sk/',
  'http://127.0.0.2/',
])('the webhook sender does not connect to %s', async url => {
  expect(await local.send(url, MESSAGE)).toMatchObject({ status: null, error: 'not-allowed' });
});

it('the webhook sender checks the address to which a host name resolves at the time of the connection', async () => {
  const asked: string[] = [];
  const sender = createWebhookSender(
    {},
    {
      lookup: (hostname, options, callback) => {
        asked.push(hostname);
        lookupPublic('localhost', options, callback);
      },
    },
  );

  expect(sender.isAllowed('https://rebinding.partner.sk/')).toBe(true);
  const result = await sender.send('https://rebinding.partner.sk/', MESSAGE);
  expect(result).toMatchObject({ status: null, error: 'not-allowed' });
  expect(asked).toEqual(['rebinding.partner.sk']);
});

it.each([
  [
    'fails',
    (callback: (error: Error) => void) => callback(Object.assign(new Error(), { code: 'EAI_AGAIN' })),
  ],
  ['does not answer in time', () => {}],
])(
  'the webhook sender distinguishes a resolver that %s from a failure of the receiver',
  async (_, resolve) => {
    const sender = createWebhookSender(
      {},
      {
        timeoutMs: 100,
        lookup: (_name, _options, callback) => resolve(error => callback(error as never, '', 4)),
      },
    );

    expect(await sender.send('https://partner.sk/', MESSAGE)).toMatchObject({ error: 'resolver-failed' });
  },
);

it('the webhook sender does not send to the hosts of the service itself', () => {
  const sender = createWebhookSender({
    API_URL: 'https://api.trhovisko.sk/api/v1',
    FRONTEND_URL: 'https://www.trhovisko.sk',
  });
  const urls = ['https://api.trhovisko.sk/webhooks', 'https://www.trhovisko.sk/', 'https://partner.sk/'];
  expect(urls.map(sender.isAllowed)).toEqual([false, false, true]);
});

it('only in the local stack, the webhook sender connects to local addresses', () => {
  expect(local.isAllowed('http://localhost:8080/')).toBe(true);
  expect(createWebhookSender({}).isAllowed('http://localhost:8080/')).toBe(false);
  expect(() => createWebhookSender({ LOCAL_WEBHOOKS: 'true', SECRETS_PATH: '/testimony/sandbox/' })).toThrow(
    'LOCAL_WEBHOOKS is for the local stack only.',
  );
});
