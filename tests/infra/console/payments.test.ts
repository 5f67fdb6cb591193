/**
 * Tests of the console's pages for client and expert when a payment is late, complained about, disputed or refunded.
 */
import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { describe, it, useBrowser } from './browser-fixture.ts';
import { PHONE } from './open-page.ts';
import { failWith, findButton, findLink } from './page-actions.ts';
import { createPerson, getSessionId } from './registered-users.ts';
import {
  createDeliveredSale,
  createPaidSale,
  createSale,
  decide,
  type Parties,
  type Sale,
  waitForPayout,
  waitForRefund,
} from './sales.ts';

const fixture = useBrowser();

/** Creates new people for a test, because parallel payments of the same people would conflict. */
async function createParties(): Promise<Parties> {
  const [client, expert] = await Promise.all([
    createPerson(fixture.stack, 'client'),
    createPerson(fixture.stack, 'expert'),
  ]);
  return { client, expert };
}

async function openBoth({ client, expert, path }: Sale): Promise<[client: Page, expert: Page]> {
  const [one, other] = await Promise.all([fixture.openAs(client, path, PHONE), fixture.openAs(expert, path)]);
  return [one.page, other.page];
}

const close = (...pages: Page[]) => Promise.all(pages.map(page => page.context().close()));

/** Downloads the document, and then confirms the testimony, which the page offers only after a download. */
async function downloadAndConfirm(page: Page): Promise<void> {
  await findButton(page, 'Stiahnuť posudok').click();
  await findButton(page, 'Potvrdiť posudok').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('znalcovi pošleme odmenu.').waitFor();
  await dialog.getByRole('button', { name: 'Potvrdiť posudok' }).click();
}

const getPayout = (page: Page) => page.getByRole('region', { name: 'Výplata' });
const getPayment = (page: Page) => page.getByRole('region', { name: 'Platba' });

it.concurrent('the payment success page announces a refund if the paid offer is no longer open', async () => {
  const sale = await createSale(await createParties());
  const { page } = await fixture.openAs(sale.client, '/');
  await failWith('testimonies/offers/accept', 409, 'wrong-state')(page);

  await page.goto(fixture.pageUrl(`/payment/success?sessionId=${getSessionId(sale.paymentPage)}`));
  await page.getByRole('heading', { level: 1, name: 'Platbu vám vraciame' }).waitFor();

  expect(await page.getByText('ponuka sa prijme sama').count()).toBe(0);
  await close(page);
});

it.concurrent('the payment success page shows no success for an unknown payment or a payment of another account', async () => {
  const sale = await createSale(await createParties());
  const stranger = await createPerson(fixture.stack, 'client');
  const { page } = await fixture.openAs(stranger, '/payment/success?sessionId=cs_unknown');
  await page.getByRole('heading', { level: 1, name: 'Platba sa nenašla' }).waitFor();

  await page.goto(fixture.pageUrl(`/payment/success?sessionId=${getSessionId(sale.paymentPage)}`));
  await page.getByRole('heading', { level: 1, name: 'K tomuto nemáte prístup' }).waitFor();

  expect(await page.getByText('Ďakujeme').count()).toBe(0);
  await close(page);
});

it.concurrent('the request of the payment success page ends when the user leaves the page', async () => {
  const { page } = await fixture.openAs(await createPerson(fixture.stack, 'client'), '/');
  const isAcceptance = (request: Request) => request.url().endsWith('/offers/accept');
  await page.route('**/offers/accept', () => undefined);
  const sent = page.waitForRequest(isAcceptance);
  await page.goto(fixture.pageUrl('/payment/success?sessionId=cs_unanswered'));
  await sent;

  // The API client ends a request after 40 seconds, so within 30 seconds only the page can end the request.
  const ended = page.waitForEvent('requestfailed', { predicate: isAcceptance, timeout: 30_000 });
  await page.getByRole('banner').getByRole('link').first().click();

  await ended;
  await close(page);
});

describe.concurrent('pages of a delivered testimony', () => {
  it('the payout of a delivered testimony no longer waits after the client has confirmed the testimony', async () => {
    const sale = await createDeliveredSale(await createParties());
    const [client, expert] = await openBoth(sale);
    await expert.getByText(/Klient môže posudok reklamovať do \d+\. \d+\. \d{4}, \d+:\d\d\./).waitFor();
    await getPayout(expert).getByText('Čaká', { exact: true }).waitFor();
    expect(await findButton(expert, 'Odovzdať opravený posudok').count()).toBe(0);

    await client.getByText(/Máte čas do \d+\. \d+\. \d{4}, \d+:\d\d\./).waitFor();
    await findButton(client, 'Reklamovať posudok').waitFor();
    expect(await findButton(client, 'Potvrdiť posudok').count()).toBe(0);
    await downloadAndConfirm(client);
    await client.getByText('Posudok ste potvrdili').waitFor();
    expect(await findButton(client, 'Reklamovať posudok').count()).toBe(0);

    await waitForPayout(sale, 'owed');
    await expert.reload();
    await expert.getByText('Klient potvrdil posudok').waitFor();
    await expert.getByText('Odmenu pošleme, len čo bude váš účet na výplaty overený.').waitFor();
    await findLink(expert, 'Prejsť na overenie').click();
    await expert.getByRole('heading', { level: 1, name: 'Overenie' }).waitFor();
    await close(client, expert);
  });
});

describe.concurrent('pages of a testimony with a refund', () => {
  it('both parties see the remaining payment and payout after a partial refund', async () => {
    const sale = await createPaidSale(await createParties());
    await decide(fixture.stack, sale, 'refund', { amount: 50, from: 'expert', reason: 'Menší rozsah.' });
    await waitForRefund(sale, 50);
    const [client, expert] = await openBoth(sale);

    expect(await readFacts(getPayment(client))).toMatchObject({
      Stav: 'Čiastočne vrátená',
      Vrátené: '50,00 €',
      'Zostáva zaplatené': '199,90 €',
    });
    expect(await readFacts(getPayout(expert))).toEqual({
      Cena: '249,90 €',
      Provízia: '−24,99 €',
      'Zníženie odmeny': '−50,00 €',
      'Na výplatu': '174,91 €',
      Stav: 'Čaká',
    });
    await findButton(expert, 'Odovzdať posudok').waitFor();
    await close(client, expert);
  });
});

async function readFacts(card: ReturnType<Page['locator']>): Promise<Record<string, string>> {
  await card.waitFor();
  const rows = await card
    .locator('dl > div')
    .evaluateAll(divs => divs.map(div => [...div.children].map(child => child.textContent ?? '')));
  return Object.fromEntries(rows.map(([name = '', value = '']) => [name, value.replace(/\s/g, ' ')]));
}
