/** Measures sequential requests to functions that are already loaded. */
import assert from 'node:assert/strict';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import bcrypt from 'bcryptjs';
import { itemKey } from '../../lib/platform/aws/table/keys.ts';
import { REGIONS } from '../../lib/validation/fields.ts';
import { createJpeg, PASSWORD } from '../../tests/support/builders.ts';
import { type EmulatedService, withEmulatedService } from './emulated-service.ts';
import { createTestimonyCopier, replaceIdPrefix } from './fill-table.ts';
import type { BenchmarkSetup } from './function-bundles.ts';
import { createRequestEvent, withTurnstileToken } from './gateway-events.ts';
import {
  compareWithFloor,
  measureDuration,
  measureInterleaved,
  type ReportLine,
} from './measurement-results.ts';
import {
  getSignInKeys,
  readItems,
  readNewestOpenTestimonies,
  readTestimonyWithOffers,
} from './table-reads.ts';
import {
  createExpertBody,
  createOffer,
  createTestimony,
  registerApprovedExpert,
  registerExpert,
  registerVerifiedClient,
  type SignedInUser,
} from './user-actions.ts';

interface MeasurementOptions {
  readonly limit: number;
  readonly rounds: number;
  readonly repetitions: number;
  /** The number of pairs that run before the measurement, so that the code is compiled. */
  readonly warmUps: number;
}

interface RequestCase {
  /** Creates the next request. The time to create the request is not measured. */
  createEvent(): APIGatewayProxyEventV2;
  /**
   * Runs the baseline. Returns an amount that must equal `expectedAmount`, such as the number of items that were read.
   */
  runFloor(): Promise<number>;
  readonly expectedAmount: number;
  // biome-ignore lint/suspicious/noExplicitAny: the `data` of any response
  check(data: any): void;
}

async function measureWarmRequest(
  setup: BenchmarkSetup,
  name: string,
  { limit, rounds, repetitions, warmUps }: MeasurementOptions,
  service: EmulatedService,
  { createEvent, runFloor, expectedAmount, check }: RequestCase,
): Promise<ReportLine[]> {
  const handler = service.getHandler(name);
  const timeRequest = () => {
    const event = createEvent();
    return measureDuration(
      () => handler(event),
      ({ statusCode, body }) => {
        assert.ok(Number(statusCode) < 300, body);
        check(JSON.parse(body ?? '').data);
      },
    );
  };
  const timeFloor = () => measureDuration(runFloor, result => assert.equal(result, expectedAmount));
  const [warmUp, measurement] = setup.isQuick
    ? [ONCE, ONCE]
    : [
        { rounds: 1, repetitions: warmUps },
        { rounds, repetitions },
      ];
  await measureInterleaved(warmUp, timeRequest, timeFloor);
  const [results = []] = await measureInterleaved(measurement, timeRequest, timeFloor);
  return [compareWithFloor(`${name}, warm`, results, limit)];
}

const ONCE = { rounds: 1, repetitions: 1 };

const FAST_HASH_OPTIONS = { settings: { PASSWORD_HASH_COST: '4' } };

/** Measures `me-show`. The baseline reads the caller's account and token. */
export const measureWarmMeRequest = (setup: BenchmarkSetup): Promise<ReportLine[]> =>
  withEmulatedService(setup, FAST_HASH_OPTIONS, async service => {
    const expert = await registerExpert(service);
    const event = await createRequestEvent('me-show', { token: expert.token });
    const measurement = { limit: 1.4, rounds: 9, repetitions: 200, warmUps: 1000 };
    return measureWarmRequest(setup, 'me-show', measurement, service, {
      createEvent: () => event,
      runFloor: async () => (await readItems(service, getSignInKeys(expert))).length,
      expectedAmount: 2,
      check: ({ email }) => assert.equal(email, expert.email),
    });
  });

const PAGE_SIZE = 15;
const OPEN_TESTIMONY_COUNT = 200;
const READ_OPTIONS = { rounds: 9, repetitions: 40, warmUps: 100 };

