/** Contract §4, told as one story. */
import { beforeAll, expect, it } from 'vitest';
import { itemsIn } from '../../support/inspect-store.ts';
import { listSubjects } from '../../support/mails.ts';
import { assertSuccess, type Market, startMarket } from '../../support/market.ts';
import { mailsTo } from '../../support/service.ts';
import { BUYER, documentBody, PDF } from '../../support/testimony-builders.ts';

let market: Market;

beforeAll(async () => {
  market = await startMarket();
});

it('a testimony goes from creation over three offers, payment and completion to the download', async () => {
  const client = await market.client();
  const experts = await Promise.all([market.expert(), market.expert(), market.expert()]);
  const [winner, loser, quitter] = experts;

  // The client orders; every expert of the region finds it.
  const { id } = await client.orders();
  for (const expert of experts) {
    const { data } = (await expert.get('/testimonies/offerable')).body;
    expect(data.map((testimony: { id: string }) => testimony.id)).toEqual([id]);
  }

  // Three offers, one of which is taken back.
  const offer = await winner.offers(id, { price: 1234.5, daysToComplete: 3 });
  await loser.offers(id, { price: 99.99, daysToComplete: 5 });
  const withdrawn = await quitter.offers(id);
  expect(await quitter.withdraws(withdrawn.id)).toMatchObject({ status: 204, body: undefined });
  const { offers, state } = await client.see(id);
  expect(state).toBe('offered');
  expect(offers.map((each: { price: number }) => each.price)).toEqual([1234.5, 99.99]);

  // One is paid; browser and webhook both say so.
  const sessionId = await client.pays(offer.id);
  expect(await client.accepts(sessionId)).toMatchObject({ status: 204, body: undefined });
  expect(await market.tell(await market.session(sessionId))).toMatchObject({ status: 204 });
  expect(await client.see(id)).toMatchObject({
    state: 'accepted',
    price: 1234.5,
    expert: { id: winner.id },
    acceptedOffer: { id: offer.id, state: 'accepted' },
    offers: [{ state: 'accepted' }, { state: 'lapsed' }],
  });
  expect((await winner.see(id)).client).toEqual({
    id: client.id,
    email: client.email,
    ...BUYER,
    shippingAddress: null,
    company: null,
  });

  // The document is delivered, and both read it.
  expect(assertSuccess(await winner.post(`/testimonies/${id}/complete`, documentBody()))).toMatchObject({
    state: 'completed',
  });
  for (const reader of [client, winner]) {
    const { url } = assertSuccess(await reader.get(`/testimonies/${id}/download`));
    expect(await (await fetch(url)).text()).toBe(PDF);
  }

  // Everybody was told, once, and all money is accounted for.
  await market.work();
  expect((await listSubjects(client.email)).sort()).toEqual([
    'Máte novú ponuku na znalecký posudok',
    'Máte novú ponuku na znalecký posudok',
    'Prijali sme vašu platbu',
    'Váš znalecký posudok je hotový',
  ]);
  expect(await listSubjects(winner.email)).toContain('Vaša ponuka bola prijatá');
  expect(await listSubjects(loser.email)).toEqual([
    'Váš účet znalca bol schválený',
    'Vaša ponuka nebola vybraná',
  ]);
  const [accepted] = (await mailsTo(winner.email)).filter(({ subject }) => subject.includes('prijatá'));
  expect(accepted?.body.text).toContain(
    'klient Peter Novák prijal a zaplatil vašu ponuku za 1\u00a0234,50\u00a0€.',
  );
  expect(accepted?.body.text).toContain('Na vypracovanie posudku máte 3 dni.');
  const money = (await itemsIn(market.service.deps, `TESTIMONY#${id}`)).filter(({ sk }) =>
    sk.startsWith('MONEY#'),
  );
  expect(money).toMatchObject([{ kind: 'payment', sessionId, amount: 123450 }]);
});
