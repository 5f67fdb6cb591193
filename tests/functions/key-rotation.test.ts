/**
 * Tests of the rotation of the keys for links, cursors and stored responses (infra/docs/deployment.md#rotating-a-key).
 */
import { beforeAll, expect, it } from 'vitest';
import { clientBody, uniqueEmail } from '../support/builders.ts';
import { withIdempotencyKey } from '../support/create-request.ts';
import { findVerificationPath } from '../support/find-mails.ts';
import { createTestimonies } from '../support/list-pages.ts';
import { type Market, type MarketClient, startMarket } from '../support/start-market.ts';
import type { Service } from '../support/start-service.ts';

const OLD_KEYS = { LINK_KEYS: 'l'.repeat(43), CURSOR_KEYS: 'c'.repeat(43), RESPONSE_KEYS: 'r'.repeat(43) };
const NEW_KEYS = { LINK_KEYS: 'L'.repeat(43), CURSOR_KEYS: 'C'.repeat(43), RESPONSE_KEYS: 'R'.repeat(43) };

let market: Market;
let service: Service;
let client: MarketClient;

beforeAll(async () => {
  market = await startMarket(OLD_KEYS);
  ({ service } = market);
  client = await market.createClient();
  await createTestimonies(client, 16);
});

type KeyVariable = keyof typeof OLD_KEYS;
const setKeys = (variable: KeyVariable, value: string) =>
  void Object.assign(service.deps.environment, { [variable]: value });

/** Puts the new key first and keeps the old one as the previous key. */
const rotateKey = (variable: KeyVariable) => setKeys(variable, `${NEW_KEYS[variable]},${OLD_KEYS[variable]}`);
const removeOldKey = (variable: KeyVariable) => setKeys(variable, NEW_KEYS[variable]);

async function createLink(): Promise<string> {
  const email = uniqueEmail();
  await service.registerClient({ email });
  await service.runJobs();
  return findVerificationPath(email);
}

it('a verification link that was signed with the previous key works until the key is removed', async () => {
  const [used, late] = [await createLink(), await createLink()];
  rotateKey('LINK_KEYS');
  expect(await service.get(used)).toMatchObject({ status: 204 });
  const current = await createLink();

  removeOldKey('LINK_KEYS');
  expect(await service.get(late)).toMatchObject({
    status: 422,
    body: { errors: { signature: [expect.any(String)] } },
  });
  expect(await service.get(current)).toMatchObject({ status: 204 });
});

it('a cursor that was signed with the previous key works until the key is removed', async () => {
  const { meta } = (await client.get('/testimonies')).body;
  const getPage = () => client.get(`/testimonies?cursor=${meta.next_cursor}`);

  rotateKey('CURSOR_KEYS');
  expect((await getPage()).body.data).toHaveLength(1);

  removeOldKey('CURSOR_KEYS');
  expect(await getPage()).toMatchObject({ status: 400 });
});

it('a cursor that is signed with the key of links is rejected', async () => {
  const payload = Buffer.from(JSON.stringify({ from: 'x' })).toString('base64url');
  const signature = await service.deps.linkSigner.sign(`cursor\ntestimonies of ${client.id}\n${payload}`);

  expect(await client.get(`/testimonies?cursor=${payload}.${signature}`)).toMatchObject({ status: 400 });
});

it('a response that was stored with the previous key is repeated until the key is removed', async () => {
  const body = clientBody({ email: uniqueEmail() });
  const headers = withIdempotencyKey();
  const register = () => service.post('/auth/register/client', body, headers);
  const first = await register();

  rotateKey('RESPONSE_KEYS');
  expect(await register()).toMatchObject({ status: 201, body: first.body });

  removeOldKey('RESPONSE_KEYS');
  expect(await register()).toMatchObject({ status: 422 });
});
