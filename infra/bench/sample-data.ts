/** Accounts, testimonies and offers of the measurements, and reads of them with the bare AWS SDK. */
import { BatchGetCommand, QueryCommand, type QueryCommandInput, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { itemKey } from '../../lib/platform/aws/table/keys.ts';
import type { Key } from '../../lib/platform/aws/table/table.ts';
import { ONE_PIXEL_JPEG } from '../local/sample-scans.ts';
import { findExample } from '../openapi/recorded-examples.ts';
import { fillVariables } from '../openapi/samples/variables.ts';
import type { EmulatedService } from './emulated-service.ts';

/** An account with a valid token. */
export type SignedInUser = Readonly<Record<'id' | 'email' | 'password' | 'token', string>>;

type Fields = Readonly<Record<string, unknown>>;

let lastUserNumber = 100_000;

/**
 * Returns the fields of an operation's example request. Each registration has a new e-mail address and phone number.
 */
function createFields(operationId: string): Fields {
  lastUserNumber += 1;
  return fillVariables(findExample(operationId).request?.body ?? {}, () => String(lastUserNumber));
}

/** Creates the body of the registration of an expert, with two scans of the given size. */
export function createExpertBody(scanBytes: number, fields = createFields('registerExpert')): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...fields, regions: ['ke'] }))
    form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  const scan = new Blob([ONE_PIXEL_JPEG, Buffer.alloc(scanBytes - ONE_PIXEL_JPEG.length)]);
  for (const side of ['Front', 'Back']) form.append(`verificationDocument${side}`, scan, `${side}.jpg`);
  return form;
}

/**
 * Registers a client, or an expert of the region `ke`. The verified address, the accepted identity and the approval are
 * written straight into the record, so no mail, operator or payment provider is needed.
 */
export async function register(service: EmulatedService, role: 'client' | 'expert'): Promise<SignedInUser> {
  const fields = createFields(role === 'expert' ? 'registerExpert' : 'registerClient');
  const body = role === 'expert' ? createExpertBody(2000, fields) : fields;
  const { token } = await service.call(`auth-register-${role}`, { body });
  const id = token.split('_')[0];
  await service.documentClient.send(
    new UpdateCommand({
      TableName: service.table,
      Key: itemKey.user(id),
      UpdateExpression:
        'SET emailVerified = :true, identityReview = :accepted, acceptedNames = :names, approval = :approval',
      ExpressionAttributeValues: {
        ':true': true,
        ':accepted': 'accepted',
        ':names': [fields],
        ':approval': { paymentAccountVerified: true, granted: true, revoked: false },
      },
    }),
  );
  return { id, email: String(fields.email), password: String(fields.password), token };
}

/** Creates a testimony in the region `ke` and returns its id. */
export async function createTestimony({ call }: EmulatedService, { token }: SignedInUser): Promise<string> {
  return (await call('testimonies-create', { token, body: createFields('createTestimony') })).id;
}

export const createOffer = ({ call }: EmulatedService, { token }: SignedInUser, id: string) =>
  call('offers-create', { token, params: { id }, body: createFields('createOffer') });

/** Returns the keys of the items that every request with a token reads. */
export function getSignInKeys({ id, token }: SignedInUser): Key[] {
  return [itemKey.user(id), itemKey.token(id, token.split(/[_|]/)[1] ?? '')];
}

export async function readItems({ documentClient, table }: EmulatedService, keys: Key[]): Promise<object[]> {
  const RequestItems = { [table]: { Keys: keys, ConsistentRead: true } };
  return (await documentClient.send(new BatchGetCommand({ RequestItems }))).Responses?.[table] ?? [];
}

export async function queryItems(
  { documentClient, table }: EmulatedService,
  input: Omit<QueryCommandInput, 'TableName'>,
): Promise<object[]> {
  return (await documentClient.send(new QueryCommand({ TableName: table, ...input }))).Items ?? [];
}
