/**
 * A marketplace of its own for one test, or for one file of them: clients and experts who do what the
 * reference lets them, and a payment provider of their own.
 */

import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { startStripe } from '../../infra/local/stripe/server.ts';
import { changeUser } from '../../lib/domain/accounts/change-user.ts';
import { approveExpert, setApproval } from '../../lib/domain/experts/approval.ts';
import type { Expert, User } from '../../lib/domain/model/account.ts';
import { clientBody, expertBody, type Fields, type Form, uniqueEmail } from './builders.ts';
import { readAccountId } from './payments.ts';
import { withIdempotencyKey } from './requests.ts';
import { type Reply, type Service, startService } from './service.ts';
import { connectProvider } from './stripe-provider.ts';
import { BUYER, offerBody, testimonyBody } from './testimony-builders.ts';

export type Market = Awaited<ReturnType<typeof startMarket>>;
export type Person = ReturnType<typeof personIn>;
export type MarketClient = Person & ReturnType<typeof clientOf>;
export type MarketExpert = Person & ReturnType<typeof expertOf>;

const WEBHOOK_SECRET = 'whsec_platform';

/** @param settings may name another provider by `STRIPE_URL`, one that fails at times */
export async function startMarket(
  settings: Record<string, string> = {},
  change?: Parameters<typeof startService>[1],
) {
  const providerUrl = settings.STRIPE_URL ?? (await startStripe()).endpoint;
  const service = await startService(
    { COMMISSION_PERCENT: '10', ...settings, STRIPE_URL: providerUrl },
    change,
  );
  const { deps } = service;

  const market = {
    service,
    providerUrl,
    ...connectProvider(providerUrl),

    /** Has the provider verify the expert's account. @returns its id */
    async account(expert: MarketExpert): Promise<string> {
      const { url } = (await expert.post('/me/payment-account')).body.data;
      await fetch(url, { method: 'POST', redirect: 'manual' });
      const before = await expertBy(expert);
      const approval = { ...before.approval, paymentAccountVerified: true };
      await service.deps.accounts.save({ before, after: { ...before, approval } });
      return readAccountId(url);
    },

    /** A client with a verified address. */
    async client(): Promise<MarketClient> {
      const person = await joined(service, 'client', clientBody(CLIENT), uniqueEmail('klienti.sk'));
      return { ...person, ...clientOf(person, deps.clock) };
    },

    /** An approved expert with a verified address, of Košice unless said otherwise. */
    async expert(fields: Fields = {}): Promise<MarketExpert> {
      const email = uniqueEmail();
      const person = await joined(
        service,
        'expert',
        expertBody({ email, regions: ['ke'], ...fields }),
        email,
      );
      await approveExpert(person.id, deps);
      return { ...person, ...expertOf(person) };
    },

    /** Changes an account behind its owner's back. */
    become: (person: Person, after: Partial<User & Expert>) =>
      changeUser(person.id, deps, user => ({ after: { ...user, ...after } as User })),

    revoke: async (person: Person) =>
      setApproval(await expertBy(person), false, { who: 'operator', why: 'test' }, deps),
    approve: async (person: Person) =>
      setApproval(await expertBy(person), true, { who: 'operator', why: null }, deps),

    /** An offer on a new testimony of a new client's. */
    async offered(offer: Fields = {}) {
      const [client, expert] = await Promise.all([market.client(), market.expert()]);
      const testimony = await client.orders();
      return { client, expert, testimony, offer: await expert.offers(testimony.id, offer) };
    },

    /** The same, paid and accepted. */
    async assigned(offer: Fields = {}) {
      const sale = await market.offered(offer);
      const sessionId = await sale.client.pays(sale.offer.id);
      assertSuccess(await sale.client.accepts(sessionId));
      return { ...sale, sessionId };
    },

    /** What the provider tells of a session, signed as it would. */
    tell: (session: object, type = 'checkout.session.completed', id = `evt_${randomUUID()}`) =>
      tell(service, { id, object: 'event', type, livemode: false, data: { object: session } }),

    /** Carries out jobs until none is due. */
    async work(): Promise<void> {
      while ((await deps.jobs.listDue()).length > 0) await service.work();
    },
  };

  async function expertBy({ id }: Person): Promise<Expert> {
    const found = await deps.accounts.find(id);
    if (found?.role !== 'expert') throw new Error('there is no such expert');
    return found;
  }

  return market;
}

