/** Events arrive as Stripe's do: until they are taken, and when asked to late, twice, out of order or never. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startStripe } from '../../../infra/local/stripe/server.ts';
import { controlled } from '../../support/provider.ts';
import { NOWHERE } from '../../support/stand-in.ts';
import { clientOf, type Provider, SECRET, startProvider, submit } from './stripe.ts';

const answers: number[] = [];
let provider: Provider;
beforeAll(async () => {
  provider = await startProvider(answers);
});
afterEach(() => provider.control('webhooks', {}));
afterAll(() => provider.stop());

/** What the API was told since then, when as much has come as expected. */
async function arrived(before: number, count: number): Promise<string[]> {
  await expect.poll(() => provider.api.calls.length - before, { timeout: 5000 }).toBe(count);
  return provider
    .told()
    .slice(before)
    .map(({ type }) => type);
}

describe('an event', () => {
  it.each([[[503, 500]], [[400, 404]]])('is sent again while the API answers %s', async refusals => {
    const { url } = await provider.aSession();
    answers.push(...refusals);
    const before = provider.api.calls.length;

    await submit(url);

    const bodies = provider.api.calls.slice(before).map(({ body }) => String(body));
    expect(bodies).toHaveLength(3);
    expect(new Set(bodies).size).toBe(1);
  });

  it('keeps nobody waiting for an API that is down', async () => {
    const lonely = await startStripe({ webhooks: { url: NOWHERE, secret: SECRET } });
    const { id } = await clientOf(lonely.endpoint).accounts.create({ type: 'express' });
    const begun = Date.now();
    await controlled(lonely.endpoint, `accounts/${id}`, { charges_enabled: true });
    expect(Date.now() - begun).toBeLessThan(7000);
    await lonely.stop();
  });

  it('comes as often as asked', async () => {
    await provider.control('webhooks', { copies: 3 });
    const before = provider.api.calls.length;

    await provider.aPayment();

    expect(await arrived(before, 3)).toEqual(Array(3).fill('checkout.session.completed'));
    expect(
      new Set(
        provider
          .told()
          .slice(before)
          .map(({ id }) => id),
      ).size,
    ).toBe(1);
  });

  it('comes late', async () => {
    await provider.control('webhooks', { delaySeconds: 0.5 });
    const before = provider.api.calls.length;

    await provider.aPayment();
    expect(provider.api.calls).toHaveLength(before);

    expect(await arrived(before, 1)).toEqual(['checkout.session.completed']);
  });

  it('comes before what happened earlier', async () => {
    await provider.control('webhooks', { shuffle: true });
    const before = provider.api.calls.length;

    const { url } = await provider.aPayment();
    await submit(url, { outcome: 'dispute' });

    expect(await arrived(before, 3)).toEqual([
      'charge.dispute.funds_withdrawn',
      'charge.dispute.created',
      'checkout.session.completed',
    ]);
  });

  it('is lost, and can be sent after all', async () => {
    await provider.control('webhooks', { lose: true });
    const before = provider.api.calls.length;
    await provider.aPayment();
    await wait(100);
    expect(provider.api.calls).toHaveLength(before);
    await provider.control('webhooks', {});
    const { data } = await provider.control('events');

    await provider.control(`events/${data.at(-1).id}`, {});

    expect(await arrived(before, 1)).toEqual(['checkout.session.completed']);
    expect(provider.told().at(-1)?.id).toBe(data.at(-1).id);
  });
});

it.each(['accounts/acct_1', 'refunds/re_1', 'events/evt_1', 'weather'])(
  'a wish for what does not exist (%s) is refused',
  async name => {
    await expect(provider.control(name, {})).rejects.toThrow(name);
  },
);
