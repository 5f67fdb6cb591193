/** Measures sequential requests that hash a password, to functions that are already loaded. */
import assert from 'node:assert/strict';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import bcrypt from 'bcryptjs';
import { DUMMY_TOKEN } from '../local/emulators.ts';
import { type EmulatedService, withEmulatedService } from './emulated-service.ts';
import type { BenchmarkSetup } from './function-bundles.ts';
import { createRequestEvent } from './gateway-events.ts';
import {
  compareWithFloor,
  measureDuration,
  measureInterleaved,
  type ReportLine,
} from './measurement-results.ts';
import { createExpertBody, registerExpert } from './user-actions.ts';

/** Creates the events of the requests, in reverse order. The last that remains is used again. */
type CreateEvents = (service: EmulatedService, count: number) => Promise<APIGatewayProxyEventV2[]>;

const WARM_UP = { rounds: 1, repetitions: 1 };
const MEASUREMENT = { rounds: 7, repetitions: 3 };
/** The highest ratio of a request's time to the time of one hash. */
const LIMIT = 1.1;

/** Returns a measurement of a function with requests to a new service. Each request must return a token. */
const createMeasurement =
  (name: string, createEvents: CreateEvents) =>
  (setup: BenchmarkSetup): Promise<ReportLine[]> =>
    withEmulatedService(setup, {}, async service => {
      const measurement = setup.isQuick ? WARM_UP : MEASUREMENT;
      const events = await createEvents(service, 1 + measurement.rounds * measurement.repetitions);
      const handler = service.getHandler(name);
      const timeRequest = () => {
        const event = (events.length > 1 ? events.pop() : events[0]) as APIGatewayProxyEventV2;
        return measureDuration(
          () => handler(event),
          ({ body = '' }) =>
            assert.match(JSON.parse(body).data?.token ?? body, /^[\w-]{36}_[\w-]{36}\|[\w-]{43}$/),
        );
      };
      const timeHash = () =>
        measureDuration(() => hashPassword(Number(service.environment.PASSWORD_HASH_COST)));
      await measureInterleaved(WARM_UP, timeRequest, timeHash);
      const rounds = await measureInterleaved(measurement, timeRequest, timeHash);
      return [compareWithFloor(`${name}, warm`, rounds, LIMIT)];
    });

/** Runs the baseline: hashes a text that is as long as a peppered password, with the cost of production. */
async function hashPassword(cost: number): Promise<void> {
  assert.equal(bcrypt.getRounds(await bcrypt.hash('x'.repeat(64), cost)), cost);
}

/** Creates all bodies before the measurement, so that their garbage collection is not measured. */
async function createRegistrationEvents(_: EmulatedService, count: number) {
  const events: APIGatewayProxyEventV2[] = [];
  while (events.length < count) {
    const body = createExpertBody(undefined, 1_500_000);
    events.push(await createRequestEvent('auth-register-expert', { body }));
  }
  return events;
}

async function createLoginEvents(service: EmulatedService) {
  const { email, password } = await registerExpert(service);
  return [await createRequestEvent('auth-login', { body: { email, password, turnstileToken: DUMMY_TOKEN } })];
}

/** The measurements by name. */
export const WARM_MEASUREMENTS = {
  'register-expert, warm': createMeasurement('auth-register-expert', createRegistrationEvents),
  'login, warm': createMeasurement('auth-login', createLoginEvents),
};
