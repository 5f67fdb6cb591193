/** Tests that the markets of two partners and of no partner are separate (infra/docs/api/partners.md#markets). */
import { beforeAll, expect, it } from 'vitest';
import { HOUR } from '../../../lib/durations.ts';
import { clientBody, expertBody, PASSWORD, uniqueEmail, uniquePhone } from '../../support/builders.ts';
import { MAIL_SUBJECTS } from '../../support/find-mails.ts';
import { asOperator } from '../../support/operators.ts';
import { type RegisteredPartner, registerPartner } from '../../support/partners.ts';
import { assertSuccess, type Market, startMarket, verifyEmailOf } from '../../support/start-market.ts';
import { listMailsTo } from '../../support/start-service.ts';
import { BUYER, offerBody, testimonyBody } from '../../support/testimony-builders.ts';

const NOT_ALLOWED = { status: 403, headers: { 'x-error-code': 'not-owner' } };

/** Contacts of the client and the expert, which are the same in every market: each market allows each of them once. */
const CLIENT = { email: uniqueEmail('klienti.sk'), phone: uniquePhone() };
const EXPERT = { email: uniqueEmail(), phone: uniquePhone(), regions: ['ke'] };

interface MarketOfPartner {
  readonly partner: RegisteredPartner | undefined;
  readonly frontendUrl: string;
  readonly client: string;
  readonly expert: string;
  readonly testimonyId: string;
}

let market: Market;
let all: readonly MarketOfPartner[];

beforeAll(async () => {
  market = await startMarket({ SANDBOX: 'true' });
  const frontends = ['https://jeden.portal.sk', 'http://localhost:5173/app'];
  const partners = frontends.map(async frontendUrl => {
    const partner = await registerPartner(market.service, { frontendUrl });
    return fillMarket(partner, frontendUrl);
  });
  all = await Promise.all([...partners, fillMarket(undefined, 'https://www.testimony.example')]);
  await market.runJobs();
});

const post = async (path: string, body: object | undefined, token: string) =>
  assertSuccess(await market.service.post(path, body, { token }));
const get = async (path: string, token: string) => assertSuccess(await market.service.get(path, { token }));

/** Fills the market of a partner with a client, an approved expert and a testimony of the client. */
async function fillMarket(
  partner: RegisteredPartner | undefined,
  frontendUrl: string,
): Promise<MarketOfPartner> {
  const { service } = market;
  const guest = { ...(partner && { headers: partner.headers }) };
  const register = async (role: string, body: Parameters<typeof service.post>[1]): Promise<string> => {
    const { token } = assertSuccess(await service.post(`/auth/register/${role}`, body, guest));
    await verifyEmailOf(token, service);
    return token;
  };
  const client = await register('client', clientBody(CLIENT));
  const expert = await register('expert', expertBody(EXPERT));
  await market.runJobs();
  await post('/sandbox/me/identity-review', { decision: 'accepted' }, expert);
  const { id: testimonyId } = await post('/testimonies', testimonyBody(), client);
  return { partner, frontendUrl, client, expert, testimonyId };
}

const forEachPair = async (
  check: (own: MarketOfPartner, foreign: MarketOfPartner) => Promise<unknown>,
): Promise<void> => {
  for (const own of all) for (const foreign of all) if (own !== foreign) await check(own, foreign);
};

it('an expert lists only testimonies of the market to which the expert belongs', async () => {
  for (const { expert, testimonyId } of all)
    expect((await get('/testimonies/offerable', expert)).map(({ id }: { id: string }) => id)).toEqual([
      testimonyId,
    ]);
});

it('an expert can neither view a testimony of another market nor make an offer on it', async () => {
  await forEachPair(async ({ expert: token }, { testimonyId }) => {
    const path = `/testimonies/${testimonyId}`;
    expect(await market.service.get(path, { token })).toMatchObject(NOT_ALLOWED);
    expect(await market.service.get(`${path}/offers`, { token })).toMatchObject(NOT_ALLOWED);
    expect(await market.service.post(`${path}/offers`, offerBody(), { token })).toMatchObject(NOT_ALLOWED);
  });
});

/** Returns the API path of the link in the verification mail of a user. */
async function findVerificationPath(token: string): Promise<string> {
  const mails = await market.service.deps.mails.all(token.slice(0, 36));
  const mail = mails.find(({ subject }) => subject === MAIL_SUBJECTS.verify);
  const [, url = ''] = /verify-email[?]url=(\S+)/.exec(mail?.text ?? '') ?? [];
  return decodeURIComponent(url).split('/api/v1')[1] ?? '';
}

