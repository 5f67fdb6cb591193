/** Tests of POST /api/v1/testimonies/offers/{offerId}/checkout (infra/docs/api/payments.md). */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Fields } from '../../support/builders.ts';
import { WRONG_STATE } from '../../support/error-responses.ts';
import { UNREACHABLE_URL } from '../../support/fake-server.ts';
import { listItems } from '../../support/inspect-store.ts';
import { type Market, readSessionId, startMarket } from '../../support/start-market.ts';
import { BUYER } from '../../support/testimony-builders.ts';

let market: Market;

beforeAll(async () => {
  market = await startMarket({ COMMISSION_PERCENT: '12.5' });
});

const getSession = async (url: string) => market.getSession(readSessionId(url));
const listCheckouts = ({ service }: Market) => listItems(service.deps, 'CHECKOUT#');

it('the payment page of a checkout has the exact price of the offer and returns to the frontend', async () => {
  const { client, testimony, offer } = await market.createOfferedTestimony({ price: 1234.56 });

  const { status, body } = await client.startCheckout(offer.id);

  expect({ status, body }).toEqual({
    status: 200,
    body: { data: { url: expect.stringMatching(/\/cs_\w+$/) } },
  });
  expect(await getSession(body.data.url)).toMatchObject({
    amount_total: 123456,
    currency: 'eur',
    customer_email: client.email,
    client_reference_id: client.id,
    metadata: { offerId: offer.id, testimonyId: testimony.id },
    success_url: 'https://www.testimony.example/payment/success?sessionId={CHECKOUT_SESSION_ID}',
    cancel_url: `https://www.testimony.example/testimonies/${testimony.id}`,
    payment_status: 'unpaid',
  });
  const paid = await fetch(body.data.url, { method: 'POST', redirect: 'manual' });
  expect(paid.headers.get('location')).toBe(
    `https://www.testimony.example/payment/success?sessionId=${readSessionId(body.data.url)}`,
  );
  expect((await client.getTestimony(testimony.id)).state).toBe('offered');
});

it('the payment page shows the expert, the days to complete and the number of the testimony', async () => {
  const { client, testimony, offer } = await market.createOfferedTestimony({ daysToComplete: 3 });

  const { url } = (await client.startCheckout(offer.id)).body.data;

  const number = testimony.id.slice(-8).toUpperCase();
  expect(await (await fetch(url)).text()).toContain(
    `Znalecký posudok<small>Znalec Jana Kováčová, čas na vypracovanie 3 dni, číslo posudku ${number}</small>`,
  );
});

it('repeated checkouts of an offer use one payment page, with the buyer of the latest request', async () => {
  const { client, offer } = await market.createOfferedTestimony();

  const urls = await Promise.all(
    [1, 2, 3].map(async () => (await client.startCheckout(offer.id)).body.data.url),
  );
  const again = await client.startCheckout(offer.id, { firstName: 'Eva' });

  expect(new Set([...urls, again.body.data.url]).size).toBe(1);
  const storedCheckout = (await listCheckouts(market)).filter(({ offerId }) => offerId === offer.id);
  expect(storedCheckout).toMatchObject([{ state: 'open', buyer: { firstName: 'Eva' } }]);
});

it('a new checkout is created after the previous checkout has expired, 31 minutes after its start', async () => {
  const { client, offer } = await market.createOfferedTestimony();
  const { url } = (await client.startCheckout(offer.id)).body.data;

  const { created, expires_at } = await getSession(url);
  expect(Math.round((expires_at - created) / 60)).toBe(31);
  market.service.deps.clock.advance(31 * 60_000);
  expect((await client.startCheckout(offer.id)).body.data.url).not.toBe(url);
  market.service.deps.clock.advance(-31 * 60_000);
});

it('a checkout that Stripe reports as expired is closed and replaced by the next request', async () => {
  const { client, offer } = await market.createOfferedTestimony();
  const { url } = (await client.startCheckout(offer.id)).body.data;
  await market.service.deps.payments.closeSession(readSessionId(url));

  expect(await market.sendProviderEvent(await getSession(url), 'checkout.session.expired')).toMatchObject({
    status: 204,
  });

  const storedCheckout = (await listCheckouts(market)).find(({ id }) => id === readSessionId(url));
  expect(storedCheckout).toMatchObject({ state: 'closed' });
  expect((await client.startCheckout(offer.id)).body.data.url).not.toBe(url);
});

