/** Registers clients and experts, and carries out their actions on testimonies. */
import assert from 'node:assert/strict';
import Stripe from 'stripe';
import { JOB_QUEUE, listPartitions } from '../../lib/platform/aws/queue/leased-queue.ts';
import { REGIONS } from '../../lib/validation/fields.ts';
import { ONE_PIXEL_JPEG } from '../local/sample-scans.ts';
import { findExampleBody } from '../openapi/samples/example-bodies.ts';
import { fillVariables } from '../openapi/samples/variables.ts';
import { type EmulatedService, WEBHOOK_SECRET } from './emulated-service.ts';
import { queryItems } from './table-reads.ts';

/** An account with a valid token. */
export interface SignedInUser {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly token: string;
}

const OPERATOR = 'arn:aws:iam::000000000000:user/bench';

let lastUserNumber = 100_000;

type Fields = Readonly<Record<string, unknown>>;

/** Returns the fields of an operation's example request. Each registration has a new e-mail address and phone number. */
function createFields(operationId: string): Fields {
  const uniquePart = String(++lastUserNumber);
  return fillVariables(findExampleBody(operationId)?.fields ?? {}, () => uniquePart);
}

/** Creates the body of the registration of an expert for all regions, with two scans of this size. */
export function createExpertBody(fields = createFields('registerExpert'), scanBytes = 2000): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...fields, regions: REGIONS }))
    form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  const scan = new Blob([ONE_PIXEL_JPEG, Buffer.alloc(scanBytes - ONE_PIXEL_JPEG.length)]);
  for (const side of ['Front', 'Back']) form.append(`verificationDocument${side}`, scan, `${side}.jpg`);
  return form;
}

/** Registers an expert with an unverified e-mail address. */
export function registerExpert(service: EmulatedService): Promise<SignedInUser> {
  const fields = createFields('registerExpert');
  return register(service, 'auth-register-expert', fields, createExpertBody(fields));
}

export async function registerVerifiedClient(service: EmulatedService): Promise<SignedInUser> {
  const fields = createFields('registerClient');
  const client = await register(service, 'auth-register-client', fields, fields);
  await verifyAddress(service, client);
  return client;
}

async function register({ call }: EmulatedService, name: string, fields: Fields, body: object) {
  const { token } = (await call(name, { body })).data;
  const { email, password } = fields;
  return { id: token.split('_')[0], email: String(email), password: String(password), token };
}

/** Creates an approved expert for all regions, with a verified e-mail address. */
export async function registerApprovedExpert(service: EmulatedService): Promise<SignedInUser> {
  const expert = await registerExpert(service);
  await verifyAddress(service, expert);
  const target = { operator: OPERATOR, params: { id: expert.id } };
  const { revision } = (await service.call('operator-show-expert', target)).data;
  await service.call('operator-review-identity', { ...target, body: { decision: 'accepted', revision } });
  await service.call('operator-set-approval', { ...target, body: { approved: true } });
  return expert;
}

/** Verifies the e-mail address of a user with the link in the mail. */
async function verifyAddress(service: EmulatedService, { email }: SignedInUser): Promise<void> {
  await deliverJobs(service);
  const response = await fetch(`${service.environment.AWS_ENDPOINT_URL_SES}/store?to=${email}`);
  const { emails } = (await response.json()) as { emails: { body: { text: string } }[] };
  const [url] = emails.flatMap(({ body }) => /verify-email\?url=(\S+)/.exec(body.text)?.[1] ?? []);
  assert.ok(url, `no mail to ${email} contains a link`);
  const { pathname, searchParams } = new URL(decodeURIComponent(url));
  const [userId = '', hash = ''] = pathname.split('/').slice(-2);
  const query = Object.fromEntries(searchParams);
  await service.call('auth-verify-email', { params: { userId, hash }, query });
}

/** Delivers all due jobs, as the table's stream would, and the due jobs that these create. */
export async function deliverJobs(service: EmulatedService): Promise<void> {
  const partitions = listPartitions(JOB_QUEUE).map(partition =>
    queryItems(service, {
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :partition AND gsi1sk < :now',
      ExpressionAttributeValues: { ':partition': partition, ':now': new Date().toISOString() },
    }),
  );
  const jobs = (await Promise.all(partitions)).flat();
  for (const { pk } of jobs) {
    const dynamodb = { Keys: { pk: { S: pk } }, SequenceNumber: '1' };
    await service.invoke('jobs-deliver', { Records: [{ eventName: 'INSERT', dynamodb }] });
  }
  if (jobs.length > 0) await deliverJobs(service);
}

export async function createTestimony({ call }: EmulatedService, { token }: SignedInUser): Promise<string> {
  return (await call('testimonies-create', { token, body: createFields('createTestimony') })).data.id;
}

export async function createOffer(service: EmulatedService, { token }: SignedInUser, id: string) {
  const request = { token, params: { id }, body: createFields('createOffer') };
  return String((await service.call('offers-create', request)).data.id);
}

export async function payOffer(service: EmulatedService, { token }: SignedInUser, offerId: string) {
  const request = { token, params: { offerId }, body: createFields('checkoutOffer') };
  const { data } = await service.call('offers-checkout', request);
  const { headers } = await fetch(data.url, { method: 'POST', redirect: 'manual' });
  return String(/cs_\w+/.exec(headers.get('location') ?? ''));
}

/** Sends the newest of Stripe's events of this type. */
export async function sendStripeEvent({ environment, call }: EmulatedService, type: string): Promise<void> {
  const response = await fetch(`${environment.STRIPE_URL}/_test/events`);
  const { data } = (await response.json()) as { data: { type: string; created: number }[] };
  const body = data.findLast(event => event.type === type);
  const payload = JSON.stringify(body);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET });
  await call('webhooks-stripe', { headers: { 'stripe-signature': signature }, ...(body && { body }) });
}
