/**
 * Tests that every route responds before the end of its function while a dependency does not respond
 * (infra/docs/api/conventions.md#deadline). The requests are those of the scenarios by which permissions are tested.
 */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, inject, it } from 'vitest';
import { readEntries } from '../../infra/functions/index.cjs';
import { createJob } from '../../lib/domain/changes.ts';
import type { BotCheck } from '../../lib/domain/ports/services.ts';
import { resolverMailDns } from '../../lib/platform/mail-dns.ts';
import { turnstileBotCheck } from '../../lib/platform/turnstile.ts';
import type { RecordCalls } from '../infra/deployment/record-calls.ts';
import { SCENARIOS } from '../infra/deployment/scenarios.ts';
import { expertBody, uniqueEmail } from '../support/builders.ts';
import { withIdempotencyKey } from '../support/create-request.ts';
import { isDynamoOperation, startFakeServer, startFaultProxy } from '../support/fake-server.ts';
import { listItems, listObjectKeys } from '../support/inspect-store.ts';
import { startMarket } from '../support/start-market.ts';
import { type ServiceResponse, startService } from '../support/start-service.ts';

/** Time that Lambda leaves to each request. */
const TIME_LEFT_MS = 1500;

type Dependency = 'table' | 'commit' | 'bucket' | 'payment provider' | 'bot check' | 'name server';

interface Route {
  readonly name: string;
  readonly routeKey: string;
  readonly isSandboxOnly: boolean;
  readonly needs: NonNullable<ReturnType<typeof readEntries>[string]['needs']>;
}

const ROUTES: readonly Route[] = Object.entries(readEntries()).flatMap(
  ([name, { events = [], needs = {}, sandboxOnly: isSandboxOnly = false }]) =>
    events
      .filter(({ httpApi }) => httpApi && httpApi !== '*')
      .map(({ httpApi }) => ({
        name,
        routeKey: httpApi.path ? `${httpApi.method} ${httpApi.path}` : httpApi,
        isSandboxOnly,
        needs,
      })),
);

/** Routes that call each dependency. A function that only signs links has permissions on objects, too. */
const CALLERS: Readonly<Record<Dependency, (route: Route) => boolean>> = {
  table: ({ needs }) => Boolean(needs.table ?? needs.index),
  commit: ({ needs }) => JSON.stringify(needs.table ?? {}).includes('PutItem'),
  bucket: ({ name, needs }) => Boolean(needs.objects) && !name.startsWith('uploads-'),
  'payment provider': ({ needs }) => Boolean(needs.secrets?.includes('stripe-secret-key')),
  'bot check': ({ needs }) => Boolean(needs.settings?.includes('TURNSTILE_URL')),
  'name server': ({ needs }) => Boolean(needs.settings?.includes('DNS_SERVERS')),
};

/** Dependencies that every one of their callers calls in its scenario. */
const ALWAYS_CALLED: readonly Dependency[] = ['table', 'payment provider', 'bot check', 'name server'];

interface ObservedResponse extends ServiceResponse {
  readonly routeKey: string;
  readonly milliseconds: number;
  /** Number of calls of the request that got no response from the dependency. */
  readonly hungCalls: number;
}

async function startHangingNameServer(onCall: () => void): Promise<string> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1').unref().on('message', onCall);
  await once(socket, 'listening');
  return `127.0.0.1:${socket.address().port}`;
}

/**
 * Runs the scenario of a route up to the first request that calls the dependency, which does not respond to recorded
 * requests.
 */
