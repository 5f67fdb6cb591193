/** Measures sequential requests to functions that are already loaded. */
import assert from 'node:assert/strict';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import bcrypt from 'bcryptjs';
import { itemKey } from '../../lib/platform/aws/table/keys.ts';
import { REGIONS } from '../../lib/validation/fields.ts';
import { DUMMY_TOKEN } from '../local/emulators.ts';
import { type EmulatedService, withEmulatedService } from './emulated-service.ts';
import { createTestimonyCopier, replaceIdPrefix } from './fill-table.ts';
import type { BenchmarkSetup } from './function-bundles.ts';
import { createRequestEvent } from './gateway-events.ts';
import {
  compareWithFloor,
  measureDuration,
  measureInterleaved,
  type ReportLine,
} from './measurement-results.ts';
import { getSignInKeys, queryItems, readItems } from './table-reads.ts';
import {
  createExpertBody,
  createOffer,
  createTestimony,
  registerApprovedExpert,
  registerExpert,
  registerVerifiedClient,
} from './user-actions.ts';

interface MeasurementOptions {
  readonly rounds: number;
  readonly repetitions: number;
  /** The number of pairs that run before the measurement, so that the code is compiled. */
  readonly warmUps: number;
  readonly settings?: Readonly<Record<string, string>>;
}

interface RequestCase {
  /** Events of the requests. They are used from last to first; the first is used for all further requests. */
  readonly events: APIGatewayProxyEventV2[];
  /** Runs the baseline and asserts its result. */
  runFloor(): Promise<void>;
  // biome-ignore lint/suspicious/noExplicitAny: the `data` of any response
  check(data: any): void;
}

type CreateRequestCase = (service: EmulatedService, pairCount: number) => Promise<RequestCase>;

/** Creates a measurement that runs a request case against a new service. */
const createMeasurement =
  (name: string, limit: number, options: MeasurementOptions, createCase: CreateRequestCase) =>
  (setup: BenchmarkSetup): Promise<ReportLine[]> =>
    withEmulatedService(setup, options, async service => {
      const warmUp = { rounds: 1, repetitions: setup.isQuick ? 1 : options.warmUps };
      const measurement = setup.isQuick ? warmUp : options;
      const pairCount = warmUp.repetitions + measurement.rounds * measurement.repetitions;
      const { events, runFloor, check } = await createCase(service, pairCount);
      const handler = service.getHandler(name);
      const timeRequest = () => {
        const event = (events.length > 1 ? events.pop() : events[0]) as APIGatewayProxyEventV2;
        return measureDuration(
          () => handler(event),
          ({ body = '' }) => check(JSON.parse(body).data ?? assert.fail(body)),
        );
      };
      const timeFloor = () => measureDuration(runFloor);
      await measureInterleaved(warmUp, timeRequest, timeFloor);
      const rounds = await measureInterleaved(measurement, timeRequest, timeFloor);
      return [compareWithFloor(`${name}, warm`, rounds, limit)];
    });

const READ_OPTIONS = { rounds: 9, repetitions: 25, warmUps: 60, settings: { PASSWORD_HASH_COST: '4' } };
const HASH_OPTIONS = { rounds: 7, repetitions: 3, warmUps: 1 };

/** The baseline reads the caller's account and token. */
async function createMeCase(service: EmulatedService): Promise<RequestCase> {
  const expert = await registerExpert(service);
  return {
    events: [await createRequestEvent('me-show', expert)],
    runFloor: async () => assert.equal((await readItems(service, getSignInKeys(expert))).length, 2),
    check: ({ email }) => assert.equal(email, expert.email),
  };
}

const PAGE_SIZE = 15;
const OPEN_TESTIMONY_COUNT = 200;

