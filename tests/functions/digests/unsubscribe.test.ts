/** Tests of one-click unsubscription from digests (infra/docs/api/mails.md#digest-of-new-testimonies). */
import { beforeAll, expect, it } from 'vitest';
import { createUnsubscribeLink } from '../../../lib/domain/mails/unsubscribe.ts';
import { PASSWORD } from '../../support/builders.ts';
import { clearOutput, readOutput } from '../../support/captured-log.ts';
import { listItems } from '../../support/inspect-store.ts';
import { type Market, type Person, startMarket } from '../../support/start-market.ts';

let market: Market;
beforeAll(async () => {
  market = await startMarket();
});

/** Returns the path of a user's unsubscribe link, without the base path of the API. */
const createPath = async ({ id }: Pick<Person, 'id'>): Promise<string> =>
  (await createUnsubscribeLink({ id }, market.service.deps)).split('/api/v1')[1] ?? '';

/** Sends the form that a mail service sends when the reader clicks "unsubscribe". */
const unsubscribe = (path: string) =>
  market.service.post(path, Buffer.from('List-Unsubscribe=One-Click'), {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
const readUser = async ({ token }: Person) => (await market.service.get('/me', { token })).body.data;
const listRegions = async ({ id }: Person) =>
  (await listItems(market.service.deps, 'REGION#')).filter(({ sk }) => sk === id).map(({ pk }) => pk);

it('the unsubscribe link of a digest switches off only the digests, without a login, even after months', async () => {
  const expert = await market.createExpert({ regions: ['ba'] });
  await market.runJobs();
  const before = await readUser(expert);
  expect(await listRegions(expert)).toEqual(['REGION#ba']);

  const path = await createPath(expert);
  market.service.deps.clock.advance(100 * 24 * 3600_000);

  const { status, body } = await unsubscribe(path);
  expect((await unsubscribe(path)).status).toBe(204);
  await market.runJobs();

  expect({ status, body }).toEqual({ status: 204, body: undefined });
  expect(await readUser(expert)).toEqual({ ...before, notifyNewTestimonies: false });
  expect(await listRegions(expert)).toEqual([]);
});

it('an unsubscribe link with a missing, changed or foreign signature is rejected with 422', async () => {
  const [expert, other] = await Promise.all([market.createExpert(), market.createExpert()]);
  const [path = '', signature = ''] = (await createPath(expert)).split('?signature=');
  const [, foreign] = (await createPath(other)).split('?signature=');
  const changed = signature.replace(/^./, first => (first === 'A' ? 'B' : 'A'));

  for (const query of ['', `?signature=${changed}`, `?signature=${foreign}`])
    expect((await unsubscribe(`${path}${query}`)).status, query).toBe(422);
  expect(await readUser(expert)).toMatchObject({ notifyNewTestimonies: true });
});

it('a GET request to an unsubscribe link, such as that of a mail scanner, changes nothing', async () => {
  const expert = await market.createExpert();

  expect((await market.service.get(await createPath(expert))).status).toBe(404);
  expect(await readUser(expert)).toMatchObject({ notifyNewTestimonies: true });
});

it('the unsubscribe links of a closed account and of a client are accepted without effect', async () => {
  const [expert, client] = await Promise.all([market.createExpert(), market.createClient()]);
  await market.service.sendWithMethod(
    'DELETE',
    '/me',
    { currentPassword: PASSWORD },
    { token: expert.token },
  );

  expect((await unsubscribe(await createPath(expert))).status).toBe(204);
  const before = await readUser(client);
  expect((await unsubscribe(await createPath(client))).status).toBe(204);
  expect(await readUser(client)).toEqual(before);
  expect(await readUser(expert)).toBeUndefined();
});

it('the log does not contain the signature of an unsubscribe link', async () => {
  const expert = await market.createExpert();
  const path = await createPath(expert);
  clearOutput();

  await unsubscribe(path);
  await unsubscribe(`${path}x`);

  expect(readOutput()).not.toContain(path.split('?signature=')[1]);
});