async function requestWhileHanging(
  { name, isSandboxOnly }: Route,
  dependency: Dependency,
): Promise<ObservedResponse[]> {
  let isHanging = false;
  let hungCalls = 0;
  const hang = () => {
    hungCalls++;
    return 'hang' as const;
  };
  const startProxy = (engine: string, ...hanging: Dependency[]) =>
    startFaultProxy(engine, call => {
      const isCommit = isDynamoOperation('TransactWriteItems', call) || isDynamoOperation('PutItem', call);
      const isAffected = hanging.includes(dependency) && (dependency !== 'commit' || isCommit);
      return isHanging && isAffected ? hang() : undefined;
    });
  const { dynamodb, s3, stripe } = inject('emulators');
  const [table, bucket, provider, turnstile, nameServer] = await Promise.all([
    startProxy(dynamodb, 'table', 'commit'),
    startProxy(s3, 'bucket'),
    startProxy(stripe, 'payment provider'),
    startFakeServer(hang),
    startHangingNameServer(hang),
  ]);
  const market = await startMarket({
    SANDBOX: String(isSandboxOnly),
    STRIPE_URL: provider.url,
    AWS_ENDPOINT_URL_DYNAMODB: table.url,
    AWS_ENDPOINT_URL_S3: bucket.url,
  });
  const { deps, invocation } = market.service;
  const working = { mailDns: deps.mailDns, botCheck: deps.botCheck };
  const hangingDeps = {
    ...(dependency === 'name server' && { mailDns: resolverMailDns({ DNS_SERVERS: nameServer }) }),
    ...(dependency === 'bot check' && { botCheck: openBotCheck(turnstile.url) }),
  };
  const responses: ObservedResponse[] = [];

  const record: RecordCalls = async action => {
    isHanging = true;
    Object.assign(deps, hangingDeps);
    invocation.timeLeftMs = TIME_LEFT_MS;
    hungCalls = 0;
    invocation.onResponse = (routeKey, response, milliseconds) => {
      responses.push({ routeKey, ...response, milliseconds, hungCalls });
      hungCalls = 0;
    };
    const result = await action().catch(error => error);
    isHanging = false;
    Object.assign(deps, working);
    invocation.timeLeftMs = 60_000;
    invocation.onResponse = () => {};
    if (responses.some(response => response.hungCalls > 0)) throw new ScenarioEnd();
    return result;
  };
  await SCENARIOS[name]?.(market.service, record, market).catch(error => {
    if (!(error instanceof ScenarioEnd)) throw error;
  });
  return responses;
}

class ScenarioEnd extends Error {}

function openBotCheck(url: string): BotCheck {
  const settings = { BOT_PROTECTION: 'true', TURNSTILE_HOSTNAMES: 'any', TURNSTILE_URL: url };
  const botCheck = turnstileBotCheck(settings, async () => 'secret');
  return { isEnabled: true, verify: (_, source, action) => botCheck.verify('any', source, action) };
}

describe.concurrent.each(Object.keys(CALLERS) as Dependency[])(
  'while the %s does not respond',
  dependency => {
    const callers = ROUTES.filter(CALLERS[dependency]);

    it.each(callers.map(route => [route.routeKey, route] as const))(
      '%s responds with 503 before the end of its function',
      async (routeKey, route) => {
        const responses = await requestWhileHanging(route, dependency);

        const affected = responses.filter(({ hungCalls }) => hungCalls > 0);
        for (const { status, headers, milliseconds } of affected) {
          expect(milliseconds).toBeLessThan(TIME_LEFT_MS);
          expect(status).toBe(503);
          expect(headers).toMatchObject({ 'retry-after': '5', 'x-error-code': 'unavailable' });
        }
        expect(responses.map(response => response.routeKey)).toContain(routeKey);
        if (ALWAYS_CALLED.includes(dependency)) expect(affected).not.toEqual([]);
      },
    );
  },
);

it('every route has a scenario or calls no dependency', () => {
  const others = ROUTES.filter(({ name }) => !(name in SCENARIOS));

  expect(others.filter(route => Object.values(CALLERS).some(isCaller => isCaller(route)))).toEqual([]);
});

