/** Marketplace for one test or test file: a service with clients, experts and a separate payment provider. */

import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { startStripe } from '../../infra/local/stripe/server.ts';
import { changeExpert } from '../../lib/domain/accounts/change-user.ts';
import { decideAccountChange } from '../../lib/domain/changes.ts';
import { approveExpert, setApproval } from '../../lib/domain/experts/approval.ts';
import type { Expert, User } from '../../lib/domain/model/account.ts';
import { commitDecision } from '../../lib/domain/unit-of-work.ts';
import { clientBody, expertBody, type Fields, type FormBody, PASSWORD, uniqueEmail } from './builders.ts';
import { withIdempotencyKey } from './create-request.ts';
import { readAccountId } from './payment-accounts.ts';
import { type Service, type ServiceResponse, startService } from './start-service.ts';
import { connectProvider } from './stripe-provider.ts';
import { BUYER, offerBody, testimonyBody } from './testimony-builders.ts';

export type Market = Awaited<ReturnType<typeof startMarket>>;
export type Person = ReturnType<typeof createPerson>;
export type MarketClient = Person & ReturnType<typeof createClientActions>;
export type MarketExpert = Person & ReturnType<typeof createExpertActions>;

const WEBHOOK_SECRET = 'whsec_platform';

/**
 * Starts a service with its own payment provider.
 *
 * @param settings environment variables; `STRIPE_URL` points to another provider, for instance one with failures
 */
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

    /** Makes the provider verify the expert's payment account and returns the account's id. */
    async verifyPaymentAccount(accountHolder: MarketExpert): Promise<string> {
      const { url } = (await accountHolder.post('/me/payment-account', { currentPassword: PASSWORD })).body
        .data;
      await fetch(url, { method: 'POST', redirect: 'manual' });
      await changeExpert(accountHolder.id, deps, expert => {
        const approval = { ...expert.approval, paymentAccountVerified: true };
        return decideAccountChange(expert, { ...expert, approval });
      });
      return readAccountId(url);
    },

    /** Registers a client with a verified e-mail address. */
    async createClient(): Promise<MarketClient> {
      const person = await registerVerifiedPerson(
        service,
        'client',
        clientBody(CLIENT_NAME),
        uniqueEmail('klienti.sk'),
      );
      return { ...person, ...createClientActions(person, deps.clock) };
    },

    /** Registers an approved expert with a verified e-mail address, in the region of Košice by default. */
    async createExpert(fields: Fields = {}): Promise<MarketExpert> {
      const email = uniqueEmail();
      const person = await registerVerifiedPerson(
        service,
        'expert',
        expertBody({ email, regions: ['ke'], ...fields }),
        email,
      );
      await approveExpert(person.id, deps);
      return { ...person, ...createExpertActions(person) };
    },

    /** Changes an account directly in the store, without a request to the service. */
    updateAccount: (person: Person, after: Partial<User & Expert>) => changeUser(person.id, service, after),

    revokeApproval: (person: Person) =>
      changeExpert(person.id, deps, expert =>
        setApproval(expert, false, { who: 'operator', why: 'test' }, deps),
      ),
    grantApproval: (person: Person) =>
      changeExpert(person.id, deps, expert =>
        setApproval(expert, true, { who: 'operator', why: null }, deps),
      ),

    /** Creates a client, an expert, a testimony and an offer on the testimony. */
    async createOfferedTestimony(offer: Fields = {}) {
      const [client, expert] = await Promise.all([market.createClient(), market.createExpert()]);
      const testimony = await client.createTestimony();
      return { client, expert, testimony, offer: await expert.createOffer(testimony.id, offer) };
    },

    /** Creates a client, an expert and a testimony whose offer is paid and accepted. */
    async createAssignedTestimony(offer: Fields = {}) {
      const offered = await market.createOfferedTestimony(offer);
      const sessionId = await offered.client.payOffer(offered.offer.id);
      assertSuccess(await offered.client.acceptOffer(sessionId));
      return { ...offered, sessionId };
    },

    /** Sends a signed provider event about an object. The default event reports a completed checkout session. */
    sendProviderEvent: (session: object, type = 'checkout.session.completed', id = `evt_${randomUUID()}`) =>
      postSignedEvent(service, { id, object: 'event', type, livemode: false, data: { object: session } }),

    /** Runs jobs until none is due. */
    async runJobs(): Promise<void> {
      while ((await deps.jobs.listDue()).length > 0) await service.runJobs();
    },
  };

  return market;
}

