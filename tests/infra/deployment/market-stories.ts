/** What `stories.ts` is for accounts, for testimonies, offers and payments. */
import { Refusal } from '../../../lib/domain/errors.ts';
import type { Market } from '../../support/market.ts';
import { aDocument, anOffer, anOrder, PDF } from '../../support/market-builders.ts';
import { uploaded } from '../../support/uploads.ts';
import type { Story, Watched } from './story.ts';

type Sale = Awaited<ReturnType<Market['offered']>>;

/** So much later that the use of a token is noted. */
function later({ service }: Market, watched: Watched): Watched {
  service.world.clock.advance(2 * 3600_000);
  return watched;
}

const onSale =
  (
    sale: 'offered' | 'assigned',
    act: (sale: Sale, watched: Watched, market: Market) => Promise<unknown>,
  ): Story =>
  async (_, watched, market) =>
    act(await market[sale](), later(market, watched), market);

/** Leaves the jobs of an order that was cancelled while somebody paid for it. */
export async function cancelledWhilePaying(market: Market): Promise<void> {
  const { client, testimony, offer } = await market.offered();
  const sessionId = await client.pays(offer.id);
  await client.cancels(testimony.id);
  await client.accepts(sessionId);
}

export const MARKET_STORIES: Readonly<Record<string, Story>> = {
  'testimonies-create': async (_, watched, market) => {
    const client = await market.client();
    await later(market, watched)(() => client.postOnce('/testimonies', anOrder()));
  },
  'testimonies-list': onSale('offered', async ({ client, expert }, watched) => {
    await watched(() => client.get('/testimonies'));
    await watched(() => expert.get('/testimonies'));
  }),
  'testimonies-list-offerable': onSale('offered', async ({ expert }, watched) => {
    await watched(() => expert.get('/testimonies/offerable'));
  }),
  'testimonies-show': onSale('offered', async ({ client, expert, testimony }, watched) => {
    await watched(() => client.see(testimony.id));
    await watched(() => expert.see(testimony.id));
  }),
  'testimonies-cancel': onSale('offered', async ({ client, testimony }, watched) => {
    await watched(() => client.postOnce(`/testimonies/${testimony.id}/cancel`, {}));
  }),
  'testimonies-complete': onSale('assigned', async ({ expert, testimony }, watched, { service }) => {
    const complete = (document: FormData) =>
      expert.postOnce(`/testimonies/${testimony.id}/complete`, document);
    const { save } = service.world.testimonies;
    service.world.testimonies.save = () => Promise.reject(new Refusal('unavailable'));
    await watched(() => complete(aDocument()));

    service.world.testimonies.save = save;
    const pdf = new Blob([PDF], { type: 'application/pdf' });
    const byKey = new FormData();
    byKey.append('document', await uploaded(service, pdf, 'testimony-document', expert.token));
    await watched(() => complete(byKey));
  }),
  'testimonies-make-overdue-in-sandbox': onSale(
    'assigned',
    async ({ client, testimony }, watched, market) => {
      await watched(() => client.post(`/sandbox/testimonies/${testimony.id}/overdue`));
      const { expert, testimony: other } = await market.assigned();
      await watched(() => expert.post(`/sandbox/testimonies/${other.id}/overdue`));
    },
  ),
  'testimonies-download': onSale('assigned', async ({ client, expert, testimony }, watched) => {
    await expert.post(`/testimonies/${testimony.id}/complete`, aDocument());
    await watched(() => client.get(`/testimonies/${testimony.id}/download`));
  }),
  'offers-create': async (_, watched, market) => {
    const [client, expert] = await Promise.all([market.client(), market.expert()]);
    const { id } = await client.orders();
    await later(market, watched)(() => expert.postOnce(`/testimonies/${id}/offers`, anOffer()));
  },
  'offers-list': onSale('offered', async ({ client, expert, testimony }, watched) => {
    await watched(() => client.get(`/testimonies/${testimony.id}/offers`));
    await watched(() => expert.get(`/testimonies/${testimony.id}/offers`));
  }),
  'offers-withdraw': onSale('offered', async ({ expert, offer }, watched) => {
    await watched(() => expert.withdraws(offer.id));
  }),
  'offers-checkout': onSale('offered', async ({ client, offer }, watched) => {
    await watched(() => client.checksOut(offer.id));
    await watched(() => client.checksOut(offer.id));
  }),
  'offers-accept': onSale('offered', async ({ client, offer }, watched, market) => {
    const sessionId = await client.pays(offer.id);
    await later(market, watched)(() => client.accepts(sessionId));
  }),
};