describe('a write that is cut off at the deadline', () => {
  it('is repeated safely with the idempotency key, although it was committed', async () => {
    let isLost = true;
    const table = await startFaultProxy(inject('emulators').dynamodb, call => {
      return isLost && isDynamoOperation('TransactWriteItems', call) ? 'lost in silence' : undefined;
    });
    const service = await startService({ AWS_ENDPOINT_URL_DYNAMODB: table.url });
    const [body, withKey] = [expertBody(), withIdempotencyKey()];
    service.invocation.timeLeftMs = 3 * TIME_LEFT_MS; // enough for everything before the commit, on a busy machine

    const cutOff = await service.post('/auth/register/expert', body, withKey);
    isLost = false;
    const repeated = await service.post('/auth/register/expert', body, withKey);

    expect(cutOff.status).toBe(503);
    expect(repeated.status).toBe(201);
    expect(repeated.headers['idempotency-replayed']).toBe('true');
    service.invocation.timeLeftMs = 300_000;
    await service.runJobs();
    const scans = (await listObjectKeys(service.deps)).filter(key => key.startsWith('identity-documents/'));
    expect(scans).toHaveLength(2);
  });

  it('leaves no stored scans when the table was not reached', async () => {
    let isHanging = false;
    const table = await startFaultProxy(inject('emulators').dynamodb, call => {
      return isHanging && isDynamoOperation('BatchGetItem', call) ? 'hang' : undefined;
    });
    const service = await startService({ AWS_ENDPOINT_URL_DYNAMODB: table.url });
    service.invocation.timeLeftMs = TIME_LEFT_MS;
    isHanging = true;

    expect((await service.post('/auth/register/expert', expertBody())).status).toBe(503);

    expect(await listObjectKeys(service.deps)).toEqual([]);
  });
});

describe('a job that is cut off at the deadline', () => {
  it('is tried again later', async () => {
    const ses = await startFakeServer(() => 'hang');
    const service = await startService({ AWS_ENDPOINT_URL_SES: ses.url });
    await service.registerClient();
    service.invocation.timeLeftMs = TIME_LEFT_MS;
    const [{ id } = { id: '' }] = await listItems(service.deps, 'JOB#');
    const start = performance.now();

    expect(await service.streamJobs([id])).toEqual({ batchItemFailures: [] });

    expect(performance.now() - start).toBeLessThan(TIME_LEFT_MS);
    const [job] = await listItems(service.deps, `JOB#${id}`);
    expect(job).toMatchObject({ attempts: 1, gsi1pk: expect.stringMatching(/^JOBS#open/) });
    const delay = Date.parse(job?.gsi1sk) - service.deps.clock.now().getTime();
    expect(delay).toBeLessThan(31_000);
    expect(ses.calls).toHaveLength(1);
  });

  it('is dead, with its cause, when that was its tenth attempt', async () => {
    const { deps, ...service } = await startService();
    const job = { ...createJob({ kind: 'close-sessions', testimonyId: 'nowhere' }, deps), attempts: 9 };
    await deps.jobs.add(job);
    deps.testimonies.listOffers = () => sleep(2000).then(() => Promise.reject(new Error('no answer')));
    service.invocation.timeLeftMs = 4000; // work has 1960 ms, clean-up 560 ms

    await service.streamJobs([job]);

    expect(await deps.jobs.find(job.id)).toMatchObject({
      diedAt: expect.any(String),
      failure: { error: 'Error: no answer' },
    });
  });

  it('records a mail that was sent just before the deadline, so that it is not sent again', async () => {
    const service = await startService();
    const { mailer } = service.deps;
    const email = uniqueEmail();
    await service.registerClient({ email });
    // The job's work ends after 3 s, its clean-up after 3.9 s.
    service.invocation.timeLeftMs = 6000;
    service.deps.mailer = {
      ...mailer,
      async send(to, mail) {
        const result = await mailer.send(to, mail);
        await sleep(3300);
        return result;
      },
    };

    await service.streamJobs((await listItems(service.deps, 'JOB#')).map(job => job.id));

    const jobs = await listItems(service.deps, 'JOB#');
    expect(jobs.map(({ doneAt }) => doneAt)).toEqual([expect.any(String)]);
    expect(await service.listMailsTo(email)).toHaveLength(1);
  });
});
