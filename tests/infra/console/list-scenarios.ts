/** Scenarios that show lists of testimonies, long texts, loading and failed pages, and a testimony's other experts. */
import type { Page } from 'playwright-core';
import type { StackAddresses } from '../local/start-stack.ts';
import { failWith } from './page-actions.ts';
import type { PageScenario } from './page-scenarios.ts';
import { createPerson, getSessionId, type Person, TESTIMONY_BODY } from './registered-users.ts';
import { createPaidSale, deliver, waitForPayout } from './sales.ts';

const STREETS = ['Mlynská', 'Hlavná', 'Štúrova', 'Letná', 'Jarná', 'Poľná', 'Lipová'] as const;

/** More testimonies than a list shows at first. */
export const LONG_LIST = 22;

const LONG_NOTES = `Byt je po rekonštrukcii z roku 2019. ${'Prístup je možný cez správcu budovy v pracovných dňoch. '.repeat(8)}${'Nehnuteľnosť'.repeat(20)}`;

/** Creates the bodies of testimonies that differ only in street, size and purpose. */
const createBody = (n: number) =>
  ({
    ...TESTIMONY_BODY,
    purpose: n % 3 === 0 ? 'inheritance' : 'mortgage',
    realEstate: {
      ...TESTIMONY_BODY.realEstate,
      properties: { area: 48 + 3 * n, rooms: 1 + (n % 4), floor: n % 8 },
      address: { ...TESTIMONY_BODY.realEstate.address, line1: `${STREETS[n % STREETS.length]} ${n + 1}` },
    },
  }) as const;

const createTestimonies = async ({ api }: Person, count: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) ids.push((await api.createTestimony({ body: createBody(n) })).id);
  return ids;
};

/** Sets the time of the account's previous visit, so that lists mark newer testimonies. */
const rememberVisit =
  (person: Person, since = '2020-01-01T00:00:00.000Z') =>
  async (page: Page) => {
    const { id } = await person.api.showMe();
    await page.evaluate(item => localStorage.setItem(...item), [`last-visit:${id}`, since] as const);
  };

export async function createListScenarios(stack: StackAddresses): Promise<PageScenario[]> {
  const [client, busyClient, expert, other, stranger, paidExpert, newExpert] = await Promise.all([
    createPerson(stack, 'client'),
    createPerson(stack, 'client', { firstName: 'Zuzana', lastName: 'Veselá' }),
    createPerson(stack, 'expert'),
    createPerson(stack, 'expert', { firstName: 'Milan', lastName: 'Horváth' }),
    createPerson(stack, 'client', { firstName: 'Cudzia', lastName: 'Osoba' }),
    createPerson(stack, 'expert', { firstName: 'Viera', lastName: 'Hrubá' }),
    createPerson(stack, 'expert', { firstName: 'Ján', lastName: 'Nový' }),
  ]);
  const [[first = '', second = '', third = ''], [oldest = ''], { id: withNotes }] = await Promise.all([
    createTestimonies(client, 15),
    createTestimonies(busyClient, LONG_LIST),
    stranger.api.createTestimony({ body: { ...TESTIMONY_BODY, notes: LONG_NOTES } }),
  ]);
  const body = { price: 199, daysToComplete: 9 };
  const offers = await Promise.all(
    [first, second, third].map(id => expert.api.createOffer({ path: { id }, body })),
  );
  await expert.api.withdrawOffer({ path: { offerId: offers[1]?.id ?? '' } });
  await busyClient.api.cancelTestimony({ path: { id: oldest }, body: {} });
  await client.api.cancelTestimony({ path: { id: third }, body: { reason: 'Byt nakoniec nepredávame.' } });

  await Promise.all([
    paidExpert.api.setPaymentAccount({ body: { state: 'verified' } }),
    newExpert.api.toggleApproval(),
  ]);
  const sale = await createPaidSale({ client: stranger, expert: paidExpert });
  await deliver(sale);
  await waitForPayout(sale, 'sent');

  const { data: offerable } = await other.api.listOfferable();

  return [
    { name: 'paid-out-expert', path: sale.path, user: paidExpert },
    { name: 'paid-out-client', path: sale.path, user: stranger },
    { name: 'expert-unapproved', path: `/testimonies/${withNotes}`, user: newExpert },
    { name: 'verification-revoked', path: '/account/verification', user: newExpert },
    {
      name: 'payment-unchecked',
      path: '/payment/success?sessionId=cs_1',
      user: client,
      beforeLoad: failWith('testimonies/offers/accept', 500, 'internal'),
    },
    {
      name: 'payment-foreign',
      path: `/payment/success?sessionId=${getSessionId(sale.paymentPage)}`,
      user: client,
    },
    {
      name: 'developer-switches',
      path: sale.path,
      user: paidExpert,
      prepare: async page => {
        await page.getByRole('button', { name: 'Pre vývojárov' }).click();
        await page.getByRole('button', { name: 'Prepínače', exact: true }).click();
        await page.getByRole('region', { name: 'Termín' }).locator('.badge').waitFor();
      },
    },
    { name: 'list-client', path: '/', user: client, beforeLoad: rememberVisit(client) },
    { name: 'list-pages', path: '/', user: busyClient },
    { name: 'list-expert', path: '/', user: expert, beforeLoad: rememberVisit(expert) },
    {
      name: 'list-offerable',
      path: '/offerable',
      user: other,
      beforeLoad: rememberVisit(other, offerable[4]?.createdAt),
    },
    { name: 'expert-without-work', path: '/', user: other },
    { name: 'testimony-long-notes', path: `/testimonies/${withNotes}`, user: stranger },
    { name: 'testimony-long-notes-expert', path: `/testimonies/${withNotes}`, user: expert },
    { name: 'testimony-offer-withdrawn', path: `/testimonies/${second}`, user: client },
    { name: 'testimony-offer-withdrawn-expert', path: `/testimonies/${second}`, user: expert },
    { name: 'testimony-cancelled-expert', path: `/testimonies/${third}`, user: expert },
    { name: 'testimony-forbidden', path: `/testimonies/${first}`, user: stranger },
    { name: 'testimony-missing', path: '/testimonies/00000000-0000-7000-8000-000000000000', user: client },
    {
      name: 'list-loading',
      path: '/',
      user: client,
      isLoading: true,
      beforeLoad: page => page.route('**/api/v1/testimonies*', () => undefined),
    },
    { name: 'list-failed', path: '/', user: client, beforeLoad: failWith('testimonies*', 500, 'internal') },
  ];
}
