/** Test of the whole life cycle of a testimony. */
import { beforeAll, expect, it } from 'vitest';
import { listSubjects } from '../../support/find-mails.ts';
import { listItems } from '../../support/inspect-store.ts';
import { assertSuccess, type Market, startMarket } from '../../support/start-market.ts';
import { listMailsTo } from '../../support/start-service.ts';
import { BUYER, documentBody, PDF } from '../../support/testimony-builders.ts';

let market: Market;

beforeAll(async () => {
  market = await startMarket();
});

it('a testimony passes from its creation through offers, payment and delivery to the download', async () => {
  const client = await market.createClient();
  const experts = await Promise.all([market.createExpert(), market.createExpert(), market.createExpert()]);
  const [winner, loser, quitter] = experts;

  // The client creates a testimony, which every expert of the region finds.
  const { id } = await client.createTestimony();
  for (const expert of experts) {
    const { data } = (await expert.get('/testimonies/offerable')).body;
    expect(data.map((testimony: { id: string }) => testimony.id)).toEqual([id]);
  }

  // Three experts make offers, and one expert withdraws the offer.
  const offer = await winner.createOffer(id, { price: 1234.5, daysToComplete: 3 });
  await loser.createOffer(id, { price: 99.99, daysToComplete: 5 });
  const withdrawn = await quitter.createOffer(id);
  expect(await quitter.withdrawOffer(withdrawn.id)).toMatchObject({ status: 204, body: undefined });
  const { offers, state } = await client.getTestimony(id);
  expect(state).toBe('offered');
  expect(offers.map((each: { price: number }) => each.price)).toEqual([1234.5, 99.99]);

  // The client pays for one offer. The browser and the webhook both report the payment.
  const sessionId = await client.payOffer(offer.id);
  expect(await client.acceptOffer(sessionId)).toMatchObject({ status: 204, body: undefined });
  expect(await market.sendProviderEvent(await market.getSession(sessionId))).toMatchObject({ status: 204 });
  expect(await client.getTestimony(id)).toMatchObject({
    state: 'accepted',
    price: 1234.5,
    expert: { id: winner.id },
    acceptedOffer: { id: offer.id, state: 'accepted' },
    offers: [{ state: 'accepted' }, { state: 'lapsed' }],
  });
  expect((await winner.getTestimony(id)).client).toEqual({
    id: client.id,
    email: client.email,
    ...BUYER,
    shippingAddress: null,
    company: null,
  });

  // The expert delivers the document, and both parties download it.
  expect(assertSuccess(await winner.post(`/testimonies/${id}/complete`, documentBody()))).toMatchObject({
    state: 'completed',
  });
  for (const reader of [client, winner]) {
    const { url } = assertSuccess(await reader.get(`/testimonies/${id}/download`));
    expect(await (await fetch(url)).text()).toBe(PDF);
  }

  // Each user is notified once, and the amounts in the table equal those at Stripe.
  await market.runJobs();
  expect((await listSubjects(client.email)).sort()).toEqual([
    'Máte novú ponuku na znalecký posudok',
    'Máte novú ponuku na znalecký posudok',
    'Prijali sme vašu platbu',
    'Váš znalecký posudok je hotový',
  ]);
  expect(await listSubjects(winner.email)).toContain('Vaša ponuka bola prijatá');
  expect(await listSubjects(loser.email)).toEqual(['Vaša ponuka nebola vybraná']);
  const [accepted] = (await listMailsTo(winner.email)).filter(({ subject }) => subject.includes('prijatá'));
  expect(accepted?.body.text).toContain(
    'vaša ponuka za 1\u00a0234,50\u00a0€ je prijatá a zaplatená. Klient: Peter Novák.',
  );
  expect(accepted?.body.text).toContain('Na vypracovanie posudku máte 3 dni.');
  const money = (await listItems(market.service.deps, `TESTIMONY#${id}`)).filter(({ sk }) =>
    sk.startsWith('MONEY#'),
  );
  expect(money).toMatchObject([
    { kind: 'commission-earned', sessionId, to: 'commission', amount: 12_345 },
    { kind: 'payment', sessionId, to: 'deferred-commission', amount: 12_345 },
    { kind: 'payment', sessionId, to: 'expert', amount: 111_105 },
  ]);
});
