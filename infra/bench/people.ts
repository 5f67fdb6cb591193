/** Clients and experts, and what they do with testimonies. */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { key } from '../../lib/platform/aws/table/keys.ts';
import { REGIONS } from '../../lib/validation/fields.ts';
import { clientBody, expertBody, type Fields } from '../../tests/support/builders.ts';
import { BUYER, offerBody, testimonyBodyWith } from '../../tests/support/testimony-builders.ts';
import { DUMMY_TOKEN } from '../local/emulators.ts';
import { checked } from './requests.ts';
import type { Service } from './service.ts';

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly token: string;
}

export const OPERATOR = 'arn:aws:iam::000000000000:user/bench';

/** The form that registers an expert. */
export const expertForm = (change: Fields = {}): FormData =>
  expertBody({ turnstileToken: DUMMY_TOKEN, ...change });

/** Registers an expert whose address is not verified. */
export async function registerExpert(service: Service, change: Fields = {}): Promise<Person> {
  const form = expertForm(change);
  const { data } = await service.call('auth-register-expert', { body: form });
  return personWith(data.token, String(form.get('email')));
}

/** Registers a client whose address is not verified. */
export async function registerClient(service: Service): Promise<Person> {
  const body = checked(clientBody()) as { email: string };
  const { data } = await service.call('auth-register-client', { body });
  return personWith(data.token, body.email);
}

const personWith = (token: string, email: string): Person => ({
  id: token.split('_')[0] ?? '',
  email,
  token,
});

/** An approved expert of all regions, with a verified address. */
export async function createExpert(service: Service): Promise<Person> {
  const expert = await registerExpert(service, { regions: REGIONS });
  await verifyAddress(service, expert);
  const target = { operator: OPERATOR, params: { id: expert.id } };
  const { revision } = (await service.call('operator-show-expert', target)).data;
  await service.call('operator-review-identity', { ...target, body: { decision: 'accepted', revision } });
  await service.call('operator-set-approval', { ...target, body: { approved: true } });
  return expert;
}

/** A client with a verified address. */
export async function createClient(service: Service): Promise<Person> {
  const client = await registerClient(service);
  await verifyAddress(service, client);
  return client;
}

async function verifyAddress({ documents, table }: Service, { id }: Person): Promise<void> {
  await documents.send(
    new UpdateCommand({
      TableName: table,
      Key: key.user(id),
      UpdateExpression: 'SET emailVerified = :yes',
      ExpressionAttributeValues: { ':yes': true },
    }),
  );
}

/** @returns the id of the new testimony */
export async function order(service: Service, { token }: Person): Promise<string> {
  return (await service.call('testimonies-create', { token, body: testimonyBodyWith({ region: 'ke' }) })).data
    .id;
}

/** @returns the id of the new offer */
export async function offer(service: Service, { token }: Person, id: string): Promise<string> {
  return (await service.call('offers-create', { token, params: { id }, body: offerBody() })).data.id;
}

/** @returns the id of the paid checkout session */
export async function pay(service: Service, { token }: Person, offerId: string): Promise<string> {
  const { data } = await service.call('offers-checkout', { token, params: { offerId }, body: BUYER });
  const paid = await fetch(data.url, { method: 'POST', redirect: 'manual' });
  return /cs_\w+/.exec(paid.headers.get('location') ?? '')?.[0] ?? '';
}
