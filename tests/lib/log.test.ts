/**
 * Tests of the contents of the log, and of personal data and secrets that it must never contain
 * (infra/docs/api/conventions.md).
 */
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { beforeAll, expect, inject, it } from 'vitest';
import { log, redact, withLogContext } from '../../lib/log.ts';
import { createS3Client } from '../../lib/platform/aws/clients.ts';
import { expertBody, expertFields } from '../support/builders.ts';
import { readLogEvents, readOutput } from '../support/captured-log.ts';
import {
  isDynamoOperation,
  sesError,
  startFakeServer,
  startFaultProxy,
  UNREACHABLE_URL,
} from '../support/fake-server.ts';
import { type Service, type ServiceResponse, startService } from '../support/start-service.ts';

const REGISTER = '/auth/register/expert';

/** Personal fields of an expert, with values that are easy to find in the log. */
const MARKED_FIELDS = {
  email: 'marked.address@znalci.sk',
  phone: '+421905987654',
  password: 'MarkedPassword1',
  passwordConfirmation: 'MarkedPassword1',
  firstName: 'Markedfirstname',
  lastName: 'Markedlastname',
  bankAccount: { iban: 'SK3112000000198742637541' },
  company: { businessId: 'markedbusiness', taxId: 'markedtax', vatId: 'markedvat' },
  billingAddress: {
    line1: 'markedline',
    line2: 'markedline',
    city: 'markedcity',
    postalCode: 'marked',
    country: 'SK',
  },
  registrationNumber: 'markedregistration',
  turnstileToken: 'markedchallenge',
  verificationDocumentFront: new Blob([Buffer.from('ffd8ff', 'hex'), 'markedfrontscan'.repeat(50)]),
  verificationDocumentBack: new Blob([Buffer.from('ffd8ff', 'hex'), 'markedbackscan'.repeat(50)]),
};

const responses: ServiceResponse[] = [];
let token = '';

async function exerciseService(service: Service): Promise<void> {
  const { email, password } = MARKED_FIELDS;
  const pair = { email, password, turnstileToken: MARKED_FIELDS.turnstileToken };
  const registered = await service.post(REGISTER, expertBody(MARKED_FIELDS));
  token = registered.body.data?.token ?? token;
  responses.push(
    registered,
    await service.post(REGISTER, expertBody(MARKED_FIELDS)),
    await service.post(REGISTER, expertBody({ ...MARKED_FIELDS, termsAgreed: 'false' })),
    await service.post(REGISTER, expertBody(MARKED_FIELDS), { token }),
    await service.post(REGISTER, Buffer.from(`markedbody ${password}`)),
    await service.post('/auth/login', pair),
    await service.post('/auth/login', { ...pair, password: `${password}x` }),
    await service.post('/auth/login', Buffer.from(`{"password":"${password}`), {
      headers: { 'content-type': 'application/json' },
    }),
    await service.get('/me', { token }),
    await service.get(`/${email}/${password}?token=${token}`),
    await service.post('/auth/logout', undefined, { token }),
  );
  await service.runJobs().catch(() => {});
}

beforeAll(async () => {
  const [dead, deaf] = await Promise.all([
    startFaultProxy(inject('emulators').ses, () => sesError('MessageRejected')),
    startFaultProxy(inject('emulators').dynamodb, call =>
      isDynamoOperation('TransactWriteItems', call) ? 'hang up' : undefined,
    ),
  ]);
  await exerciseService(await startService());
  await exerciseService(
    await startService({
      SANDBOX: 'true',
      AWS_ENDPOINT_URL_LAMBDA: UNREACHABLE_URL,
      AWS_ENDPOINT_URL_SES: dead.url,
    }),
  );
  await exerciseService(await startService({ BOT_PROTECTION: 'true' }));
  await exerciseService(
    await startService({
      AWS_ENDPOINT_URL_DYNAMODB: deaf.url,
      TURNSTILE_URL: UNREACHABLE_URL,
      BOT_PROTECTION: 'true',
    }),
  );
  await exerciseService(await startService({ AWS_ENDPOINT_URL_DYNAMODB: deaf.url }));
  await exerciseService(
    await startService({ AWS_ENDPOINT_URL_S3: UNREACHABLE_URL, DNS_SERVERS: '127.0.0.1:9' }),
  );
  await exerciseService(await startService({ PASSWORD_PEPPERS: '{"1":"markedpepper"' }));
}, 60_000);

