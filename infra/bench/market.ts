/** Clients and experts for the measurements, and what they do with testimonies. */
import { randomUUID } from 'node:crypto';
import { changeUser } from '../../lib/domain/accounts/change-user.ts';
import { dynamoAccounts } from '../../lib/platform/aws/accounts/accounts.ts';
import { openTable } from '../../lib/platform/aws/table/table.ts';
import { systemRandom } from '../../lib/platform/system.ts';
import { REGIONS } from '../../lib/validation/fields.ts';
import { DUMMY_TOKEN } from '../local/emulators.ts';
import type { FreshEmulators } from './fresh-emulators.ts';
import { type Account, json, PASSWORD, register } from './requests.ts';
import type { Service } from './service.ts';

export type Market = ReturnType<typeof marketOf>;
export type Person = Account & { readonly id: string };

const ORDER = {
  purpose: 'mortgage',
  realEstate: {
    type: 'apartment',
    properties: { rooms: 3, area: 72 },
    region: 'ke',
    address: { line1: 'Hlavná 1', line2: '2. poschodie', city: 'Košice', postalCode: '040 01' },
    addressCoords: { lat: 48.72, lng: 21.26 },
    userCoords: { lat: 48.7, lng: 21.2 },
  },
  notes: 'Prosím o rýchle vybavenie.',
};

const BUYER = {
  phone: '+421901234567',
  firstName: 'Peter',
  lastName: 'Novák',
  billingAddress: { line1: 'Mlynská 5', line2: 'byt 2', city: 'Košice', postalCode: '040 01', country: 'SK' },
};

export const OPERATOR = 'arn:aws:iam::000000000000:user/bench';

export function marketOf(emulators: FreshEmulators, service: Service) {
  const accounts = dynamoAccounts(openTable(emulators.environment), systemRandom, emulators.environment);

  /** Their address is verified behind their back. */
  async function joined(account: Account): Promise<Person> {
    const [id = ''] = account.token.split('_');
    await changeUser(id, { accounts }, user => ({ after: { ...user, emailVerified: true } }));
    return { ...account, id };
  }

  /** A client whose address is not verified yet. */
  async function newcomer(): Promise<Account> {
    const email = `${randomUUID()}@klienti.sk`;
    const password = { password: PASSWORD, passwordConfirmation: PASSWORD };
    const form = { email, ...password, termsAgreed: true, turnstileToken: DUMMY_TOKEN };
    const { data } = await service.call('auth-register-client', json(form));
    return { email, token: data.token };
  }

  return {
    /** Approved, and of all regions unless said otherwise. */
    async expert(regions: readonly string[] = REGIONS): Promise<Person> {
      const person = await joined(await register(service.handler('auth-register-expert'), { regions }));
      const about = { operator: OPERATOR, params: { id: person.id } };
      const { revision } = (await service.call('operator-show-expert', about)).data;
      await service.call('operator-review-identity', {
        ...about,
        ...json({ decision: 'accepted', revision }),
      });
      await service.call('operator-set-approval', { ...about, ...json({ approved: true }) });
      return person;
    },

    newcomer,

    client: async (): Promise<Person> => joined(await newcomer()),

    /** @returns the testimony's id */
    async order({ token }: Person, region = 'ke'): Promise<string> {
      const order = { ...ORDER, realEstate: { ...ORDER.realEstate, region } };
      return (await service.call('testimonies-create', { token, ...json(order) })).data.id;
    },

    /** @returns the offer's id */
    async offer({ token }: Person, testimonyId: string): Promise<string> {
      const offer = { price: 250, daysToComplete: 10, note: 'Termín podľa dohody.' };
      const sent = { token, params: { id: testimonyId }, ...json(offer) };
      return (await service.call('offers-create', sent)).data.id;
    },

    /** @returns the paid session at the payment provider */
    async pay({ token }: Person, offerId: string): Promise<string> {
      const sent = { token, params: { offerId }, ...json(BUYER) };
      const { data } = await service.call('offers-checkout', sent);
      const paid = await fetch(data.url, { method: 'POST', redirect: 'manual' });
      return /cs_\w+/.exec(paid.headers.get('location') ?? '')?.[0] ?? '';
    },
  };
}
