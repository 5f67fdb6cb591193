/** Marketplace for one test or test file: a service with clients, experts and a separate payment provider. */

import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { startStripe } from '../../infra/local/stripe/server.ts';
import { changeExpert } from '../../lib/domain/accounts/change-user.ts';
import { decideAccountChange } from '../../lib/domain/changes.ts';
import { approveExpert, setApproval } from '../../lib/domain/experts/approval.ts';
import type { Expert, User } from '../../lib/domain/model/accounts/account.ts';
import { commitDecision } from '../../lib/domain/unit-of-work.ts';
import { clientBody, expertBody, type Fields, type FormBody, PASSWORD, uniqueEmail } from './builders.ts';
import { withIdempotencyKey } from './create-request.ts';
import { readAccountId } from './payment-accounts.ts';
import { type Service, type ServiceResponse, startService } from './start-service.ts';
import { loadState } from './stored-states.ts';
import { connectProvider } from './stripe-provider.ts';
import { BUYER, offerBody, testimonyBody } from './testimony-builders.ts';

export type Market = Awaited<ReturnType<typeof startMarket>>;
export type Person = ReturnType<typeof createPerson>;
export type MarketClient = Person & ReturnType<typeof createClientActions>;
export type MarketExpert = Person & ReturnType<typeof createExpertActions>;

/** Sale of a testimony with an open offer: the two parties, the testimony and the offer. */
export interface OfferedTestimony {
  readonly client: MarketClient;
  readonly expert: MarketExpert;
  // biome-ignore lint/suspicious/noExplicitAny: the body of a response
  readonly testimony: any;
  // biome-ignore lint/suspicious/noExplicitAny: the body of a response
  readonly offer: any;
}

/** Sale of a testimony whose offer is paid and accepted. */
export interface AssignedTestimony extends OfferedTestimony {
  readonly sessionId: string;
}

type Identity = Pick<Person, 'id' | 'email' | 'token'>;

const WEBHOOK_SECRET = 'whsec_platform';

/**
 * Starts a service with its own payment provider.
 * @param settings environment variables; `STRIPE_URL` selects another provider, for instance one with faults
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
    settings,
    providerUrl,
    /** Called with the ids of the accounts after a stored state was loaded. */
    onAccountsLoaded: async (_ids: readonly string[]): Promise<unknown> => undefined,
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

    /** Creates a client with a verified e-mail address. The jobs of the registration are done. */
    async createClient(): Promise<MarketClient> {
      const createState = (own: Market) => runJobsAfter(own, own.registerClient());
      return (await loadMarketState(market, 'client', createState)).client;
    },

    /** Registers a client with a verified e-mail address. */
    async registerClient(): Promise<{ client: MarketClient }> {
      const email = uniqueEmail('klienti.sk');
      const person = await registerVerifiedPerson(service, 'client', clientBody(CLIENT_NAME), email);
      return { client: createMarketClient(person, service) };
    },

    /**
     * Creates an approved expert with a verified e-mail address, in the region of Košice by default. The jobs of the
     * registration are done, unless `fields` contains an e-mail address, a phone number or a file.
     */
    async createExpert(fields: Fields = {}): Promise<MarketExpert> {
      const isUnique = 'email' in fields || 'phone' in fields || Object.values(fields).some(isBlob);
      if (isUnique) return (await market.registerExpert(fields)).expert;
      const createState = (own: Market) => runJobsAfter(own, own.registerExpert(fields));
      return (await loadMarketState(market, `expert ${JSON.stringify(fields)}`, createState)).expert;
    },

    /** Registers an approved expert with a verified e-mail address, in the region of Košice by default. */
    async registerExpert(fields: Fields = {}): Promise<{ expert: MarketExpert }> {
      const email = String(fields.email ?? uniqueEmail());
      const form = expertBody({ regions: ['ke'], ...fields, email });
      const person = await registerVerifiedPerson(service, 'expert', form, email);
      await approveExpert(person.id, deps);
      return { expert: createMarketExpert(person, service) };
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

    /** Creates a client, an expert, a testimony and an offer on the testimony. The mails about them are sent. */
    createOfferedTestimony: (offer: Fields = {}): Promise<OfferedTestimony> =>
      loadMarketState(market, `offered ${JSON.stringify(offer)}`, async own => {
        const [client, expert] = await Promise.all([own.createClient(), own.createExpert()]);
        const testimony = await client.createTestimony();
        const created = await expert.createOffer(testimony.id, offer);
        await own.runJobs();
        return { client, expert, testimony, offer: created };
      }),

    /** Creates a client, an expert and a testimony whose offer is paid and accepted. The mails about them are sent. */
    createAssignedTestimony: (offer: Fields = {}): Promise<AssignedTestimony> =>
      loadMarketState(market, `assigned ${JSON.stringify(offer)}`, async own => {
        const offered = await own.createOfferedTestimony(offer);
        const sessionId = await offered.client.payOffer(offered.offer.id);
        assertSuccess(await offered.client.acceptOffer(sessionId));
        await own.runJobs();
        return { ...offered, sessionId };
      }),

    /** Sends a signed provider event about an object. The default event reports a completed checkout session. */
    sendProviderEvent: (session: object, type = 'checkout.session.completed', id = `evt_${randomUUID()}`) =>
      postSignedEvent(service, { id, object: 'event', type, livemode: false, data: { object: session } }),

    /** Runs jobs as the stream does, until none is due. */
    runJobs: () => service.runJobs(),
  };

  return market;
}

