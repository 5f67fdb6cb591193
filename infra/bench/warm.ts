/** Requests to functions that are running already, one after another. */
import assert from 'node:assert/strict';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import bcrypt from 'bcryptjs';
import { key } from '../../lib/platform/aws/table/keys.ts';
import { REGIONS } from '../../lib/validation/fields.ts';
import { createJpeg, PASSWORD } from '../../tests/support/builders.ts';
import type { Setup } from './bundles.ts';
import { numbered, testimoniesLike } from './crowd.ts';
import { comparison, interleaved, type Line, timed } from './judgement.ts';
import {
  createClient,
  createExpert,
  expertForm,
  offer,
  order,
  type Person,
  registerExpert,
} from './people.ts';
import { readItems, readNewestOpen, readTestimony, signInKeys } from './reads.ts';
import { checked, requestTo } from './requests.ts';
import { type Service, withService } from './service.ts';

interface Measurement {
  readonly limit: number;
  readonly rounds: number;
  readonly repetitions: number;
  /** Pairs that are not measured, until both of them are compiled. */
  readonly warmUps: number;
}

interface Case {
  /** @returns the next request; making it is not measured */
  event(): APIGatewayProxyEventV2;
  /** @returns how much it has read or made, which must be `amount` */
  floor(): Promise<number>;
  readonly amount: number;
  // biome-ignore lint/suspicious/noExplicitAny: the `data` of any response
  check(data: any): void;
}

async function warm(
  setup: Setup,
  name: string,
  { limit, rounds, repetitions, warmUps }: Measurement,
  service: Service,
  { event, floor, amount, check }: Case,
): Promise<Line[]> {
  const handler = service.handler(name);
  const request = () => {
    const next = event();
    return timed(
      () => handler(next),
      ({ statusCode, body }) => {
        assert.ok(Number(statusCode) < 300, body);
        check(JSON.parse(body ?? '').data);
      },
    );
  };
  const bareCalls = () => timed(floor, result => assert.equal(result, amount));
  await interleaved({ rounds: 1, repetitions: warmUps }, request, bareCalls);
  const perRound = setup.isQuick ? Math.ceil(repetitions / 4) : repetitions;
  const [results = []] = await interleaved({ rounds, repetitions: perRound }, request, bareCalls);
  return [comparison(`${name}, warm`, results, limit)];
}

const FAST_HASHES = { settings: { PASSWORD_HASH_COST: '4' } };

export const warmMe = (setup: Setup): Promise<Line[]> =>
  withService(setup, FAST_HASHES, async service => {
    const person = await registerExpert(service);
    const event = await requestTo('me-show', { token: person.token });
    const measurement = { limit: 1.4, rounds: 9, repetitions: 200, warmUps: 1000 };
    return warm(setup, 'me-show', measurement, service, {
      event: () => event,
      floor: async () => (await readItems(service, signInKeys(person))).length,
      amount: 2,
      check: ({ email }) => assert.equal(email, person.email),
    });
  });

const PAGE_SIZE = 15;
const OPEN_TESTIMONIES = 200;
const READ = { rounds: 9, repetitions: 40, warmUps: 100 };

/** A full page for an expert of all regions who has not made an offer yet. */
export const warmOfferableList = (setup: Setup): Promise<Line[]> =>
  withService(setup, FAST_HASHES, async service => {
    const [rival, reader] = [await createExpert(service), await createExpert(service)];
    const id = await order(service, await createClient(service));
    const addTestimonies = await testimoniesLike(service, id, await offer(service, rival, id));
    await addTestimonies(1, OPEN_TESTIMONIES);
    const numbers = Array.from({ length: PAGE_SIZE - 1 }, (_, place) => OPEN_TESTIMONIES - 1 - place);
    const page = [id, ...numbers.map(number => numbered(id, number))];
    const pointers = page.map(testimony => key.ofExpert(reader.id, testimony));
    const event = await requestTo('testimonies-list-offerable', { token: reader.token });
    return warm(setup, 'testimonies-list-offerable', { ...READ, limit: 1.3 }, service, {
      event: () => event,
      async floor() {
        const caller = await readItems(service, signInKeys(reader));
        const regions = REGIONS.map(region => readNewestOpen(service, region, PAGE_SIZE + 1));
        const open = (await Promise.all(regions)).flat();
        const offers = await readItems(service, pointers);
        return caller.length + open.length + offers.length;
      },
      amount: 2 + REGIONS.length * (PAGE_SIZE + 1),
      check: data =>
        assert.deepEqual(
          data.map((testimony: { id: string }) => testimony.id),
          page,
        ),
    });
  });

const EXPERTS = 3;

/** A client's view of a testimony with the offers of three experts. */
export const warmTestimony = (setup: Setup): Promise<Line[]> =>
  withService(setup, FAST_HASHES, async service => {
    const client = await createClient(service);
    const id = await order(service, client);
    const experts: Person[] = [];
    while (experts.length < EXPERTS) experts.push(await createExpert(service));
    for (const expert of experts) await offer(service, expert, id);
    const users = experts.map(expert => key.user(expert.id));
    const event = await requestTo('testimonies-show', { token: client.token, params: { id } });
    return warm(setup, 'testimonies-show', { ...READ, limit: 1.45 }, service, {
      event: () => event,
      async floor() {
        const caller = await readItems(service, signInKeys(client));
        const testimony = await readTestimony(service, id);
        return caller.length + testimony.length + (await readItems(service, users)).length;
      },
      amount: 2 + (1 + EXPERTS) + EXPERTS,
      check: data => assert.deepEqual([data.id, data.offers.length], [id, EXPERTS]),
    });
  });

const HASH = { limit: 1.1, rounds: 7, warmUps: 1 };

/** The floor is the hash of the password at the cost of production. */
export const warmRegisterExpert = (setup: Setup): Promise<Line[]> =>
  withService(setup, {}, async service => {
    // All forms are made beforehand: collecting that garbage must not fall into the measured time.
    const [repetitions, events] = [4, [] as APIGatewayProxyEventV2[]];
    while (events.length <= HASH.rounds * repetitions) {
      const scans = {
        verificationDocumentFront: createJpeg(1_500_000),
        verificationDocumentBack: createJpeg(1_500_000),
      };
      events.push(await requestTo('auth-register-expert', { body: expertForm(scans) }));
    }
    const hashing = overHash(service, () => events.pop() as APIGatewayProxyEventV2);
    return warm(setup, 'auth-register-expert', { ...HASH, repetitions }, service, hashing);
  });

export const warmLogin = (setup: Setup): Promise<Line[]> =>
  withService(setup, {}, async service => {
    const { email } = await registerExpert(service);
    const event = await requestTo('auth-login', { body: checked({ email, password: PASSWORD }) });
    return warm(
      setup,
      'auth-login',
      { ...HASH, repetitions: 3 },
      service,
      overHash(service, () => event),
    );
  });

/** A request that returns a token, over one hash of a text as long as a peppered password. */
function overHash({ environment }: Service, event: () => APIGatewayProxyEventV2): Case {
  const cost = Number(environment.PASSWORD_HASH_COST);
  return {
    event,
    floor: async () => bcrypt.getRounds(await bcrypt.hash('x'.repeat(64), cost)),
    amount: cost,
    check: ({ token }) => assert.match(token, /^[\w-]{36}_[\w-]{36}\|[\w-]{43}$/),
  };
}
