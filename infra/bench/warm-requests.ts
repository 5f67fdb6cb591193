/** Measurement of sequential requests to functions that are already loaded. */
import assert from 'node:assert/strict';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import bcrypt from 'bcryptjs';
import { itemKey } from '../../lib/platform/aws/table/keys.ts';
import { DUMMY_TOKEN } from '../local/emulators.ts';
import {
  type BenchmarkSetup,
  createRequestEvent,
  type EmulatedService,
  withEmulatedService,
} from './emulated-service.ts';
import { type Comparison, compareWithFloor, type MeasuredOperation } from './measurement.ts';
import * as data from './sample-data.ts';

interface RequestCase {
  /**
   * Events of the requests. Each request takes the last event; when only one event is left, all further requests use
   * it.
   */
  readonly events: APIGatewayProxyEventV2[];
  readonly floor: MeasuredOperation<unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: the `data` of any response
  check(data: any): void;
}

type CreateCase = (service: EmulatedService, pairCount: number) => Promise<RequestCase>;

/**
 * Settings and numbers of pairs. The `warmUps` run before the measurement, so that measured code is already compiled.
 */
const READ = { pairCount: 400, warmUps: 200, settings: { PASSWORD_HASH_COST: '4' } };
const HASH = { pairCount: 21, warmUps: 1, settings: {} };

/** Compares the requests of a case with the floor of the case, in a new service. */
const measureRequests = (
  setup: BenchmarkSetup,
  name: string,
  { settings, ...counts }: typeof READ | typeof HASH,
  createCase: CreateCase,
): Promise<Comparison> =>
  withEmulatedService(setup, settings, async service => {
    const { pairCount, warmUps } = setup.isQuick ? { pairCount: 1, warmUps: 1 } : counts;
    const { events, floor, check } = await createCase(service, warmUps + pairCount);
    const handler = service.getHandler(name);
    const request: MeasuredOperation<APIGatewayProxyStructuredResultV2> = {
      run: () => handler((events.length > 1 ? events.pop() : events[0]) as APIGatewayProxyEventV2),
      check: ({ body = '' }) => check(JSON.parse(body).data ?? assert.fail(body)),
    };
    await compareWithFloor(warmUps, request, floor);
    return compareWithFloor(pairCount, request, floor);
  });

/** Creates a floor that reads items. The floor fails unless each read returns the number of items in `counts`. */
const createReadFloor = (
  counts: readonly number[],
  run: () => Promise<object[][]>,
): MeasuredOperation<object[][]> => ({
  run,
  check: reads => assert.equal(reads.map(items => items.length).join(), counts.join()),
});

async function createMeCase(service: EmulatedService): Promise<RequestCase> {
  const expert = await data.register(service, 'expert');
  return {
    events: [await createRequestEvent('me-show', expert)],
    floor: createReadFloor([2], async () => [await data.readItems(service, data.getSignInKeys(expert))]),
    check: ({ email }) => assert.equal(email, expert.email),
  };
}

/** Creates a case that requests a full page of offerable testimonies, for an expert who has not made an offer yet. */
async function createListCase(service: EmulatedService): Promise<RequestCase> {
  const viewer = await data.register(service, 'expert');
  const client = await data.register(service, 'client');
  const ids: string[] = [];
  while (ids.length < 16) ids.push(await data.createTestimony(service, client));
  const offerKeys = ids.map(id => itemKey.ofExpert(viewer.id, id));
  return {
    events: [await createRequestEvent('testimonies-list-offerable', viewer)],
    floor: createReadFloor([2, ids.length, 0], async () => [
      await data.readItems(service, data.getSignInKeys(viewer)),
      await data.queryItems(service, {
        IndexName: 'gsi1',
        KeyConditionExpression: 'gsi1pk = :region',
        ExpressionAttributeValues: { ':region': 'OPEN#ke' },
        Limit: ids.length,
      }),
      await data.readItems(service, offerKeys),
    ]),
    check: page => assert.equal(page.length, 15),
  };
}

/** Creates a case in which the client of a testimony requests it, with the offers of three experts. */
async function createTestimonyCase(service: EmulatedService): Promise<RequestCase> {
  const client = await data.register(service, 'client');
  const id = await data.createTestimony(service, client);
  const experts = [1, 2, 3].map(() => data.register(service, 'expert'));
  for (const expert of await Promise.all(experts)) await data.createOffer(service, expert, id);
  const expertKeys = (await Promise.all(experts)).map(expert => itemKey.user(expert.id));
  return {
    events: [await createRequestEvent('testimonies-show', { token: client.token, params: { id } })],
    floor: createReadFloor([2, 4, 3], async () => [
      await data.readItems(service, data.getSignInKeys(client)),
      await data.queryItems(service, {
        KeyConditionExpression: 'pk = :pk AND sk >= :offers', // offers precede the testimony in its partition
        ExpressionAttributeValues: { ':pk': itemKey.testimony(id).pk, ':offers': itemKey.offer(id, '').sk },
        ConsistentRead: true,
      }),
      await data.readItems(service, expertKeys),
    ]),
    check: testimony => assert.deepEqual([testimony.id, testimony.offers.length], [id, 3]),
  };
}

/**
 * Creates all bodies before the measurement, so that no garbage of their creation is collected during a measured
 * request.
 */
const createRegistrationCase: CreateCase = async (service, pairCount) => {
  const bodies = Array.from({ length: pairCount }, () => ({ body: data.createExpertBody(1_500_000) }));
  const events = bodies.map(body => createRequestEvent('auth-register-expert', body));
  return createHashCase(service, await Promise.all(events));
};

async function createLoginCase(service: EmulatedService): Promise<RequestCase> {
  const { email, password } = await data.register(service, 'expert');
  const body = { email, password, turnstileToken: DUMMY_TOKEN };
  return createHashCase(service, [await createRequestEvent('auth-login', { body })]);
}

/** Creates a case whose floor hashes a text as long as a peppered password, at the cost factor of the service. */
function createHashCase({ environment }: EmulatedService, events: APIGatewayProxyEventV2[]): RequestCase {
  const cost = Number(environment.PASSWORD_HASH_COST);
  const floor: MeasuredOperation<string> = {
    run: () => bcrypt.hash('x'.repeat(64), cost),
    check: hash => assert.equal(bcrypt.getRounds(hash), cost),
  };
  return { events, floor, check: ({ token }) => assert.match(token, /^[\w-]{36}_[\w-]{36}\|[\w-]{43}$/) };
}

export const WARM_MEASUREMENTS: Readonly<Record<string, (setup: BenchmarkSetup) => Promise<Comparison>>> = {
  'me, warm': setup => measureRequests(setup, 'me-show', READ, createMeCase),
  'register-expert, warm': setup =>
    measureRequests(setup, 'auth-register-expert', HASH, createRegistrationCase),
  'login, warm': setup => measureRequests(setup, 'auth-login', HASH, createLoginCase),
  'offerable, warm': setup => measureRequests(setup, 'testimonies-list-offerable', READ, createListCase),
  'testimony, warm': setup => measureRequests(setup, 'testimonies-show', READ, createTestimonyCase),
};