/**
 * Brings a marketplace into a stored state (stored-states.ts).
 * @param createState creates the state in another marketplace with the same settings; its result must be plain data,
 * except for `client`, `expert` and `rival` (another expert)
 */
export async function loadMarketState<Result extends object>(
  { service, providerUrl, settings, onAccountsLoaded }: Market,
  name: string,
  createState: (own: Market) => Promise<Result>,
): Promise<Result> {
  const own = Object.entries(settings).filter(([key]) => !ENGINE_URLS.has(key));
  const relevant = own.filter(([, value]) => !value.includes('127.0.0.1')).sort();
  const result: Result & { client?: Identity; expert?: Identity; rival?: Identity } = await loadState(
    `${name} ${JSON.stringify(relevant)}`,
    { service, providerUrl },
    () => startMarket(Object.fromEntries(own)),
    createState,
  );
  const { client, expert, rival } = result;
  await onAccountsLoaded([client, expert, rival].flatMap(person => person?.id ?? []));
  return {
    ...result,
    ...(client && { client: createMarketClient(client, service) }),
    ...(expert && { expert: createMarketExpert(expert, service) }),
    ...(rival && { rival: createMarketExpert(rival, service) }),
  };
}

/** Runs the due jobs after a state was created, and returns the result of `creation`. */
async function runJobsAfter<Result>(market: Market, creation: Promise<Result>): Promise<Result> {
  const result = await creation;
  await market.runJobs();
  return result;
}

function createMarketClient({ id, email, token }: Identity, service: Service): MarketClient {
  const person = createPerson(service, id, email, token);
  return { ...person, ...createClientActions(person, service.deps.clock) };
}

function createMarketExpert({ id, email, token }: Identity, service: Service): MarketExpert {
  const person = createPerson(service, id, email, token);
  return { ...person, ...createExpertActions(person) };
}

/** Settings with URLs of emulators. The URLs differ between tests, so they are not part of the name of a state. */
const ENGINE_URLS = new Set([
  'STRIPE_URL',
  'AWS_ENDPOINT_URL_DYNAMODB',
  'AWS_ENDPOINT_URL_S3',
  'AWS_ENDPOINT_URL_SES',
]);

const isBlob = (value: unknown): boolean => value instanceof Blob;

/** Marks the e-mail address of a token's owner as verified, because unverified addresses receive only few mails. */
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
    /**
     * Creates a testimony. After every thirty testimonies, which is the hourly limit, the clock advances by an hour.
     */
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
