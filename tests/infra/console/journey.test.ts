/** Tests of journeys through the console: a sale by mouse, a registration by keyboard, invalid forms and failures. */
import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { PASSWORD } from '../../support/builders.ts';
import { describe, it, useBrowser } from './browser-fixture.ts';
import { DESKTOP, openPage, PHONE } from './open-page.ts';
import { createScan, EXPERT_FIELDS, fillExpertForm, findButton, findLink } from './page-actions.ts';
import { setToken } from './page-scenarios.ts';
import { createPerson, PDF, type Person, TESTIMONY_BODY, waitForMailText } from './registered-users.ts';

const fixture = useBrowser();
const { pageUrl } = fixture;
const getHeading = (page: Page) => page.getByRole('heading', { level: 1 });
const REGION = 'Nitriansky kraj';
const uniqueEmail = (name: string) => `${name}.${crypto.randomUUID().slice(0, 8)}@znalci.sk`;

it.concurrent('an expert and a client complete a sale by mouse, from registration to download', async () => {
  const [{ page: expert, complaints: first }, { page: client, complaints: second }] = await Promise.all([
    openPage(fixture.browser, DESKTOP),
    openPage(fixture.browser, PHONE),
  ]);
  const [expertMail, clientMail] = [uniqueEmail('jana'), uniqueEmail('peter')];

  await expert.goto(pageUrl('/register/expert'));
  // No other test uses this region, so the list of the expert contains only the testimony of this test.
  await fillExpertForm(expert, expertMail, { region: REGION });
  await findButton(expert, 'Vytvoriť účet').click();
  await getHeading(expert).getByText('Moje zákazky').waitFor();
  await expert.goto(pageUrl(await waitForPath(expertMail, /(\/verify-email\?url=\S+)/)));
  await findButton(expert, 'Overiť adresu').click();
  await expert.getByText('Vaša e\u2011mailová adresa je overená.').waitFor();

  await client.goto(pageUrl());
  await findLink(client, 'Požiadať o posudok').click();
  await client.getByLabel('E-mail').fill(clientMail);
  await client.getByLabel('Heslo', { exact: true }).fill(PASSWORD);
  await client.getByLabel('Súhlasím s podmienkami').check();
  await findButton(client, 'Vytvoriť účet').click();
  await client.getByLabel('Účel').waitFor();
  await client.goto(pageUrl(await waitForPath(clientMail, /(\/verify-email\?url=\S+)/)));
  await findButton(client, 'Overiť adresu').click();
  await findLink(client, 'Prejsť na úvodnú stránku').click();

  await findLink(client, 'Požiadať o posudok').first().click();
  await client.getByLabel('Účel').selectOption({ label: 'Hypotéka' });
  await client.getByLabel('Plocha v m²').fill('72');
  await client.getByLabel('Počet izieb').fill('3');
  await client.getByLabel('Poschodie').fill('2');
  await client.getByLabel('Kraj').selectOption({ label: REGION });
  await client.getByLabel('Ulica a číslo').fill('Mlynská 5');
  await client.getByLabel('Mesto alebo obec').fill('Košice');
  await client.getByLabel('PSČ').fill('040 01');
  await findButton(client, 'Požiadať o posudok').click();
  await getHeading(client).getByText('Byt, Mlynská 5, Košice').waitFor();
  await client.getByText(new URL(client.url()).pathname.slice(-8).toUpperCase()).waitFor();

  await findLink(expert, 'Prejsť na úvodnú stránku').click();
  await findLink(expert, 'Dopyty').first().click();
  await expert
    .getByRole('link', { name: /Byt, 72\sm², Košice/ })
    .first()
    .click();
  await expert.getByText('Ulicu a kontakt uvidíte').waitFor();
  await expert.getByLabel('Cena v €').fill('1 249,90');
  await expert.getByText('Po odpočítaní provízie 124,99 € dostanete 1 124,91 €.').waitFor();
  await expert.getByLabel('Počet dní').fill('7');
  await findButton(expert, 'Poslať ponuku').click();
  await expert.getByRole('region', { name: 'Ponuky' }).getByText('1 249,90').waitFor();

  await client.reload();
  await findLink(client, 'Vybrať a zaplatiť').click();
  await fillBuyer(client);
  // Simulates the return from another browser tab, after which the form still contains the entered values.
  await client.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await findButton(client, 'Zaplatiť 1 249,90 €').click();
  await client.waitForURL(/\/pay\/cs_/);
  await client.locator('button').first().click();
  await client.getByText('Znalec pracuje na posudku').waitFor();
  expect(new URL(client.url()).pathname).toMatch(/^\/testimonies\//);

  await expert.goto(pageUrl(new URL(client.url()).pathname));
  await expert.getByText('Mlynská 5').first().waitFor();
  await expert
    .getByLabel('Dokument')
    .setInputFiles({ name: 'posudok.pdf', mimeType: 'application/pdf', buffer: PDF });
  await findButton(expert, 'Odovzdať posudok').click();
  await findButton(expert, 'Stiahnuť posudok').waitFor();

  await client.reload();
  const downloading = client.waitForEvent('download');
  await findButton(client, 'Stiahnuť posudok').click();
  expect(await buffer(await (await downloading).createReadStream())).toEqual(PDF);

  await findButton(client, 'Odhlásiť sa').click();
  await getHeading(client).getByText('Znalecký posudok na nehnuteľnosť').waitFor();
  expect(await client.evaluate(() => sessionStorage.getItem('token'))).toBeNull();
  expect([...first, ...second]).toEqual([]);
}, 180_000);

it.concurrent('an expert registers with the keyboard alone', async () => {
  const { page } = await openPage(fixture.browser, PHONE);
  await page.goto(pageUrl('/register/expert'));
  await page.locator('form').waitFor();
  const email = uniqueEmail('klavesnica');
  // The listener is added first, because the file chooser may open at once.
  let [opened, chosen] = [0, 0];
  page.on('filechooser', chooser => void chooser.setFiles(createScan(`${++opened}.png`)));
  const values = new Map([['E-mail', () => email], ...EXPERT_FIELDS] as [string, () => string][]);

  /** Returns the label and the type of the focused control. */
  const focused = () =>
    page.evaluate(() => {
      const control = document.activeElement as HTMLInputElement;
      const label = control.labels?.[0]?.childNodes ?? [];
      const name = [...label].find(node => node.nodeType === 3)?.textContent ?? control.textContent;
      return { name: (name ?? '').trim().replace(/\s/g, ' '), type: control.type };
    });

  for (let presses = 0; presses < 100; presses++) {
    await page.keyboard.press('Tab');
    const { name, type } = await focused();
    const value = values.get(name);
    if (value) await page.keyboard.type(value());
    else if (name === 'Mesiac') await page.keyboard.type('feb');
    else if (['Košický kraj', 'Súhlasím s podmienkami'].includes(name)) await page.keyboard.press('Space');
    else if (type === 'file') {
      await page.keyboard.press('Enter');
      await page.getByText(`${++chosen}.png`).waitFor();
    } else if (name === 'Pokračovať') {
      await page.keyboard.press('Enter');
      // The heading of the new step has the focus, so screen readers announce it.
      await page.waitForFunction(() => document.activeElement?.tagName === 'H2');
    } else if (name === 'Vytvoriť účet') break;
  }
  await page.keyboard.press('Enter');
  await getHeading(page).getByText('Moje zákazky').waitFor();
  // The heading of the new page has the focus, so screen readers announce it.
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Moje zákazky');
  await page.context().close();
});

it.concurrent('the expert registration can be sent again after the connection broke during an upload', async () => {
  const { page, context } = await openPage(fixture.browser, DESKTOP);
  await page.goto(pageUrl('/register/expert'));
  // Scans of this size are uploaded directly to the bucket, and the connection to the bucket breaks.
  await fillExpertForm(page, uniqueEmail('siet'), { scanSize: 3_000_000 });
  let broken = 0;
  await context.route(
    url =>
      url.origin !== new URL(fixture.stack.url).origin &&
      url.origin !== new URL(fixture.stack.console).origin,
    async route => {
      broken += 1;
      await route.abort('connectionreset');
    },
  );
  await findButton(page, 'Vytvoriť účet').click();
  await page.getByText('Spojenie sa prerušilo.').waitFor();
  expect(broken).toBeGreaterThan(0);

  await context.unrouteAll();
  await findButton(page, 'Vytvoriť účet').click();
  await getHeading(page).getByText('Moje zákazky').waitFor();
  await context.close();
});

describe('checkout of an offer', () => {
  let client: Person;
  let expert: Person;
  let path: string;
  let offerId: string;
  beforeAll(async () => {
    [client, expert] = await Promise.all([
      createPerson(fixture.stack, 'client'),
      createPerson(fixture.stack, 'expert'),
    ]);
    const { id } = await client.api.createTestimony({ body: TESTIMONY_BODY });
    ({ id: offerId } = await expert.api.createOffer({
      path: { id },
      body: { price: 180, daysToComplete: 5 },
    }));
    path = `/testimonies/${id}`;
  });

  it('the checkout form keeps its input after the client returns from the payment page', async () => {
    const { page } = await fixture.openAs(client, `${path}/checkout/${offerId}`, PHONE);
    await fillBuyer(page);
    await page.getByLabel('Doplnok adresy').fill('byt 12');
    await findButton(page, 'Zaplatiť 180,00 €').click();
    await page.waitForURL(/\/pay\/cs_/);
    const paymentPage = page.url();

    await page.goBack();
    await page.getByLabel('Doplnok adresy').waitFor();
    expect(await page.getByLabel('Doplnok adresy').inputValue()).toBe('byt 12');
    await findButton(page, 'Zaplatiť 180,00 €').click();
    await page.waitForURL(/\/pay\/cs_/);

    expect(page.url()).toBe(paymentPage);
    await page.context().close();
  });

  it('the payment page stays open after a declined payment, and the testimony page opens it again', async () => {
    const { page } = await fixture.openAs(client, `${path}/checkout/${offerId}`, PHONE);
    await fillBuyer(page);
    await findButton(page, 'Zaplatiť 180,00 €').click();
    await page.locator('form:has([value=declined]) button').click();
    await page.getByText('Banka platbu touto kartou zamietla.').waitFor();
    const paymentPage = page.url();
    await findLink(page, 'Späť bez platby').click();

    await page.getByText('Platba zatiaľ neprešla.').waitFor();
    await findButton(page, 'Zaplatiť znova').click();
    await page.waitForURL(paymentPage);
    await page.context().close();
  });

  it('the testimony page shows a cancellation that was made in another tab', async () => {
    const { page: one, context } = await fixture.openAs(client, path);
    await findButton(one, 'Zrušiť posudok').click();

    const two = await context.newPage();
    // The token is stored per browser tab, so nobody is signed in yet in the second tab.
    await setToken(two, pageUrl(''), client.token);
    await two.goto(pageUrl(path));
    await findButton(two, 'Zrušiť posudok').click();
    await two.getByRole('dialog').getByRole('button', { name: 'Zrušiť posudok' }).click();
    await two.getByText('Posudok je zrušený').waitFor();

    await one.getByRole('dialog').getByRole('button', { name: 'Zrušiť posudok' }).click();
    await one.getByText('Medzitým sa to zmenilo.').waitFor();
    await one.getByText('Posudok je zrušený').waitFor();
    await context.close();
  });
});

const waitForPath = (email: string, pattern: RegExp) => waitForMailText(fixture.stack, email, pattern);

async function fillBuyer(page: Page): Promise<void> {
  await page.getByLabel('Meno').fill('Peter');
  await page.getByLabel('Priezvisko').fill('Novák');
  await page.getByLabel('Telefón').fill('+421905123456');
  await page.getByLabel('rovnaká ako adresa nehnuteľnosti').check();
}