/** Marks the e-mail address of a token's owner as verified. Unverified addresses get few mails. */
export const verifyEmailOf = (token: string, service: Service): Promise<User> =>
  changeUser(token.split('_')[0] ?? '', service, { emailVerified: true });

function changeUser(id: string, { deps }: Service, after: Partial<User & Expert>): Promise<User> {
  return commitDecision(async () => {
    const user = await deps.accounts.find(id);
    if (!user) throw new Error('there is no such user');
    return decideAccountChange(user, { ...user, ...after } as User);
  }, deps);
}

async function registerVerifiedPerson(
  service: Service,
  role: string,
  form: object | FormBody,
  email: string,
): Promise<Person> {
  const body = form instanceof FormData ? form : { ...form, email };
  const reply = await service.post(`/auth/register/${role}`, body);
  const { token } = assertSuccess(reply);
  const { id } = await verifyEmailOf(token, service);
  return createPerson(service, id, email, token);
}

function createPerson(service: Service, id: string, email: string, token: string) {
  return {
    id,
    email,
    token,
    get: (path: string): Promise<ServiceResponse> => service.get(path, { token }),
    post: (path: string, body?: object | FormBody | Buffer, type?: string): Promise<ServiceResponse> =>
      service.post(path, body, { token, ...(type && { headers: { 'content-type': type } }) }),
    /** Sends the request with a new `Idempotency-Key`. */
    postIdempotent: (path: string, body: object | FormBody): Promise<ServiceResponse> =>
      service.post(path, body, { token, ...withIdempotencyKey() }),
    delete: (path: string): Promise<ServiceResponse> => service.delete(path, { token }),
    /** Requests the first page of the data export. */
    exportData: (): Promise<ServiceResponse> =>
      service.post('/me/export', { currentPassword: PASSWORD }, { token }),
    getTestimony: async (testimonyId: string) =>
      assertSuccess(await service.get(`/testimonies/${testimonyId}`, { token })),
  };
}

function createClientActions({ post }: Person, clock: Service['deps']['clock']) {
  let createdCount = 0;
  return {
    /** Creates a testimony. Advances the clock by an hour after every thirty testimonies, which is the hourly limit. */
    async createTestimony(change: Fields = {}) {
      if (createdCount > 0 && createdCount % 30 === 0) clock.advance(3600_000);
      createdCount++;
      return assertSuccess(await post('/testimonies', testimonyBody(change)));
    },

    startCheckout: (offerId: string, change: Fields = {}) =>
      post(`/testimonies/offers/${offerId}/checkout`, { ...BUYER, ...change }),

    /** Starts a checkout, pays on the hosted checkout page and returns the checkout session id. */
    async payOffer(offerId: string, change: Fields = {}): Promise<string> {
      const form = { ...BUYER, ...change };
      const { url } = assertSuccess(await post(`/testimonies/offers/${offerId}/checkout`, form));
      const paid = await fetch(url, { method: 'POST', redirect: 'manual' });
      return readSessionId(paid.headers.get('location') ?? '');
    },

    acceptOffer: (sessionId: unknown) => post('/testimonies/offers/accept', { sessionId }),

    cancelTestimony: (testimonyId: string, reason?: unknown) =>
      post(`/testimonies/${testimonyId}/cancel`, { reason }),

    confirmTestimony: (testimonyId: string) => post(`/testimonies/${testimonyId}/confirm`),

    complainAboutTestimony: (testimonyId: string, reason: unknown = 'Chýba príloha.') =>
      post(`/testimonies/${testimonyId}/complaint`, { reason }),
  };
}

function createExpertActions(person: Person) {
  return {
    createOffer: async (testimonyId: string, change: Fields = {}) =>
      assertSuccess(await person.post(`/testimonies/${testimonyId}/offers`, offerBody(change))),

    withdrawOffer: (offerId: string) => person.delete(`/testimonies/offers/${offerId}`),
  };
}

export const readSessionId = (address: string): string => /cs_\w+/.exec(address)?.[0] ?? '';

export function assertSuccess({ status, body }: ServiceResponse) {
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body?.data;
}

const CLIENT_NAME = { firstName: 'Peter', lastName: 'Novák' };

async function postSignedEvent(service: Service, event: object): Promise<ServiceResponse> {
  const payload = JSON.stringify(event);
  const timestamp = Math.floor(service.deps.clock.now().getTime() / 1000);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET, timestamp });
  const headers = { 'stripe-signature': signature, 'content-type': 'application/json' };
  return service.send('POST', '/webhooks/stripe', Buffer.from(payload), { headers });
}
