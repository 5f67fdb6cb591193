import { describe, expect, it } from 'vitest';
import { aDocument, startMarket } from '../../support/market.ts';

describe('from an order to a downloaded document', () => {
  it('one client, one expert', async () => {
    const market = await startMarket();
    const client = await market.client();
    const expert = await market.expert();
    const testimony = await client.orders();
    const offer = await expert.offers(testimony.id, { price: 1234.5 });
    const sessionId = await client.pays(offer.id);

    expect(await client.post('/testimonies/offers/accept', { sessionId })).toMatchObject({ status: 204 });
    expect(await client.post('/testimonies/offers/accept', { sessionId })).toMatchObject({ status: 204 });
    const seen = await expert.get(`/testimonies/${testimony.id}`);
    console.log(JSON.stringify(seen.body, null, 1));
    const done = await expert.post(`/testimonies/${testimony.id}/complete`, aDocument());
    expect(done.body.data.state).toBe('completed');
    const link = await client.get(`/testimonies/${testimony.id}/download`);
    console.log(link.body);
    const file = await fetch(link.body.data.url);
    console.log(file.status, file.headers);
  });
});
