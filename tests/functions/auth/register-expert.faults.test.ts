/** A fault between every two steps of a registration: all is done or nothing is (architecture: data). */
import { describe, expect, inject, it } from 'vitest';
import { censusOf, objectsIn } from '../../support/behind-the-scenes.ts';
import { anAddress, anExpert } from '../../support/builders.ts';
import { startService } from '../../support/service.ts';
import {
  ACCESS_DENIED,
  asksFor,
  type Behaviour,
  CONFLICT,
  inFrontOf,
  NOWHERE,
  type Received,
  THROTTLED,
} from '../../support/stand-in.ts';

const PATH = '/auth/register/expert';
const ONE_EXPERT = { USER: 1, TOKEN: 1, EMAIL: 1, PHONE: 1, JOB: 2 };
const ERROR = { status: 503, body: { message: 'Service unavailable. Please try again in a moment.' } };
const UNAVAILABLE = {
  status: 503,
  headers: { 'retry-after': '5' },
  body: { message: 'Service unavailable. Please try again in a moment.' },
};

/** A service whose registering transactions go wrong: `fault` is told how many there were, this one included. */
async function withTransactions(
  fault: (count: number) => Behaviour | 'lost' | 'lost in silence' | undefined,
) {
  let count = 0;
  const table = await inFrontOf(inject('emulators').dynamodb, call =>
    asksFor('TransactWriteItems', call) && call.body.includes('EMAIL#') ? fault(++count) : undefined,
  );
  const service = await startService({ AWS_ENDPOINT_URL_DYNAMODB: table.url });
  return { service, transactions: () => count };
}

async function withBucket(
  fault: (call: Received) => Behaviour | undefined,
  settings: Record<string, string> = {},
) {
  const bucket = await inFrontOf(inject('emulators').s3, fault);
  return startService({ ...settings, AWS_ENDPOINT_URL_S3: bucket.url });
}