it("a digest lists only testimonies of the expert's market, including those of clients who verified their addresses later", async () => {
  const { service } = market;
  const { clock } = service.deps;
  const late: string[] = [];
  for (const { partner } of all) {
    const guest = { ...(partner && { headers: partner.headers }) };
    const { token } = assertSuccess(await service.post('/auth/register/client', clientBody(), guest));
    late.push((await post('/testimonies', testimonyBody(), token)).id);
    await market.runJobs();
    expect((await service.get(await findVerificationPath(token))).status).toBe(204);
  }
  await market.runJobs();
  clock.advance((Math.floor(clock.now().getTime() / HOUR) + 1) * HOUR + 61_000 - clock.now().getTime());
  await market.runJobs();

  for (const [index, { expert, testimonyId }] of all.entries()) {
    const mails = await service.deps.mails.all(expert.slice(0, 36));
    const digests = mails.filter(({ subject }) => subject.startsWith('Nové dopyty'));
    const numbers = digests.map(({ text }) =>
      [...String(text).matchAll(/č\. (\w{8})/g)].map(([, number]) => number).sort(),
    );
    const own = [testimonyId, late[index] ?? ''].map(id => id.slice(-8).toUpperCase());
    expect(numbers).toEqual([own.sort()]);
  }
});

it("the payment page, the page of the payment account and the links in mails lead to the frontend of the user's partner", async () => {
  for (const { frontendUrl, client, expert, testimonyId } of all) {
    const { id: offerId } = await post(`/testimonies/${testimonyId}/offers`, offerBody(), expert);
    const checkout = await post(`/testimonies/offers/${offerId}/checkout`, BUYER, client);
    const account = await post('/me/payment-account', { currentPassword: PASSWORD }, expert);
    const follow = async ({ url }: { url: string }) =>
      (await fetch(url, { method: 'POST', redirect: 'manual' })).headers.get('location');

    expect(await follow(account)).toBe(`${frontendUrl}/payment-account/done`);
    const success = String(await follow(checkout));
    expect(success.split('?')[0]).toBe(`${frontendUrl}/payment/success`);
    const sessionId = new URL(success).searchParams.get('sessionId');
    await post('/testimonies/offers/accept', { sessionId }, client);
  }
  await market.runJobs();

  for (const { frontendUrl, client, expert } of all)
    for (const token of [client, expert]) {
      const mails = await market.service.deps.mails.all(token.slice(0, 36));
      const links = mails.flatMap(({ text }) =>
        [...String(text).matchAll(/https?:\S+/g)].map(([link]) => link),
      );
      const others = links.filter(link => !/\/(terms|privacy)$/.test(link) && !link.startsWith(frontendUrl));
      expect(mails.length).toBeGreaterThan(1);
      expect(others).toEqual([]);
    }
});

it('mails to users of a partner are held, and the partner lists those of its own users and of itself', async () => {
  for (const { partner, client, expert } of all) {
    const ids = [partner?.id, client.slice(0, 36), expert.slice(0, 36)].filter(id => id !== undefined);
    const mails = (await Promise.all(ids.map(market.service.deps.mails.all))).flat();
    const states = new Set(mails.map(({ state }) => state));
    expect([...states]).toEqual([partner ? 'held' : 'sent']);
    if (!partner) continue;
    const list = async (query: string) => {
      const { body } = await market.service.get(`/sandbox/mails?limit=100${query}`, { token: partner.key });
      return body.data as { id: string; to: string }[];
    };

    const listed = (await list('')).map(({ id }) => id);
    expect(listed).toEqual(expect.arrayContaining(mails.map(({ id }) => id)));
    const toExpert = await list(`&to=${EXPERT.email}`);
    expect(toExpert.map(({ id }) => id).sort()).toEqual(
      mails
        .filter(({ to }) => to === EXPERT.email)
        .map(({ id }) => id)
        .sort(),
    );
  }
});

it('no mail is sent when a user of a partner closes the account', async () => {
  const [{ partner }] = all as [MarketOfPartner];
  const email = uniqueEmail();
  const guest = { headers: partner?.headers ?? {} };
  const { token } = assertSuccess(
    await market.service.post('/auth/register/client', clientBody({ email }), guest),
  );
  await market.service.sendWithMethod('DELETE', '/me', { currentPassword: PASSWORD }, { token });
  await market.runJobs();

  expect(await listMailsTo(email)).toEqual([]);
});

it('links lead to the own frontend of the stage while an operator has disabled the partner', async () => {
  const partner = await registerPartner(market.service);
  const { token } = assertSuccess(
    await market.service.post('/auth/register/client', clientBody(), { headers: partner.headers }),
  );
  await market.service.post(`/operator/partners/${partner.id}/disable`, { reason: 'Phishing.' }, asOperator);
  await market.runJobs();

  const [mail] = await market.service.deps.mails.all(token.slice(0, 36));
  expect(mail?.text).toContain('https://www.testimony.example/verify-email?url=');
  expect(mail?.state).toBe('held');
});

it('users cannot use the key of a partner, partners cannot use the token of a user, and X-Partner selects the market of a login', async () => {
  await forEachPair(async ({ client, partner }, { partner: foreign }) => {
    if (foreign) expect((await market.service.get('/me', { token: foreign.key })).status).toBe(401);
    expect((await market.service.get('/sandbox/mails', { token: client })).status).toBe(401);
    const headers = { ...foreign?.headers };
    const login = { email: CLIENT.email, password: PASSWORD };
    const { token } = assertSuccess(await market.service.post('/auth/login', login, { headers }));
    expect((await get('/me', token)).partner?.id).toBe(foreign?.id);
    expect((await get('/me', token)).partner?.id).not.toBe(partner?.id);
  });
});
