/** Tests of forms in the browser: steps, errors, drafts, warnings before leaving, passwords and the account pages. */
import { resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { PASSWORD } from '../../support/builders.ts';
import { describe, it, useBrowser } from './browser-fixture.ts';
import { DESKTOP, findViolations, openPage } from './open-page.ts';
import { fillExpertForm, fillExpertStep, findButton, findLink, sendStep, signIn } from './page-actions.ts';
import { createPerson, type Person } from './registered-users.ts';

const NO_IMAGE = { name: 'doklad.png', mimeType: 'image/png', buffer: Buffer.from('This is no image.') };

const fixture = useBrowser();
const { pageUrl } = fixture;

let client: Person;
let expert: Person;
beforeAll(async () => {
  [client, expert] = await Promise.all([
    createPerson(fixture.stack, 'client'),
    createPerson(fixture.stack, 'expert'),
  ]);
});

const getFocusedName = (page: Page) =>
  page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.name ?? '');
const getFocusedClass = (page: Page) => page.evaluate(() => document.activeElement?.className);
const getMessages = async (page: Page) =>
  (await page.locator('.message').allTextContents()).map(text => text.replace(/\s/g, ' '));

const waitForStep = (page: Page, step: number) =>
  page.locator(`.form-steps li:nth-child(${step})[aria-current]`).waitFor();

describe.concurrent('form of the expert registration', () => {
  it('a step of the expert registration shows all its errors with a summary that links to the fields', async () => {
    const { page, context } = await openPage(fixture.browser, DESKTOP);
    await page.goto(pageUrl('/register/expert'));
    await fillExpertStep(page, 1);
    await sendStep(page);
    await fillExpertStep(page, 2);
    await page.getByLabel('PSČ').fill('');
    await page.getByLabel('DIČ').fill('');
    await page.getByLabel('IBAN').fill('CZ6508000000192000145399');
    await sendStep(page);

    await page.getByRole('heading', { name: 'Opravte prosím 3 údaje' }).waitFor();
    expect(await getFocusedClass(page)).toBe('error-summary');
    expect(await page.title()).toMatch(/^Chyba: /);
    expect(await getMessages(page)).toEqual([
      'Zadajte PSČ.',
      'Zadajte DIČ.',
      'Zadajte platný slovenský IBAN: SK a 22 číslic.',
    ]);
    await findLink(page, 'Zadajte PSČ.').click();
    await page.waitForFunction(() => document.activeElement?.tagName === 'INPUT');
    expect(await getFocusedName(page)).toBe('billingAddress.postalCode');

    await page.getByLabel('PSČ').fill('040 01');
    await page.getByLabel('DIČ').fill('2020123456');
    expect(await getMessages(page)).toEqual(['Zadajte platný slovenský IBAN: SK a 22 číslic.']);
    await page.getByLabel('IBAN').fill('sk3112000000198742637541');
    await page.getByLabel('IBAN').blur();
    expect(await page.getByLabel('IBAN').inputValue()).toBe('SK31 1200 0000 1987 4263 7541');
    await page.locator('.error-summary').waitFor({ state: 'detached' });
    await context.close();
  });

  it('the draft of the expert registration keeps all input except passwords, bank accounts and files', async () => {
    const { page, context } = await openPage(fixture.browser, DESKTOP);
    await page.goto(pageUrl('/register/expert?step=3'));
    await waitForStep(page, 1);
    await fillExpertForm(page, 'jana@znalci.sk');
    const stored = await page.evaluate(() => JSON.stringify(sessionStorage));
    expect(stored).toContain('Kováčová');
    for (const secret of [PASSWORD, 'SK31', 'predna']) expect(stored).not.toContain(secret);

    await page.reload();
    await page.getByText('Pokračujete v rozpísanom formulári.').waitFor();
    // The bank account has to be entered again.
    await waitForStep(page, 2);
    expect(await page.getByLabel('DIČ').inputValue()).toBe('2020123456');
    await findLink(page, 'Osoba a činnosť').click();
    expect(await page.getByLabel('Mesiac').inputValue()).toBe('2');
    expect(await page.getByRole('checkbox', { name: 'Košický kraj' }).isChecked()).toBe(true);
    await page.goBack();
    await waitForStep(page, 2);

    await findButton(page, 'Začať odznova').click();
    await waitForStep(page, 1);
    expect(await page.getByLabel('Meno', { exact: true }).inputValue()).toBe('');
    await context.close();
  });

  it('the expert registration shows errors of the API beside the errors of the field rules', async () => {
    const { page, context } = await openPage(fixture.browser, DESKTOP);
    await page.goto(pageUrl('/register/expert'));
    await fillExpertForm(page, expert.email, { scanSize: 3_000_000 });
    await sendStep(page);
    await page.getByText('Táto e-mailová adresa je už zaregistrovaná.').waitFor();
    expect(await getFocusedName(page)).toBe('email');
    expect(await page.locator('.progress').count()).toBe(0);

    await page.getByLabel('Predná strana dokladu').setInputFiles(NO_IMAGE);
    await page.locator('.drop').first().locator('img').waitFor({ state: 'detached' });
    await page.getByLabel('Heslo', { exact: true }).fill('heslo');
    await sendStep(page);
    await page.getByRole('heading', { name: 'Opravte prosím 3 údaje' }).waitFor();
    expect(await getMessages(page)).toEqual([
      'Táto e-mailová adresa je už zaregistrovaná. ',
      'Heslo musí mať aspoň 8 znakov.',
      'Súbor musí byť obrázok vo formáte JPEG alebo PNG.',
    ]);
    expect(await findViolations(page)).toEqual([]);
    await context.close();
  });
});

