/** Tests of faults between the steps of a registration, which is atomic (infra/docs/api/registration.md). */
import { describe, expect, inject, it } from 'vitest';
import { expertBody, uniqueEmail } from '../../support/builders.ts';
import {
  ACCESS_DENIED,
  type FakeResponse,
  isDynamoOperation,
  type ReceivedRequest,
  startFaultProxy,
} from '../../support/fake-server.ts';
import { countItems, listObjectKeys } from '../../support/inspect-store.ts';
import { startService } from '../../support/start-service.ts';

const PATH = '/auth/register/expert';
const ONE_EXPERT = {
  USER: 1,
  TOKEN: 1,
  EMAIL: 1,
  PHONE: 1,
  NAME: 1,
  NUMBER: 2,
  CREATED: 1,
  ACTIVITY: 1,
  JOB: 2,
};
const ERROR = { status: 503, body: { message: 'Service unavailable. Please try again in a moment.' } };

/** Starts a service with faulty registration transactions. */
async function startWithTransactionFaults(fault: () => 'hang up' | 'lost' | undefined) {
  const table = await startFaultProxy(inject('emulators').dynamodb, call =>
    isDynamoOperation('TransactWriteItems', call) && call.body.includes('EMAIL#') ? fault() : undefined,
  );
  return startService({ AWS_ENDPOINT_URL_DYNAMODB: table.url });
}

async function startWithBucketFaults(fault: (call: ReceivedRequest) => FakeResponse | undefined) {
  const bucket = await startFaultProxy(inject('emulators').s3, fault);
  return startService({ AWS_ENDPOINT_URL_S3: bucket.url });
}

describe.concurrent('faults during an expert registration', () => {
  it('an expert registration stores nothing when the bucket rejects the second identity scan', async () => {
    let puts = 0;
    const service = await startWithBucketFaults(({ method }) =>
      method === 'PUT' && ++puts === 2 ? ACCESS_DENIED : undefined,
    );

    expect(await service.post(PATH, expertBody())).toMatchObject({
      status: 500,
      body: { message: 'Internal server error.' },
    });

    expect(puts).toBe(2);
    expect(await listObjectKeys(service.deps)).toEqual([]);
    expect(await countItems(service.deps)).toEqual({});
  });

  it('an expert registration writes the whole account but returns 503 when the responses to its transactions are lost', async () => {
    let registering = true;
    const service = await startWithTransactionFaults(() => (registering ? 'lost' : undefined));
    const email = uniqueEmail();

    expect(await service.post(PATH, expertBody({ email }))).toMatchObject(ERROR);
    registering = false;

    expect(await countItems(service.deps)).toEqual(ONE_EXPERT);
    await service.runJobs();
    expect(await service.listMailsTo(email)).toHaveLength(1);
    expect(await listObjectKeys(service.deps)).toEqual([
      expect.stringMatching(/^identity-documents\/.*\/back-/),
      expect.stringMatching(/^identity-documents\/.*\/front-/),
    ]);
  });

  it("identity scans stay under incoming/ when the outcome of the registration's transaction is unknown", async () => {
    const service = await startWithTransactionFaults(() => 'hang up');

    const { status, body } = await service.post(PATH, expertBody());

    expect({ status, body }).toEqual(ERROR);
    expect(await countItems(service.deps)).toEqual({});
    expect(await listObjectKeys(service.deps)).toEqual([
      expect.stringMatching(/^incoming\//),
      expect.stringMatching(/^incoming\//),
    ]);
  });

  it('a concurrent duplicate registration returns 422 even when the bucket does not delete its identity scans', async () => {
    const service = await startWithBucketFaults(({ method }) =>
      method === 'DELETE' ? ACCESS_DENIED : undefined,
    );
    const email = uniqueEmail();
    const racing = await Promise.all([1, 2].map(() => service.post(PATH, expertBody({ email }))));

    expect(racing.map(({ status }) => status).sort()).toEqual([201, 422]);
    expect(await countItems(service.deps)).toEqual(ONE_EXPERT);
    expect(await listObjectKeys(service.deps)).toHaveLength(4);
  });
});