async function joined(service: Service, role: string, form: object | Form, email: string): Promise<Person> {
  const body = form instanceof FormData ? form : { ...form, email };
  const reply = await service.post(`/auth/register/${role}`, body);
  const { token } = assertSuccess(reply);
  const id = token.split('_')[0];
  await changeUser(id, service.deps, user => ({ after: { ...user, emailVerified: true } }));
  return personIn(service, id, email, token);
}

function personIn(service: Service, id: string, email: string, token: string) {
  return {
    id,
    email,
    token,
    get: (path: string): Promise<Reply> => service.get(path, { token }),
    post: (path: string, body?: object | Form | Buffer, type?: string): Promise<Reply> =>
      service.post(path, body, { token, ...(type && { headers: { 'content-type': type } }) }),
    /** Under a key of its own. */
    postOnce: (path: string, body: object | Form): Promise<Reply> =>
      service.post(path, body, { token, ...withIdempotencyKey() }),
    delete: (path: string): Promise<Reply> => service.delete(path, { token }),
    see: async (testimonyId: string) =>
      assertSuccess(await service.get(`/testimonies/${testimonyId}`, { token })),
  };
}

function clientOf({ post }: Person, clock: Service['deps']['clock']) {
  let ordered = 0;
  return {
    /** An hour has room for thirty (infra/docs/api/conventions.md): whoever orders more takes longer. */
    async orders(change: Fields = {}) {
      if (ordered > 0 && ordered % 30 === 0) clock.advance(3600_000);
      ordered++;
      return assertSuccess(await post('/testimonies', testimonyBody(change)));
    },

    checksOut: (offerId: string, change: Fields = {}) =>
      post(`/testimonies/offers/${offerId}/checkout`, { ...BUYER, ...change }),

    /** Opens the provider's page and pays there. */
    async pays(offerId: string, change: Fields = {}): Promise<string> {
      const form = { ...BUYER, ...change };
      const { url } = assertSuccess(await post(`/testimonies/offers/${offerId}/checkout`, form));
      const paid = await fetch(url, { method: 'POST', redirect: 'manual' });
      return readSessionId(paid.headers.get('location') ?? '');
    },

    accepts: (sessionId: unknown) => post('/testimonies/offers/accept', { sessionId }),

    cancels: (testimonyId: string, reason?: unknown) =>
      post(`/testimonies/${testimonyId}/cancel`, { reason }),
  };
}

function expertOf(person: Person) {
  return {
    offers: async (testimonyId: string, change: Fields = {}) =>
      assertSuccess(await person.post(`/testimonies/${testimonyId}/offers`, offerBody(change))),

    withdraws: (offerId: string) => person.delete(`/testimonies/offers/${offerId}`),
  };
}

export const readSessionId = (address: string): string => /cs_\w+/.exec(address)?.[0] ?? '';

export function assertSuccess({ status, body }: Reply) {
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body?.data;
}

const CLIENT = { firstName: 'Peter', lastName: 'Novák' };

async function tell(service: Service, event: object): Promise<Reply> {
  const payload = JSON.stringify(event);
  const timestamp = Math.floor(service.deps.clock.now().getTime() / 1000);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET, timestamp });
  const headers = { 'stripe-signature': signature, 'content-type': 'application/json' };
  return service.send('POST', '/webhooks/stripe', Buffer.from(payload), { headers });
}
