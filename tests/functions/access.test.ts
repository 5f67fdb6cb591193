/** Every protected route, and every way not to be let in (spec §5.4, §7.1; contract §1 "401"). */
import { randomBytes } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { v7 } from 'uuid';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { itemsIn } from '../support/behind-the-scenes.ts';
import { type Service, startService } from '../support/service.ts';
import { asksFor, inFrontOf } from '../support/stand-in.ts';

const PROTECTED = [
  ['GET', '/me'],
  ['POST', '/auth/logout'],
] as const;

let service: Service;
let token: string;
let other: string;

beforeAll(async () => {
  service = await startService();
  ({ token } = await service.register());
  other = (await service.register()).token;
});

const split = (text: string) => {
  const [ids = '', secret = ''] = text.split('|');
  const [userId = '', tokenId = ''] = ids.split('.');
  return { userId, tokenId, secret };
};
const newSecret = () => randomBytes(32).toString('base64url');

const FORMS: Record<string, () => string | undefined> = {
  'no header': () => undefined,
  'an empty header': () => '',
  'the scheme alone': () => 'Bearer',
  'the scheme and a blank': () => 'Bearer ',
  'a token without scheme': () => token,
  'another scheme': () => `Basic ${token}`,
  'two blanks': () => `Bearer  ${token}`,
  'a tab': () => `Bearer\t${token}`,
  'a blank before': () => ` Bearer ${token}`,
  'a blank behind': () => `Bearer ${token} `,
  'two tokens': () => `Bearer ${token},Bearer ${other}`,
  'no secret': () => `Bearer ${token.split('|')[0]}|`,
  'no pipe': () => `Bearer ${token.replace('|', '')}`,
  'a short secret': () => `Bearer ${token.slice(0, -1)}`,
  'a long secret': () => `Bearer ${token}A`,
  'another secret': () => `Bearer ${token.split('|')[0]}|${newSecret()}`,
  "another user's secret": () => `Bearer ${token.split('|')[0]}|${split(other).secret}`,
  "another user's token id": () =>
    `Bearer ${split(token).userId}.${split(other).tokenId}|${split(other).secret}`,
  "another user's id": () => `Bearer ${split(other).userId}.${split(token).tokenId}|${split(token).secret}`,
  'ids of nobody': () => `Bearer ${v7()}.${v7()}|${newSecret()}`,
  'an id in upper case': () => `Bearer ${token.split('|')[0]?.toUpperCase()}|${split(token).secret}`,
  'ids that are none': () => `Bearer USER.TOKEN|${split(token).secret}`,
};

describe.each(PROTECTED)('%s %s', (method, path) => {
  it.each(Object.keys(FORMS))('is 401 for %s', async form => {
    const authorization = FORMS[form]?.();

    const { status, body } = await service.send(
      method,
      path,
      undefined,
      authorization === undefined ? {} : { headers: { authorization } },
    );

    expect({ status, body }).toEqual({ status: 401, body: { message: 'Unauthenticated.' } });
  });

  it.each(['bearer', 'BEARER', 'bEaReR'])('knows the scheme as %s', async scheme => {
    const fresh = (await service.register()).token;

    const answer = await service.send(method, path, undefined, {
      headers: { authorization: `${scheme} ${fresh}` },
    });

    expect([200, 204]).toContain(answer.status);
  });

  it('is 401 for a token from before the credentials changed', async () => {
    const fresh = (await service.register()).token;
    const { client, name } = service.world.table;
    await client.send(
      new UpdateCommand({
        TableName: name,
        Key: { pk: `USER#${split(fresh).userId}`, sk: 'USER' },
        UpdateExpression: 'ADD credentialEpoch :one',
        ExpressionAttributeValues: { ':one': 1 },
      }),
    );

    expect(await service.send(method, path, undefined, { token: fresh })).toMatchObject({ status: 401 });
  });

  it('reads again what the table had no time for', async () => {
    const busy = await busyTable(2);
    const fresh = (await busy.register()).token;

    expect((await busy.send(method, path, undefined, { token: fresh })).status).toBeLessThan(300);
  });
});

it('nobody is 401 while the table has no time at all: that is 503', async () => {
  const busy = await busyTable(Number.POSITIVE_INFINITY);

  const answer = await busy.get('/me', { token });

  expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
});

/** A table that leaves the first reads of tokens unprocessed. */
async function busyTable(unprocessed: number): Promise<Service> {
  let count = 0;
  const table = await inFrontOf(inject('emulators').dynamodb, call => {
    if (!asksFor('BatchGetItem', call) || !call.body.includes('TOKEN#') || ++count > unprocessed)
      return undefined;
    const { RequestItems } = JSON.parse(call.body.toString());
    return { status: 200, body: JSON.stringify({ Responses: {}, UnprocessedKeys: RequestItems }) };
  });
  return startService({ AWS_ENDPOINT_URL_DYNAMODB: table.url });
}

describe('what the table keeps of a token', () => {
  it('is its SHA-256 and nothing that signs anybody in (spec §5.1)', async () => {
    const { userId, tokenId, secret } = split(token);

    const items = (await itemsIn(service.world)).filter(item => JSON.stringify(item).includes(userId));

    expect(items.find(({ sk }) => sk === `TOKEN#${tokenId}`)).toMatchObject({
      userId,
      secretHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(JSON.stringify(items)).not.toContain(secret);
  });
});
