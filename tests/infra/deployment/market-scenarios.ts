/** Scenarios for testimonies, offers and payments. */
import { DomainError } from '../../../lib/domain/errors.ts';
import type { Market } from '../../support/market.ts';
import { documentBody, offerBody, PDF, testimonyBody } from '../../support/testimony-builders.ts';
import { uploaded } from '../../support/uploads.ts';
import type { Recording, Scenario } from './recorder.ts';

type Sale = Awaited<ReturnType<Market['offered']>>;

/** Advances the clock by two hours: then the next request records when the token was last used. */
function later({ service }: Market, record: Recording): Recording {
  service.deps.clock.advance(2 * 3600_000);
  return record;
}

/** A scenario about a testimony with an open or an accepted offer. */
const onSale =
  (
    sale: 'offered' | 'assigned',
    run: (sale: Sale, record: Recording, market: Market) => Promise<unknown>,
  ): Scenario =>
  async (_, record, market) =>
    run(await market[sale](), later(market, record), market);

/** Cancels a testimony during its checkout, which leaves a refund job. */
export async function cancelDuringPayment(market: Market): Promise<void> {
  const { client, testimony, offer } = await market.offered();
  const sessionId = await client.pays(offer.id);
  await client.cancels(testimony.id);
  await client.accepts(sessionId);
}

export const MARKET_SCENARIOS: Readonly<Record<string, Scenario>> = {
  'testimonies-create': async (_, record, market) => {
    const client = await market.client();
    await later(market, record)(() => client.postOnce('/testimonies', testimonyBody()));
  },
  'testimonies-list': onSale('offered', async ({ client, expert }, record) => {
    await record(() => client.get('/testimonies'));
    await record(() => expert.get('/testimonies'));
  }),
  'testimonies-list-offerable': onSale('offered', async ({ expert }, record) => {
    await record(() => expert.get('/testimonies/offerable'));
  }),
  'testimonies-show': onSale('offered', async ({ client, expert, testimony }, record) => {
    await record(() => client.see(testimony.id));
    await record(() => expert.see(testimony.id));
  }),
  'testimonies-cancel': onSale('offered', async ({ client, testimony }, record) => {
    await record(() => client.postOnce(`/testimonies/${testimony.id}/cancel`, {}));
  }),
  'testimonies-complete': onSale('assigned', async ({ expert, testimony }, record, { service }) => {
    const complete = (document: FormData) =>
      expert.postOnce(`/testimonies/${testimony.id}/complete`, document);
    const { save } = service.deps.testimonies;
    service.deps.testimonies.save = () => Promise.reject(new DomainError('unavailable'));
    await record(() => complete(documentBody()));

    service.deps.testimonies.save = save;
    const pdf = new Blob([PDF], { type: 'application/pdf' });
    const byKey = new FormData();
    byKey.append('document', await uploaded(service, pdf, 'testimony-document', expert.token));
    await record(() => complete(byKey));
  }),
  'sandbox-make-overdue': onSale('assigned', async ({ client, testimony }, record, market) => {
    await record(() => client.post(`/sandbox/testimonies/${testimony.id}/overdue`));
    const { expert, testimony: other } = await market.assigned();
    await record(() => expert.post(`/sandbox/testimonies/${other.id}/overdue`));
  }),
  'testimonies-download': onSale('assigned', async ({ client, expert, testimony }, record) => {
    await expert.post(`/testimonies/${testimony.id}/complete`, documentBody());
    await record(() => client.get(`/testimonies/${testimony.id}/download`));
  }),
  'offers-create': async (_, record, market) => {
    const [client, expert] = await Promise.all([market.client(), market.expert()]);
    const { id } = await client.orders();
    await later(market, record)(() => expert.postOnce(`/testimonies/${id}/offers`, offerBody()));
  },
  'offers-list': onSale('offered', async ({ client, expert, testimony }, record) => {
    await record(() => client.get(`/testimonies/${testimony.id}/offers`));
    await record(() => expert.get(`/testimonies/${testimony.id}/offers`));
  }),
  'offers-withdraw': onSale('offered', async ({ expert, offer }, record) => {
    await record(() => expert.withdraws(offer.id));
  }),
  'offers-checkout': onSale('offered', async ({ client, offer }, record) => {
    await record(() => client.checksOut(offer.id));
    await record(() => client.checksOut(offer.id));
  }),
  'offers-accept': onSale('offered', async ({ client, offer }, record, market) => {
    const sessionId = await client.pays(offer.id);
    await later(market, record)(() => client.accepts(sessionId));
  }),
};
