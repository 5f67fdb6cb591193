/**
 * A marketplace of its own for one test: clients and experts who do what the contract lets them, and
 * a payment provider of their own.
 */
import Stripe from 'stripe';
import { onTestFinished } from 'vitest';
import { startStripe } from '../../infra/local/stripe/server.ts';
import { approveExpert } from '../../lib/domain/approvals.ts';
import { anAddress, anExpert, type Fields, type Form, PASSWORD } from './builders.ts';
import { type Reply, type Service, startService } from './service.ts';

export type Market = Awaited<ReturnType<typeof startMarket>>;
export type Person = ReturnType<typeof personIn>;

export const WEBHOOK_SECRET = 'whsec_platform';

export async function startMarket(
  settings: Record<string, string> = {},
  change?: Parameters<typeof startService>[1],
) {
  const provider = await startStripe({});
  onTestFinished(() => provider.stop());
  const service = await startService(
    { STRIPE_URL: provider.endpoint, COMMISSION_PERCENT: '10', ...settings },
    change,
  );

  return {
    service,
    provider,

    /** A client with a verified address. */
    async client(): Promise<Person & ReturnType<typeof clientOf>> {
      const email = anAddress('klienti.sk');
      const form = {
        email,
        password: PASSWORD,
        passwordConfirmation: PASSWORD,
        termsAgreed: true,
        ...CLIENT,
      };
      const person = await joined(service, '/auth/register/client', form, email);
      return { ...person, ...clientOf(person) };
    },

    /** An approved expert with a verified address, of Košice unless said otherwise. */
    async expert(fields: Fields = {}): Promise<Person & ReturnType<typeof expertOf>> {
      const email = anAddress();
      const form = anExpert({ email, regions: ['ke'], ...fields });
      const person = await joined(service, '/auth/register/expert', form, email);
      await approveExpert(person.id, service.world);
      return { ...person, ...expertOf(person) };
    },

    /** What the provider tells of a session, signed as it would. */
    tell: (session: object, type = 'checkout.session.completed', id = `evt_${Math.random()}`) =>
      tell(service, { id, object: 'event', type, livemode: false, data: { object: session } }),
  };
}

async function joined(service: Service, path: string, form: object | Form, email: string): Promise<Person> {
  const { status, body } = await service.post(path, form);
  if (status !== 201) throw new Error(`registration failed: ${JSON.stringify(body)}`);
  const id = body.data.token.split('.')[0];
  const before = await service.world.accounts.find(id);
  if (before) await service.world.accounts.save({ before, after: { ...before, emailVerified: true } });
  return personIn(service, id, email, body.data.token);
}

function personIn(service: Service, id: string, email: string, token: string) {
  return {
    id,
    email,
    token,
    get: (path: string): Promise<Reply> => service.get(path, { token }),
    post: (path: string, body?: object | Form): Promise<Reply> => service.post(path, body, { token }),
    delete: (path: string): Promise<Reply> => service.delete(path, { token }),
  };
}

function clientOf({ post }: Person) {
  return {
    async orders(change: Fields = {}) {
      return successful(await post('/testimonies', anOrder(change)));
    },

    /** Opens the provider's page and pays there. */
    async pays(offerId: string): Promise<string> {
      const { url } = successful(await post(`/testimonies/offers/${offerId}/checkout`, BUYER));
      const paid = await fetch(url, { method: 'POST', redirect: 'manual' });
      return sessionIn(paid.headers.get('location') ?? '');
    },
  };
}

function expertOf({ post }: Person) {
  return {
    async offers(testimonyId: string, change: Fields = {}) {
      return successful(await post(`/testimonies/${testimonyId}/offers`, anOffer(change)));
    },
  };
}

export const sessionIn = (address: string): string => /cs_\w+/.exec(address)?.[0] ?? '';

function successful({ status, body }: Reply) {
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body.data;
}

const CLIENT = { firstName: 'Peter', lastName: 'Novák', phone: null };

export const BUYER = {
  phone: '+421901234567',
  firstName: 'Peter',
  lastName: 'Novák',
  billingAddress: { line1: 'Mlynská 5', line2: 'byt 2', city: 'Košice', postalCode: '040 01', country: 'SK' },
};

/** The order of an apartment in Košice. */
export function anOrder(change: Fields = {}): Record<string, unknown> {
  return {
    purpose: 'mortgage',
    realEstate: {
      type: 'apartment',
      properties: { rooms: 3, area: 72 },
      region: 'ke',
      address: { line1: 'Hlavná 1', line2: null, city: 'Košice', postalCode: '040 01' },
      addressCoords: { lat: 48.72, lng: 21.26 },
      userCoords: { lat: 48.7, lng: 21.2 },
    },
    notes: 'Prosím o rýchle vybavenie.',
    ...change,
  };
}

export function anOffer(change: Fields = {}): Record<string, unknown> {
  return { price: 250, daysToComplete: 10, note: 'Termín podľa dohody.', ...change };
}

/** A form with a PDF, as the assigned expert sends it. */
export function aDocument(content = `%PDF-1.7\n${'x'.repeat(2000)}`): Form {
  const form = new FormData();
  form.append('document', new Blob([content], { type: 'application/pdf' }), 'posudok.pdf');
  return form;
}

async function tell(service: Service, event: object): Promise<Reply> {
  const payload = JSON.stringify(event);
  const timestamp = Math.floor(service.world.clock.now().getTime() / 1000);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET, timestamp });
  const headers = { 'stripe-signature': signature, 'content-type': 'application/json' };
  return service.send('POST', '/webhooks/stripe', Buffer.from(payload), { headers });
}
