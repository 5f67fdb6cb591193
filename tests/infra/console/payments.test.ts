/**
 * Tests of the console's pages for client and expert when a payment is late, complained about, disputed or refunded.
 */
import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { buildPdf } from '../../support/pdf-files.ts';
import { describe, it, useBrowser } from './browser-fixture.ts';
import { PHONE } from './open-page.ts';
import { failWith, findButton, findLink } from './page-actions.ts';
import { UNREADABLE_PDF } from './payment-scenarios.ts';
import { createPerson, getSessionId, pollUntil } from './registered-users.ts';
import {
  chooseOutcome,
  complain,
  createDeliveredSale,
  createPaidSale,
  createSale,
  decide,
  type Parties,
  type Sale,
  waitForPayment,
  waitForPayout,
  waitForRefund,
} from './sales.ts';

const fixture = useBrowser();

/** Creates the people of a test. Payments of the same people in parallel would conflict. */
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

const uploadPdf = async (page: Page, buffer: Buffer): Promise<void> => {
  await page
    .getByLabel('Dokument')
    .setInputFiles({ name: 'posudok.pdf', mimeType: 'application/pdf', buffer });
};

/** Confirms the testimony, which the page offers after the download. */
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
  await page.getByRole('heading', { level: 1, name: 'Platba patrí k inému účtu' }).waitFor();

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

  // The client itself ends requests after 40 seconds.
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
    await expert.getByText('Odmenu pošleme, len čo bude váš účet pre výplaty overený.').waitFor();
    await findLink(expert, 'Prejsť na overenie').click();
    await expert.getByRole('heading', { level: 1, name: 'Overenie' }).waitFor();
    await close(client, expert);
  });

  it('a complaint ends when the client confirms the corrected document', async () => {
    const sale = await createDeliveredSale(await createParties());
    const [client, expert] = await openBoth(sale);
    await findButton(client, 'Reklamovať posudok').click();
    const dialog = client.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Reklamovať posudok' }).click();
    await dialog.locator('[aria-invalid]').waitFor();
    await dialog.getByLabel('Čo nie je v poriadku').fill('Chýba príloha.');
    await dialog.getByRole('button', { name: 'Reklamovať posudok' }).click();
    await client.getByText('Posudok ste reklamovali').first().waitFor();
    expect(await client.getByRole('dialog').count()).toBe(0);
    expect(await client.getByText('Potvrdiť').count()).toBe(0);

    await expert.reload();
    const quotation = expert.locator('figure', { hasText: 'Chýba príloha.' });
    expect(await quotation.locator('figcaption').textContent()).toBe('Klient napísal:');
    await expert.getByText('o reklamácii rozhodneme my').waitFor();
    await uploadPdf(expert, buildPdf({}, 2000));
    await findButton(expert, 'Odovzdať opravený posudok').click();
    await expert.getByText('Opravený posudok ste odovzdali.').waitFor();

    await client.reload();
    await client.getByText('Znalec medzitým odovzdal opravený posudok.').waitFor();
    await downloadAndConfirm(client);
    await client.getByText('klient posudok potvrdil').waitFor();
    await close(client, expert);
  });

  it("both parties see the operator's decision about a complaint with the amounts", async () => {
    const sale = await createDeliveredSale(await createParties());
    await complain(sale, 'Chýba príloha.');
    const decision = { outcome: 'refund', amount: 100, reason: 'Príloha naozaj chýba.' };
    await decide(fixture.stack, sale, 'end-complaint', decision);
    await waitForRefund(sale, 100);

    const [client, expert] = await openBoth(sale);
    for (const page of [client, expert]) {
      await page.getByText('platba alebo jej časť sa vracia klientovi').waitFor();
      await page.getByText('Odôvodnenie: Príloha naozaj chýba.').waitFor();
    }
    expect(await readFacts(getPayment(client))).toMatchObject({
      Vrátené: '100,00 €',
      'Zostáva zaplatené': '149,90 €',
    });
    expect(await readFacts(getPayout(expert))).toMatchObject({
      'Zníženie odmeny': '-90,00 €',
      'Na výplatu': '134,91 €',
    });
    await close(client, expert);
  });

  it('the expert can replace a delivered document that the check could not read', async () => {
    const sale = await createDeliveredSale(await createParties(), UNREADABLE_PDF);
    const [client, expert] = await openBoth(sale);
    await client.getByText('Dokument sa pri kontrole nepodarilo prečítať.').waitFor();
    await client.getByText('Odmena znalca čaká, lebo dokument neprešiel kontrolou.').waitFor();
    await expert.getByText('Odovzdajte prosím opravený posudok.').waitFor();

    await uploadPdf(expert, buildPdf());
    await findButton(expert, 'Odovzdať opravený posudok').click();
    await expert.getByText('Opravený').first().waitFor();
    await pollUntil(
      'the payout waits for its date',
      async () =>
        (await sale.expert.api.showTestimony({ path: { id: sale.id } })).payout?.reason === 'not-due',
    );
    await Promise.all([client.reload(), expert.reload()]);
    await client.getByText('Kontrola dokumentu je v poriadku.').waitFor();
    await expert.getByText('Klient môže posudok reklamovať do').waitFor();
    expect(await findButton(expert, 'Odovzdať opravený posudok').count()).toBe(0);
    await close(client, expert);
  });
});