/** Measures a full page of offerable testimonies, for an expert of all regions who has not made an offer yet. */
export const measureWarmOfferableList = (setup: BenchmarkSetup): Promise<ReportLine[]> =>
  withEmulatedService(setup, FAST_HASH_OPTIONS, async service => {
    const [offeringExpert, viewingExpert] = [
      await registerApprovedExpert(service),
      await registerApprovedExpert(service),
    ];
    const id = await createTestimony(service, await registerVerifiedClient(service));
    const addTestimonies = await createTestimonyCopier(
      service,
      id,
      await createOffer(service, offeringExpert, id),
    );
    await addTestimonies(1, OPEN_TESTIMONY_COUNT);
    const numbers = Array.from({ length: PAGE_SIZE - 1 }, (_, place) => OPEN_TESTIMONY_COUNT - 1 - place);
    const expectedIds = [id, ...numbers.map(number => replaceIdPrefix(id, number))];
    const expertOfferKeys = expectedIds.map(testimony => itemKey.ofExpert(viewingExpert.id, testimony));
    const event = await createRequestEvent('testimonies-list-offerable', { token: viewingExpert.token });
    return measureWarmRequest(setup, 'testimonies-list-offerable', { ...READ_OPTIONS, limit: 1.3 }, service, {
      createEvent: () => event,
      async runFloor() {
        const caller = await readItems(service, getSignInKeys(viewingExpert));
        const regions = REGIONS.map(region => readNewestOpenTestimonies(service, region, PAGE_SIZE + 1));
        const open = (await Promise.all(regions)).flat();
        const offers = await readItems(service, expertOfferKeys);
        return caller.length + open.length + offers.length;
      },
      expectedAmount: 2 + REGIONS.length * (PAGE_SIZE + 1),
      check: data =>
        assert.deepEqual(
          data.map((testimony: { id: string }) => testimony.id),
          expectedIds,
        ),
    });
  });

const EXPERT_COUNT = 3;

/** Measures a client's request for a testimony with the offers of three experts. */
export const measureWarmTestimony = (setup: BenchmarkSetup): Promise<ReportLine[]> =>
  withEmulatedService(setup, FAST_HASH_OPTIONS, async service => {
    const client = await registerVerifiedClient(service);
    const id = await createTestimony(service, client);
    const experts: SignedInUser[] = [];
    while (experts.length < EXPERT_COUNT) experts.push(await registerApprovedExpert(service));
    for (const expert of experts) await createOffer(service, expert, id);
    const users = experts.map(expert => itemKey.user(expert.id));
    const event = await createRequestEvent('testimonies-show', { token: client.token, params: { id } });
    return measureWarmRequest(setup, 'testimonies-show', { ...READ_OPTIONS, limit: 1.45 }, service, {
      createEvent: () => event,
      async runFloor() {
        const caller = await readItems(service, getSignInKeys(client));
        const testimony = await readTestimonyWithOffers(service, id);
        return caller.length + testimony.length + (await readItems(service, users)).length;
      },
      expectedAmount: 2 + (1 + EXPERT_COUNT) + EXPERT_COUNT,
      check: data => assert.deepEqual([data.id, data.offers.length], [id, EXPERT_COUNT]),
    });
  });

const HASH_OPTIONS = { limit: 1.1, rounds: 7, warmUps: 1 };

/** Measures the registration of experts. The baseline is one password hash with the cost of production. */
export const measureWarmRegisterExpert = (setup: BenchmarkSetup): Promise<ReportLine[]> =>
  withEmulatedService(setup, {}, async service => {
    // All bodies are created before the measurement, so that their garbage collection is not measured.
    const [repetitions, events] = [4, [] as APIGatewayProxyEventV2[]];
    while (events.length <= (setup.isQuick ? 1 : HASH_OPTIONS.rounds * repetitions)) {
      const scans = {
        verificationDocumentFront: createJpeg(1_500_000),
        verificationDocumentBack: createJpeg(1_500_000),
      };
      events.push(await createRequestEvent('auth-register-expert', { body: createExpertBody(scans) }));
    }
    const hashCase = createHashCase(service, () => events.pop() as APIGatewayProxyEventV2);
    return measureWarmRequest(
      setup,
      'auth-register-expert',
      { ...HASH_OPTIONS, repetitions },
      service,
      hashCase,
    );
  });

/** Measures logins. The baseline is one password hash with the cost of production. */
export const measureWarmLogin = (setup: BenchmarkSetup): Promise<ReportLine[]> =>
  withEmulatedService(setup, {}, async service => {
    const { email } = await registerExpert(service);
    const event = await createRequestEvent('auth-login', {
      body: withTurnstileToken({ email, password: PASSWORD }),
    });
    return measureWarmRequest(
      setup,
      'auth-login',
      { ...HASH_OPTIONS, repetitions: 3 },
      service,
      createHashCase(service, () => event),
    );
  });

/**
 * Creates the case of a request that returns a token. The baseline hashes a text that is as long as a peppered
 * password.
 */
function createHashCase(
  { environment }: EmulatedService,
  createEvent: () => APIGatewayProxyEventV2,
): RequestCase {
  const cost = Number(environment.PASSWORD_HASH_COST);
  return {
    createEvent,
    runFloor: async () => bcrypt.getRounds(await bcrypt.hash('x'.repeat(64), cost)),
    expectedAmount: cost,
    check: ({ token }) => assert.match(token, /^[\w-]{36}_[\w-]{36}\|[\w-]{43}$/),
  };
}