it.each<[string, (sale: Awaited<ReturnType<Market['createOfferedTestimony']>>) => Promise<unknown>]>([
  ['the offer is withdrawn', ({ expert, offer }) => expert.withdrawOffer(offer.id)],
  ['the testimony is cancelled', ({ client, testimony }) => client.cancelTestimony(testimony.id)],
  [
    'another offer is accepted',
    async ({ client, testimony }) => {
      const rival = await market.createExpert();
      await client.acceptOffer(await client.payOffer((await rival.createOffer(testimony.id)).id));
    },
  ],
])('the payment page is closed when its offer can no longer be accepted (%s)', async (_, ends) => {
  const sale = await market.createOfferedTestimony();
  const { url } = (await sale.client.startCheckout(sale.offer.id)).body.data;
  await ends(sale);

  await market.runJobs();

  expect(await getSession(url)).toMatchObject({ status: 'expired', url: null });
});

it('a checkout stores the buyer and the commission in whole cents', async () => {
  const { client, offer } = await market.createOfferedTestimony({ price: 33.33 });
  const extra = {
    shippingAddress: { ...BUYER.billingAddress, firstName: ' Eva ', lastName: '' },
    company: { businessId: '1', taxId: '2', vatId: null },
  };

  const { body } = await client.startCheckout(offer.id, { ...extra, phone: '+421 901 234 567' });

  const storedCheckout = (await listCheckouts(market)).find(({ id }) => id === readSessionId(body.data.url));
  expect(storedCheckout).toMatchObject({
    amount: 3333,
    commission: 417,
    state: 'open',
    buyer: {
      ...BUYER,
      email: client.email,
      company: extra.company,
      shippingAddress: { ...BUYER.billingAddress, firstName: 'Eva', lastName: null },
    },
  });
});

describe('validation of a checkout', () => {
  let sale: Awaited<ReturnType<Market['createOfferedTestimony']>>;
  beforeAll(async () => {
    sale = await market.createOfferedTestimony();
  });

  it.each<[string, Fields, Record<string, string[]>]>([
    [
      'no fields',
      {
        phone: undefined,
        firstName: undefined,
        lastName: ' ',
        billingAddress: undefined,
      },
      {
        phone: ['Zadajte telefónne číslo.'],
        firstName: ['Zadajte meno.'],
        lastName: ['Zadajte priezvisko.'],
        billingAddress: ['Zadajte fakturačnú adresu.'],
        'billingAddress.line1': ['Zadajte ulicu a číslo.'],
        'billingAddress.line2': ['Zadajte doplnok adresy.'],
        'billingAddress.city': ['Zadajte mesto alebo obec.'],
        'billingAddress.postalCode': ['Zadajte PSČ.'],
        'billingAddress.country': ['Zadajte krajinu.'],
      },
    ],
    [
      'an incomplete shipping address and company',
      { shippingAddress: { line1: 'a', line2: 'b', country: 'sk' }, company: {} },
      {
        'shippingAddress.city': ['Zadajte mesto alebo obec.'],
        'shippingAddress.postalCode': ['Zadajte PSČ.'],
        'company.taxId': ['Zadajte DIČ.'],
      },
    ],
  ])('an invalid checkout is rejected with 422 (%s)', async (_, change, errors) => {
    const { status, body } = await sale.client.startCheckout(sale.offer.id, change);

    expect({ status, errors: body.errors }).toEqual({ status: 422, errors });
    expect(Object.keys(body.errors)).toEqual(Object.keys(errors));
  });
});

it.each<[string, (sale: Awaited<ReturnType<Market['createOfferedTestimony']>>) => Promise<unknown>]>([
  ['was withdrawn', ({ expert, offer }) => expert.withdrawOffer(offer.id)],
  ['is accepted', async ({ client, offer }) => client.acceptOffer(await client.payOffer(offer.id))],
  [
    'comes from an expert under identity review',
    ({ expert }) => market.updateAccount(expert, { identityReview: 'pending' }),
  ],
])(
  'a checkout of an offer that cannot be accepted is rejected with 409 (the offer %s)',
  async (_, happens) => {
    const sale = await market.createOfferedTestimony();
    await happens(sale);

    expect(await sale.client.startCheckout(sale.offer.id)).toMatchObject(WRONG_STATE);
  },
);

it('a checkout returns 503 and stores nothing while Stripe is unreachable', async () => {
  const broken = await startMarket({ STRIPE_URL: UNREACHABLE_URL });
  const { client, offer } = await broken.createOfferedTestimony();

  const response = await client.startCheckout(offer.id);

  expect(response).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
  expect(await listCheckouts(broken)).toEqual([]);
});