describe.concurrent('pages of a testimony with a disputed payment', () => {
  it('the expert cannot deliver a testimony until the payment dispute is won', async () => {
    const sale = await createPaidSale(await createParties());
    await chooseOutcome(sale, 'dispute');
    await waitForPayment(sale, 'disputed');
    const [client, expert] = await openBoth(sale);
    await expert.getByText('Na posudku prosím zatiaľ nepracujte').waitFor();
    await expert.getByText('Spor o platbu').waitFor();
    await client.getByText('Kým nerozhodne, znalec na posudku nepracuje').waitFor();
    expect(await findButton(expert, 'Odovzdať posudok').count()).toBe(0);
    expect(await expert.getByText('Posudok má byť hotový').count()).toBe(0);

    await chooseOutcome(sale, 'dispute-won');
    await waitForPayment(sale, 'paid');
    await expert.reload();
    await findButton(expert, 'Odovzdať posudok').waitFor();
    await expert.getByText('Posudok má byť hotový').waitFor();
    await close(client, expert);
  });

  it('nobody can download a delivered testimony while its payment is disputed', async () => {
    const sale = await createDeliveredSale(await createParties());
    await chooseOutcome(sale, 'dispute');
    await waitForPayment(sale, 'disputed');
    const [client, expert] = await openBoth(sale);
    await client.getByText('Kým nerozhodne, posudok si nemôžete stiahnuť.').waitFor();
    await expert.getByText('odmena čaká a posudok sa nedá stiahnuť').waitFor();
    for (const page of [client, expert]) expect(await findButton(page, 'Stiahnuť posudok').count()).toBe(0);
    await close(client, expert);
  });
});

describe.concurrent('pages of a testimony with a refund', () => {
  it('the client cancels a testimony that is long overdue and gets the payment back', async () => {
    const sale = await createPaidSale(await createParties());
    await sale.client.api.makeOverdue({ path: { id: sale.id }, body: { days: 2 } });
    const [client, expert] = await openBoth(sale);
    await client.getByText('Ak bude meškať viac ako sedem dní, budete ho môcť zrušiť').waitFor();
    await expert.getByText('Odovzdajte ho čo najskôr').waitFor();
    expect(await findButton(client, 'Zrušiť posudok').count()).toBe(0);

    await sale.client.api.makeOverdue({ path: { id: sale.id }, body: { days: 8 } });
    await client.reload();
    await findButton(client, 'Zrušiť posudok').click();
    const dialog = client.getByRole('dialog');
    await dialog.getByText('Platbu vám vrátime').waitFor();
    await dialog.getByRole('button', { name: 'Zrušiť posudok' }).click();
    await client.getByText('Posudok je zrušený').waitFor();

    await waitForPayment(sale, 'refunded');
    await Promise.all([client.reload(), expert.reload()]);
    await client.getByText('Celú platbu ste dostali späť.').waitFor();
    await expert.getByText('Posudok je zrušený').waitFor();
    await close(client, expert);
  });

  it('both parties see the remaining payment and payout after a partial refund', async () => {
    const sale = await createPaidSale(await createParties());
    await decide(fixture.stack, sale, 'refund', { amount: 50, from: 'expert', reason: 'Menší rozsah.' });
    await waitForRefund(sale, 50);
    const [client, expert] = await openBoth(sale);

    expect(await readFacts(getPayment(client))).toMatchObject({
      Stav: 'Zaplatená',
      Vrátené: '50,00 €',
      'Zostáva zaplatené': '199,90 €',
    });
    expect(await readFacts(getPayout(expert))).toEqual({
      Cena: '249,90 €',
      Provízia: '-24,99 €',
      'Zníženie odmeny': '-50,00 €',
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
