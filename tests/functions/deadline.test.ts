/**
 * Tests that requests and jobs end before the timeout of their function when a dependency does not respond
 * (infra/docs/api/conventions.md#deadline). The tests of the clients check that each client ends its calls at the
 * deadline.
 */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect, inject, it } from 'vitest';
import { ENTRIES } from '../../infra/functions/index.ts';
import { createJob } from '../../lib/domain/changes.ts';
import { clientBody, expertBody, uniqueEmail } from '../support/builders.ts';
import { controlTimers } from '../support/control-timers.ts';
import { withIdempotencyKey } from '../support/create-request.ts';
import {
  isDynamoOperation,
  type ReceivedRequest,
  startFakeServer,
  startFaultProxy,
} from '../support/fake-server.ts';
import { listItems, listObjectKeys } from '../support/inspect-store.ts';
import { type Market, startMarket } from '../support/start-market.ts';
import { type ServiceResponse, startService } from '../support/start-service.ts';
import { testimonyBody } from '../support/testimony-builders.ts';

/** Remaining time that Lambda reports for each invocation. */
const TIME_LEFT_MS = 1000;
/** Time after which the work of a request is cut off. Only its clean-up may continue until `END_MS`. */
const WORK_MS = 700;
/** Time after which a job is cut off: the same share of `WORK_MS` as `WORK_MS` is of `TIME_LEFT_MS`. */
const JOB_MS = 490;
const END_MS = 900;

const UNAVAILABLE = { status: 503, headers: { 'retry-after': '5', 'x-error-code': 'unavailable' } };

async function startHangingNameServer(onCall: () => void): Promise<string> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1').unref().on('message', onCall);
  await once(socket, 'listening');
  return `127.0.0.1:${socket.address().port}`;
}

const isWrite = (call: ReceivedRequest): boolean =>
  isDynamoOperation('TransactWriteItems', call) || isDynamoOperation('PutItem', call);

/** For each dependency, a function that prepares a request that needs it. */
const REQUESTS: Readonly<Record<string, (market: Market) => Promise<() => Promise<ServiceResponse>>>> = {
  'table that is read': async market => {
    const client = await market.createClient();
    return () => client.get('/me');
  },
  'table that is written': async market => {
    const client = await market.createClient();
    return () => client.post('/testimonies', testimonyBody());
  },
  bucket: async market => () => market.service.post('/auth/register/expert', expertBody()),
  'payment provider': async market => {
    const { client, offer } = await market.createOfferedTestimony();
    return () => client.startCheckout(offer.id);
  },
  'bot check': async market => () => market.service.post('/auth/register/expert', expertBody()),
  'name server': async market => () => market.service.post('/auth/register/client', clientBody()),
};

it.each(Object.entries(REQUESTS))(
  'a request that needs the %s returns 503 before the deadline when that dependency does not respond',
  async (dependency, prepare) => {
    let isHanging = false;
    let passTime: ReturnType<typeof controlTimers> | undefined;
    // The test does not control the socket timer with which Stripe's library ends a call. The request therefore ends
    // only when the time for clean-up has also passed.
    const onCall = () => passTime?.(dependency === 'payment provider' ? END_MS : WORK_MS);
    const hang = (name: string) => {
      if (!isHanging || name !== dependency) return undefined;
      onCall();
      return 'hang' as const;
    };
    const { dynamodb, s3 } = inject('emulators');
    const [table, bucket, provider, turnstile] = await Promise.all([
      startFaultProxy(dynamodb, call => hang(isWrite(call) ? 'table that is written' : 'table that is read')),
      startFaultProxy(s3, () => hang('bucket')),
      startFakeServer(() => hang('payment provider') ?? { status: 500 }),
      startFakeServer(() => hang('bot check') ?? { status: 500 }),
    ]);
    const market = await startMarket({
      STRIPE_URL: provider.url,
      AWS_ENDPOINT_URL_DYNAMODB: table.url,
      AWS_ENDPOINT_URL_S3: bucket.url,
      ...(dependency === 'name server' && { DNS_SERVERS: await startHangingNameServer(onCall) }),
      ...(dependency === 'bot check' && { BOT_PROTECTION: 'true', TURNSTILE_URL: turnstile.url }),
    });
    const request = await prepare(market);

    passTime = controlTimers();
    isHanging = true;
    market.service.invocation.timeLeftMs = TIME_LEFT_MS;

    expect(await request()).toMatchObject(UNAVAILABLE);
  },
);