it.concurrent('the file field rejects a dropped file of another type before the form is sent', async () => {
  const { page, context } = await openPage(fixture.browser, DESKTOP);
  await page.goto(pageUrl('/register/expert'));
  await fillExpertForm(page, 'jana@znalci.sk');
  const field = page.locator('.drop').first();
  await field.scrollIntoViewIfNeeded();
  const { x = 0, y = 0 } = (await field.boundingBox()) ?? {};
  const browser = await context.newCDPSession(page);
  const data = { items: [], files: [resolve('package.json')], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await browser.send('Input.dispatchDragEvent', { type, x: x + 50, y: y + 50, data });
  await page.getByText('Súbor musí byť obrázok vo formáte JPEG alebo PNG.').waitFor();
  await context.close();
});

describe.concurrent('warnings about unsent input', () => {
  it('a dialog asks the user to stay or leave when a link or the back button would discard input', async () => {
    const { page, context } = await openPage(fixture.browser, DESKTOP);
    await page.goto(pageUrl('/'));
    await findLink(page, 'Požiadať o posudok').click();
    await page.getByLabel('Heslo', { exact: true }).fill(PASSWORD);
    await page.locator('.brand').click();
    await findButton(page, 'Späť').click();
    expect(new URL(page.url()).pathname).toBe('/register/client');

    await page.goBack();
    await page.getByRole('dialog', { name: 'Odísť bez odoslania?' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/register/client');
    expect(await page.getByLabel('Heslo', { exact: true }).inputValue()).toBe(PASSWORD);
    await findButton(page, 'Odísť').click();
    await page.waitForURL(pageUrl('/'));
    await findLink(page, 'Požiadať o posudok').waitFor();
    await context.close();
  });

  it('the dialog about unsent input stays open when the user tries to leave again at once', async () => {
    const { page, context } = await openPage(fixture.browser, DESKTOP);
    await page.goto(pageUrl('/register/client'));
    await page.getByLabel('Heslo', { exact: true }).fill(PASSWORD);
    await page.locator('.brand').click();
    await findButton(page, 'Späť').waitFor();
    await page.evaluate(async () => {
      const clickFirst = (selector: string) => document.querySelector<HTMLElement>(selector)?.click();
      clickFirst('dialog > .quiet');
      // A microtask removes the first dialog. The user leaves again before the dialog's "close" event in a later frame.
      await Promise.resolve();
      clickFirst('.brand');
      await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    });
    expect(await page.getByRole('dialog', { name: 'Odísť bez odoslania?' }).count()).toBe(1);
    await context.close();
  });

  it('the browser asks before the user leaves a page with input that no draft contains', async () => {
    const { page, context } = await openPage(fixture.browser, DESKTOP);
    await page.goto(pageUrl('/register/client'));
    const isAsked = () =>
      page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
    await page.getByLabel('E-mail').fill('jana@klienti.sk');
    expect(await isAsked()).toBe(false);
    await page.getByLabel('Heslo', { exact: true }).fill(PASSWORD);
    expect(await isAsked()).toBe(true);
    await context.close();
  });
});

describe.concurrent('password fields of the console', () => {
  it('the sign-in form can show the password and reports a wrong password at its field', async () => {
    const { page, context } = await openPage(fixture.browser, DESKTOP);
    await page.goto(pageUrl('/'));
    const show = findButton(page, 'Zobraziť heslo: Heslo');
    expect(await show.getAttribute('aria-pressed')).toBe('false');
    await show.click();
    expect(await show.getAttribute('aria-pressed')).toBe('true');
    expect(await page.getByLabel('Heslo', { exact: true }).getAttribute('type')).toBe('text');

    await signIn(page, { email: client.email, password: 'Zlé heslo 1' });
    await page.getByText('E-mail alebo heslo nie je správne.').waitFor();
    expect(await getFocusedName(page)).toBe('password');
    // Only unexpected errors have a request id, which support asks for.
    expect(await page.getByText('Číslo požiadavky').count()).toBe(0);
    await context.close();
  });
});

it.concurrent('a form cannot be sent again until the time of an exceeded rate limit has passed', async () => {
  const { page, context } = await openPage(fixture.browser, DESKTOP);
  await page.clock.install();
  await page.route('**/api/v1/auth/login', route =>
    route.fulfill({
      status: 429,
      json: {},
      headers: {
        'access-control-allow-origin': '*',
        'access-control-expose-headers': 'x-error-code, retry-after',
        'x-error-code': 'too-many-requests',
        'retry-after': '90',
      },
    }),
  );
  await page.goto(pageUrl('/'));
  await signIn(page, client);
  await page.getByText('Skúste to znova o 2').waitFor();
  const button = page.getByRole('form').getByRole('button', { name: 'Prihlásiť sa' });
  expect(await button.getAttribute('aria-disabled')).toBe('true');
  await page.clock.runFor(90_000);
  await expect.poll(() => button.getAttribute('aria-disabled')).toBe('false');
  await context.close();
});

it.concurrent('the profile page keeps the input when the account was changed on another device', async () => {
  const { page, context } = await fixture.openAs(expert, '/account');
  await page.getByLabel('Mesto alebo obec').fill('Prešov');
  await expert.api.updateMe({ body: { lastName: 'Nováková', regions: ['ba', 'ke'] } });
  await findButton(page, 'Uložiť zmeny').click();
  await page.getByText('Účet sa medzitým zmenil na inom zariadení.').waitFor();

  expect(await page.getByLabel('Priezvisko').inputValue()).toBe('Nováková');
  expect(await page.getByRole('checkbox', { name: 'Bratislavský kraj' }).isChecked()).toBe(true);
  expect(await page.getByLabel('Mesto alebo obec').inputValue()).toBe('Prešov');

  await findButton(page, 'Uložiť zmeny').click();
  await page.getByText('Zmeny sú uložené.').waitFor();
  const { lastName, billingAddress } = await expert.api.showMe();
  expect([lastName, billingAddress?.city]).toEqual(['Nováková', 'Prešov']);
  await context.close();
});

it.concurrent('the profile page does not change the postal code of an address in another country', async () => {
  const person = await createPerson(fixture.stack, 'client');
  const street = { line1: 'Torstraße 1', line2: 'Hof', city: 'Berlin' };
  const billingAddress = { ...street, postalCode: '10115', country: 'DE' } as const;
  await person.api.updateMe({ body: { billingAddress } });
  const { page, context } = await fixture.openAs(person, '/account');
  const field = page.getByLabel('PSČ');

  expect(await field.inputValue()).toBe('10115');
  await field.fill('10117');
  await field.press('Tab');
  expect(await field.inputValue()).toBe('10117');
  await context.close();
});
