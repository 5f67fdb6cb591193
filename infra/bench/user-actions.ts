/** Registers clients and experts, and carries out their actions on testimonies. */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { itemKey } from '../../lib/platform/aws/table/keys.ts';
import { REGIONS } from '../../lib/validation/fields.ts';
import { clientBody, expertBody, type Fields } from '../../tests/support/builders.ts';
import { BUYER, offerBody, testimonyBodyWith } from '../../tests/support/testimony-builders.ts';
import { DUMMY_TOKEN } from '../local/emulators.ts';
import type { EmulatedService } from './emulated-service.ts';
import { withTurnstileToken } from './gateway-events.ts';

/** An account with a valid token. */
export interface SignedInUser {
  readonly id: string;
  readonly email: string;
  readonly token: string;
}

/** The operator who approves the experts. */
export const OPERATOR_ARN = 'arn:aws:iam::000000000000:user/bench';

/** Creates the body of an expert's registration. */
export const createExpertBody = (changes: Fields = {}): FormData =>
  expertBody({ turnstileToken: DUMMY_TOKEN, ...changes });

/** Registers an expert with an unverified e-mail address. */
export async function registerExpert(service: EmulatedService, changes: Fields = {}): Promise<SignedInUser> {
  const body = createExpertBody(changes);
  const { data } = await service.call('auth-register-expert', { body });
  return toSignedInUser(data.token, String(body.get('email')));
}

/** Registers a client with an unverified e-mail address. */
export async function registerClient(service: EmulatedService): Promise<SignedInUser> {
  const body = withTurnstileToken(clientBody()) as { email: string };
  const { data } = await service.call('auth-register-client', { body });
  return toSignedInUser(data.token, body.email);
}

const toSignedInUser = (token: string, email: string): SignedInUser => ({
  id: token.split('_')[0] ?? '',
  email,
  token,
});

/** Creates an approved expert for all regions, with a verified e-mail address. */
export async function registerApprovedExpert(service: EmulatedService): Promise<SignedInUser> {
  const expert = await registerExpert(service, { regions: REGIONS });
  await verifyAddress(service, expert);
  const target = { operator: OPERATOR_ARN, params: { id: expert.id } };
  const { revision } = (await service.call('operator-show-expert', target)).data;
  await service.call('operator-review-identity', { ...target, body: { decision: 'accepted', revision } });
  await service.call('operator-set-approval', { ...target, body: { approved: true } });
  return expert;
}

/** Creates a client with a verified e-mail address. */
export async function registerVerifiedClient(service: EmulatedService): Promise<SignedInUser> {
  const client = await registerClient(service);
  await verifyAddress(service, client);
  return client;
}

async function verifyAddress(
  { documentClient, table }: EmulatedService,
  { id }: SignedInUser,
): Promise<void> {
  await documentClient.send(
    new UpdateCommand({
      TableName: table,
      Key: itemKey.user(id),
      UpdateExpression: 'SET emailVerified = :yes',
      ExpressionAttributeValues: { ':yes': true },
    }),
  );
}

/** Creates a testimony and returns its id. */
export async function createTestimony(service: EmulatedService, { token }: SignedInUser): Promise<string> {
  return (await service.call('testimonies-create', { token, body: testimonyBodyWith({ region: 'ke' }) })).data
    .id;
}

/** Makes an offer on a testimony and returns the id of the offer. */
export async function createOffer(
  service: EmulatedService,
  { token }: SignedInUser,
  id: string,
): Promise<string> {
  return (await service.call('offers-create', { token, params: { id }, body: offerBody() })).data.id;
}

/** Pays an offer and returns the id of the paid checkout session. */
export async function payOffer(
  service: EmulatedService,
  { token }: SignedInUser,
  offerId: string,
): Promise<string> {
  const { data } = await service.call('offers-checkout', { token, params: { offerId }, body: BUYER });
  const paymentResponse = await fetch(data.url, { method: 'POST', redirect: 'manual' });
  return /cs_\w+/.exec(paymentResponse.headers.get('location') ?? '')?.[0] ?? '';
}

/** Creates a testimony with an open offer. */
export async function createTestimonyWithOffer(
  service: EmulatedService,
  client: SignedInUser,
  expert: SignedInUser,
) {
  const id = await createTestimony(service, client);
  return { params: { id }, offerId: await createOffer(service, expert, id) };
}