it('the log line of a request contains its route, status, duration and request id', () => {
  const lines = readLogEvents('request.completed');
  // API Gateway itself responds to unknown routes, so these responses have no log line.
  const logged = responses.filter(({ headers }) => headers['x-request-id']);

  expect(logged.length).toBeGreaterThan(responses.length / 2);
  expect(lines.map(({ status, requestId }) => [status, requestId])).toEqual(
    logged.map(({ status, headers }) => [status, headers['x-request-id']]),
  );
  expect(lines[0]).toEqual({
    level: 'info',
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    requestId: expect.any(String),
    userId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    event: 'request.completed',
    route: 'POST /api/v1/auth/register/expert',
    status: 201,
    ms: expect.any(Number),
  });
});

it('the log line of a request has a user id only when a user is known', () => {
  const [, taken, , , , signedIn, wrong] = readLogEvents('request.completed');

  expect(signedIn).toMatchObject({
    route: 'POST /api/v1/auth/login',
    status: 200,
    userId: expect.any(String),
  });
  for (const line of [taken, wrong]) expect(line).not.toHaveProperty('userId');
});

it('the test of the log has triggered every failure event whose error could contain personal data', () => {
  const events = new Set(readOutput().match(/"event":"[^"]+"/g));

  expect([...events]).toEqual(
    expect.arrayContaining(
      [
        'request.failed',
        'job.dead',
        'approval.invocation_failed',
        'challenge.unavailable',
        'mail_dns.unavailable',
      ].map(event => `"event":"${event}"`),
    ),
  );
});

it.each<[string, () => string]>([
  ['a marked value of a field or a scan', () => 'marked'],
  ['the e-mail address', () => 'znalci.sk'],
  ['the phone number', () => '905987654'],
  ['the IBAN', () => '198742637541'],
  ['the secret of the token', () => token.split('|')[1] ?? 'no token'],
  ['a password hash', () => '$2b$'],
  ['the object key of a scan', () => 'identity-documents/'],
  ['the link key', () => 'link key of the tests'],
  ['the pepper', () => 'pepper of'],
  ['the secret of the bot challenge', () => 'local-turnstile-secret'],
])('the log never contains %s', (_, text) => {
  expect(readOutput().toLowerCase()).not.toContain(text().toLowerCase());
});

it('the log never contains a base64-encoded identity document', () => {
  expect(readOutput()).not.toContain(
    Buffer.from('markedfrontscan'.repeat(50)).toString('base64').slice(3, 40),
  );
});

it.each([
  ['token 01890000-0000-7000-8000-000000000000.0189|abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG'],
  ['mail to jana@znalci.sk'],
  ['iban SK31 1200 0000 1987 4263 7541'],
  ['phone +421 905 123 456'],
  ['Unexpected token, "password1" is not JSON'],
  ["value 'password1' is odd"],
  [`hash ${'a'.repeat(64)}`],
])('the log redacts personal data and secrets in an error message: %s', message => {
  const [first = ''] = message.split(' ');

  expect(redact(message)).toMatch(new RegExp(`^${first}.*\\[…\\]`));
  expect(redact(message)).not.toMatch(/jana|1987|905|password1|aaaa|abcdef/);
});

it('the log does not read the lines of an error message as stack frames', async () => {
  await withLogContext('r', async () =>
    log.error({ event: 'odd', error: new Error('x\n    at jana@znalci.sk') }),
  );

  expect(JSON.stringify(readLogEvents('odd'))).not.toContain('jana');
});

it('the log line of a failed AWS call has the call, the status and both request ids', async () => {
  const { url } = await startFakeServer(() => ({
    status: 403,
    headers: { 'x-amz-request-id': 'REQUEST1', 'x-amz-id-2': 'extended/id+2=' },
    body: '<Error><Code>AccessDenied</Code><Message>No.</Message></Error>',
  }));
  const client = createS3Client({ AWS_REGION: 'eu-central-1', AWS_ENDPOINT_URL_S3: url });
  const error = await client.send(new GetObjectCommand({ Bucket: 'any', Key: 'x' })).catch(error => error);

  log.error({ event: 'refused by S3', error });

  expect(readLogEvents('refused by S3')).toMatchObject([
    {
      error: {
        name: 'AccessDenied',
        call: 'S3Client GetObjectCommand',
        status: 403,
        requestId: 'REQUEST1',
        extendedRequestId: 'extended/id+2=',
      },
    },
  ]);
});

it('MARKED_FIELDS has a value for every personal field of an expert registration', () => {
  const unmarked = ['nationality', 'dateOfBirth', 'regions', 'newsletterSubscribed', 'termsAgreed'];

  expect(Object.keys(expertFields()).sort()).toEqual([...Object.keys(MARKED_FIELDS), ...unmarked].sort());
});
