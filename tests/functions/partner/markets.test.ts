/** Two partners and the service without a partner at once, in a sandbox (infra/docs/api/partners.md#markets). */
import { beforeAll, expect, it } from 'vitest';
import { clientBody, expertBody, uniqueEmail, uniquePhone } from '../../support/builders.ts';
import { MAIL_SUBJECTS } from '../../support/find-mails.ts';
import { type RegisteredPartner, registerPartner } from '../../support/partners.ts';
import { assertSuccess, type Market, startMarket, verifyEmailOf } from '../../support/start-market.ts';
import { offerBody, testimonyBody } from '../../support/testimony-builders.ts';

const HOUR_MS = 3600_000;
const NOT_ALLOWED = { status: 403, headers: { 'x-error-code': 'not-owner' } };

/** The same addresses and phone numbers are registered in every market. */
const CLIENT = { email: uniqueEmail('klienti.sk'), phone: uniquePhone() };
const EXPERT = { email: uniqueEmail(), phone: uniquePhone(), regions: ['ke'] };

interface MarketOfPartner {
  readonly partner: RegisteredPartner | undefined;
  readonly client: string;
  readonly expert: string;
  readonly testimonyId: string;
}

let market: Market;
let all: readonly MarketOfPartner[];

beforeAll(async () => {
  market = await startMarket({ SANDBOX: 'true' });
  const partners = [
    await registerPartner(market.service, { frontendUrl: 'https://jeden.portal.sk' }),
    await registerPartner(market.service, { frontendUrl: 'http://localhost:5173/app' }),
  ];
  all = await Promise.all([...partners, undefined].map(play));
  await market.runJobs();
});

const post = async (path: string, body: object | undefined, token: string) =>
  assertSuccess(await market.service.post(path, body, { token }));
const get = async (path: string, token: string) => assertSuccess(await market.service.get(path, { token }));

/** Registers a client and an approved expert through a partner, and creates a testimony of the client. */
async function play(partner: RegisteredPartner | undefined): Promise<MarketOfPartner> {
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
  return { partner, client, expert, testimonyId };
}

const forEachPair = async (
  check: (own: MarketOfPartner, foreign: MarketOfPartner) => Promise<unknown>,
): Promise<void> => {
  for (const own of all) for (const foreign of all) if (own !== foreign) await check(own, foreign);
};

it('an expert lists only the testimonies of the own market', async () => {
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

it('a digest lists only the testimonies of the own market, listed at once or after their clients were verified', async () => {
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
  clock.advance((Math.floor(clock.now().getTime() / HOUR_MS) + 1) * HOUR_MS + 61_000 - clock.now().getTime());
  await market.runJobs();

  for (const [index, { expert, testimonyId }] of all.entries()) {
    const mails = await service.deps.mails.all(expert.slice(0, 36));
    const digests = mails.filter(({ subject }) => subject.startsWith('Nové posudky'));
    const numbers = digests.map(({ text }) =>
      [...String(text).matchAll(/Číslo (\w{8})/g)].map(([, number]) => number).sort(),
    );
    const own = [testimonyId, late[index] ?? ''].map(id => id.slice(-8).toUpperCase());
    expect(numbers).toEqual([own.sort()]);
  }
});