/** Requests a full page of offerable testimonies, for an expert of all regions who has not made an offer yet. */
async function createListCase(service: EmulatedService): Promise<RequestCase> {
  const [bidder, viewer] = [await registerApprovedExpert(service), await registerApprovedExpert(service)];
  const id = await createTestimony(service, await registerVerifiedClient(service));
  const addTestimonies = await createTestimonyCopier(service, [id, await createOffer(service, bidder, id)]);
  await addTestimonies(1, OPEN_TESTIMONY_COUNT);
  const numbers = Array.from({ length: PAGE_SIZE - 1 }, (_, place) => OPEN_TESTIMONY_COUNT - 1 - place);
  const expectedIds = [id, ...numbers.map(number => replaceIdPrefix(id, number))];
  const offerKeys = expectedIds.map(testimony => itemKey.ofExpert(viewer.id, testimony));
  return {
    events: [await createRequestEvent('testimonies-list-offerable', viewer)],
    async runFloor() {
      const caller = await readItems(service, getSignInKeys(viewer));
      const regions = REGIONS.map(region =>
        queryItems(service, {
          IndexName: 'gsi1',
          KeyConditionExpression: 'gsi1pk = :region',
          ExpressionAttributeValues: { ':region': `OPEN#${region}` },
          ScanIndexForward: false,
          Limit: PAGE_SIZE + 1,
        }),
      );
      const open = (await Promise.all(regions)).flat();
      const offers = await readItems(service, offerKeys);
      assert.deepEqual([caller.length, open.length, offers.length], [2, REGIONS.length * (PAGE_SIZE + 1), 0]);
    },
    check: data =>
      assert.deepEqual(
        data.map((testimony: { id: string }) => testimony.id),
        expectedIds,
      ),
  };
}

const EXPERT_COUNT = 3;

/** Requests a testimony with the offers of three experts, as its client. */
async function createTestimonyCase(service: EmulatedService): Promise<RequestCase> {
  const client = await registerVerifiedClient(service);
  const id = await createTestimony(service, client);
  const expertKeys: ReturnType<typeof itemKey.user>[] = [];
  while (expertKeys.length < EXPERT_COUNT) {
    const expert = await registerApprovedExpert(service);
    await createOffer(service, expert, id);
    expertKeys.push(itemKey.user(expert.id));
  }
  return {
    events: [await createRequestEvent('testimonies-show', { token: client.token, params: { id } })],
    async runFloor() {
      const caller = await readItems(service, getSignInKeys(client));
      // Offers precede the testimony in its partition.
      const testimony = await queryItems(service, {
        KeyConditionExpression: 'pk = :pk AND sk >= :offers',
        ExpressionAttributeValues: { ':pk': itemKey.testimony(id).pk, ':offers': itemKey.offer(id, '').sk },
        ConsistentRead: true,
      });
      const experts = await readItems(service, expertKeys);
      assert.deepEqual(
        [caller.length, testimony.length, experts.length],
        [2, 1 + EXPERT_COUNT, EXPERT_COUNT],
      );
    },
    check: data => assert.deepEqual([data.id, data.offers.length], [id, EXPERT_COUNT]),
  };
}

/** Creates all bodies before the measurement, so that their garbage collection is not measured. */
async function createRegistrationCase(service: EmulatedService, pairCount: number): Promise<RequestCase> {
  const events: APIGatewayProxyEventV2[] = [];
  while (events.length < pairCount) {
    const body = createExpertBody(undefined, 1_500_000);
    events.push(await createRequestEvent('auth-register-expert', { body }));
  }
  return createHashCase(service, events);
}

async function createLoginCase(service: EmulatedService): Promise<RequestCase> {
  const { email, password } = await registerExpert(service);
  const body = { email, password, turnstileToken: DUMMY_TOKEN };
  return createHashCase(service, [await createRequestEvent('auth-login', { body })]);
}

/**
 * Creates the case of requests that return a token. The baseline hashes a text that is as long as a peppered password,
 * with the cost of production.
 */
function createHashCase({ environment }: EmulatedService, events: APIGatewayProxyEventV2[]): RequestCase {
  const cost = Number(environment.PASSWORD_HASH_COST);
  return {
    events,
    runFloor: async () => assert.equal(bcrypt.getRounds(await bcrypt.hash('x'.repeat(64), cost)), cost),
    check: ({ token }) => assert.match(token, /^[\w-]{36}_[\w-]{36}\|[\w-]{43}$/),
  };
}

const ME_OPTIONS = { ...READ_OPTIONS, repetitions: 200, warmUps: 1000 };

export const WARM_MEASUREMENTS = {
  'me, warm': createMeasurement('me-show', 1.4, ME_OPTIONS, createMeCase),
  'register-expert, warm': createMeasurement(
    'auth-register-expert',
    1.1,
    HASH_OPTIONS,
    createRegistrationCase,
  ),
  'login, warm': createMeasurement('auth-login', 1.1, HASH_OPTIONS, createLoginCase),
  'offerable list, warm': createMeasurement('testimonies-list-offerable', 1.3, READ_OPTIONS, createListCase),
  'testimony view, warm': createMeasurement('testimonies-show', 1.45, READ_OPTIONS, createTestimonyCase),
};