describe.concurrent('a registration while', () => {
  it('the bucket refuses the second scan leaves nothing', async () => {
    let puts = 0;
    const service = await withBucket(({ method }) =>
      method === 'PUT' && ++puts === 2 ? ACCESS_DENIED : undefined,
    );

    expect(await service.post(PATH, anExpert())).toMatchObject({
      status: 500,
      body: { message: 'Internal server error.' },
    });

    expect(puts).toBe(2);
    expect(await objectsIn(service.world)).toEqual([]);
    expect(await censusOf(service.world)).toEqual({});
  });

  it('the bucket is out of reach leaves nothing', async () => {
    const service = await startService({ AWS_ENDPOINT_URL_S3: NOWHERE });

    expect(await service.post(PATH, anExpert())).toMatchObject(ERROR);

    expect(await censusOf(service.world)).toEqual({});
  });

  it('the password cannot be hashed leaves nothing', async () => {
    const service = await startService({ PASSWORD_PEPPERS: 'no JSON' });

    const { status, body } = await service.post(PATH, anExpert());

    expect([status, Object.keys(body)]).toEqual([expect.toSatisfy(code => code >= 500), ['message']]);
    expect(await objectsIn(service.world)).toEqual([]);
    expect(await censusOf(service.world)).toEqual({});
  });

  it('two transactions conflict succeeds', async () => {
    const { service, transactions } = await withTransactions(count => (count <= 2 ? CONFLICT : undefined));

    await service.register();

    expect(transactions()).toBe(3);
    expect(await censusOf(service.world)).toEqual(ONE_EXPERT);
  });

  it('transactions conflict without end gives up and leaves nothing', async () => {
    const { service } = await withTransactions(() => CONFLICT);

    expect(await service.post(PATH, anExpert())).toMatchObject(UNAVAILABLE);

    expect(await objectsIn(service.world)).toEqual([]);
    expect(await censusOf(service.world)).toEqual({});
  });

  it.each(['lost', 'lost in silence'] as const)(
    'the answer of the committed transaction is %s succeeds, once',
    async fault => {
      const { service, transactions } = await withTransactions(count => (count === 1 ? fault : undefined));

      const { token } = await service.register();

      expect(transactions()).toBe(2);
      expect(await censusOf(service.world)).toEqual(ONE_EXPERT);
      expect(await service.get('/me', { token })).toMatchObject({ status: 200 });
    },
  );

  it('every answer of the committed transaction is lost fails, but what was written is whole', async () => {
    let registering = true;
    const { service } = await withTransactions(() => (registering ? 'lost' : undefined));
    const email = anAddress();

    expect(await service.post(PATH, anExpert({ email }))).toMatchObject(ERROR);
    registering = false;

    expect(await censusOf(service.world)).toEqual(ONE_EXPERT);
    await service.work();
    expect(await service.mailsTo(email)).toHaveLength(1);
    expect(await objectsIn(service.world)).toEqual([
      expect.stringMatching(/^identity-documents\/.*\/back-/),
      expect.stringMatching(/^identity-documents\/.*\/front-/),
    ]);
  });

  it('the table takes no transaction leaves the scans to expire: nobody knows whether it was written', async () => {
    const { service } = await withTransactions(() => 'hang up');

    const { status, body } = await service.post(PATH, anExpert());

    expect({ status, body }).toEqual(ERROR);
    expect(await censusOf(service.world)).toEqual({});
    expect(await objectsIn(service.world)).toEqual([
      expect.stringMatching(/^incoming\//),
      expect.stringMatching(/^incoming\//),
    ]);
  });

  it('the table is out of reach fails in our form and stores no scan', async () => {
    const service = await startService({ AWS_ENDPOINT_URL_DYNAMODB: NOWHERE });

    const { status, body, headers } = await service.post(PATH, anExpert());

    expect({ status, body }).toEqual(ERROR);
    expect(headers['x-request-id']).toMatch(/./);
    expect(await objectsIn(service.world)).toEqual([]);
  });

  it('only the counter of its limit is out of reach succeeds', async () => {
    const table = await inFrontOf(inject('emulators').dynamodb, call =>
      asksFor('UpdateItem', call) ? 'hang up' : undefined,
    );
    const service = await startService({ AWS_ENDPOINT_URL_DYNAMODB: table.url });

    await service.register();

    expect(await censusOf(service.world)).toEqual(ONE_EXPERT);
  });

  it('the bucket deletes nothing is refused for its own reason, and its scans expire', async () => {
    const service = await withBucket(({ method }) => (method === 'DELETE' ? ACCESS_DENIED : undefined));
    const email = anAddress();
    const racing = await Promise.all([1, 2].map(() => service.post(PATH, anExpert({ email }))));

    expect(racing.map(({ status }) => status).sort()).toEqual([201, 422]);
    expect(await censusOf(service.world)).toEqual(ONE_EXPERT);
    expect(await objectsIn(service.world)).toHaveLength(4);
  });
});

describe('a table under load', () => {
  it.each(Object.entries(THROTTLED))('is asked again: %s', async (_, throttled) => {
    const { service, transactions } = await withTransactions(count => (count === 1 ? throttled : undefined));

    expect(await service.post(PATH, anExpert())).toMatchObject({ status: 201 });

    expect(transactions()).toBeGreaterThan(1);
    expect(await censusOf(service.world)).toEqual(ONE_EXPERT);
  });

  it.each(['ThrottlingException', 'TransactionCanceledException: ThrottlingError'])(
    'is our outage, not our fault, and told in time: %s',
    async name => {
      const { service } = await withTransactions(() => THROTTLED[name]);
      const begun = performance.now();

      expect(await service.post(PATH, anExpert())).toMatchObject(UNAVAILABLE);
      expect(performance.now() - begun).toBeLessThan(10_000);
    },
    20_000,
  );
});