it('every route uses the adapter that sets the deadline of a request', () => {
  const routes = Object.values(ENTRIES).filter(({ events = [] }) => events.some(({ httpApi }) => httpApi));
  const others = routes.filter(
    ({ handler }) => !readFileSync(handler.replace(/\.handler$/, '.ts'), 'utf8').includes('endpointHandler('),
  );

  expect(routes.length).toBeGreaterThan(50);
  expect(others).toEqual([]);
});

it('a committed registration that was cut off at the deadline can be repeated with its idempotency key', async () => {
  const passTime = controlTimers();
  let isLost = true;
  const table = await startFaultProxy(inject('emulators').dynamodb, call => {
    if (!isLost || !isDynamoOperation('TransactWriteItems', call)) return undefined;
    return () => {
      passTime(WORK_MS);
      return 'hang';
    };
  });
  const service = await startService({ AWS_ENDPOINT_URL_DYNAMODB: table.url });
  const [body, withKey] = [expertBody(), withIdempotencyKey()];
  service.invocation.timeLeftMs = TIME_LEFT_MS;

  const cutOff = await service.post('/auth/register/expert', body, withKey);
  isLost = false;
  const repeated = await service.post('/auth/register/expert', body, withKey);

  expect(cutOff.status).toBe(503);
  expect(repeated.status).toBe(201);
  expect(repeated.headers['idempotency-replayed']).toBe('true');
  await service.runJobs();
  const scans = (await listObjectKeys(service.deps)).filter(key => key.startsWith('identity-documents/'));
  expect(scans).toHaveLength(2);
});

it('a registration that ends at the deadline before the table responds leaves no stored identity scans', async () => {
  const passTime = controlTimers();
  const table = await startFaultProxy(inject('emulators').dynamodb, call => {
    if (!isDynamoOperation('BatchGetItem', call)) return undefined;
    passTime(WORK_MS);
    return 'hang';
  });
  const service = await startService({ AWS_ENDPOINT_URL_DYNAMODB: table.url });
  service.invocation.timeLeftMs = TIME_LEFT_MS;

  expect((await service.post('/auth/register/expert', expertBody())).status).toBe(503);

  expect(await listObjectKeys(service.deps)).toEqual([]);
});

it('a job that is cut off at the deadline is tried again later', async () => {
  const passTime = controlTimers();
  const ses = await startFakeServer(() => {
    passTime(JOB_MS);
    return 'hang';
  });
  const service = await startService({ AWS_ENDPOINT_URL_SES: ses.url });
  await service.registerClient();
  service.invocation.timeLeftMs = TIME_LEFT_MS;
  const [{ id } = { id: '' }] = await listItems(service.deps, 'JOB#');

  expect(await service.streamJobs([id])).toEqual({ batchItemFailures: [] });

  const [job] = await listItems(service.deps, `JOB#${id}`);
  expect(job).toMatchObject({ attempts: 1, gsi1pk: expect.stringMatching(/^JOBS#open/) });
  const delay = Date.parse(job?.gsi1sk) - service.deps.clock.now().getTime();
  expect(delay).toBeLessThan(31_000);
  expect(ses.calls).toHaveLength(1);
});

it('a job whose tenth attempt is cut off at the deadline becomes a dead job with its cause', async () => {
  const passTime = controlTimers();
  const { deps, ...service } = await startService();
  const job = { ...createJob({ kind: 'close-sessions', testimonyId: 'nowhere' }, deps), attempts: 9 };
  await deps.jobs.add(job);
  deps.testimonies.listOffers = async () => {
    passTime(JOB_MS);
    throw new Error('no answer');
  };
  service.invocation.timeLeftMs = TIME_LEFT_MS;

  await service.streamJobs([job]);

  expect(await deps.jobs.find(job.id)).toMatchObject({
    diedAt: expect.any(String),
    failure: { error: 'Error: no answer' },
  });
});

it('a mail that was sent just before the deadline is recorded and not sent again', async () => {
  const passTime = controlTimers();
  const service = await startService();
  const { mailer } = service.deps;
  const email = uniqueEmail();
  await service.registerClient({ email });
  service.invocation.timeLeftMs = TIME_LEFT_MS;
  service.deps.mailer = {
    ...mailer,
    async send(to, mail) {
      const result = await mailer.send(to, mail);
      passTime(JOB_MS);
      return result;
    },
  };

  await service.streamJobs((await listItems(service.deps, 'JOB#')).map(job => job.id));

  const jobs = await listItems(service.deps, 'JOB#');
  expect(jobs.map(({ doneAt }) => doneAt)).toEqual([expect.any(String)]);
  expect(await service.listMailsTo(email)).toHaveLength(1);
});
