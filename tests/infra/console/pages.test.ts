/** Tests that every page, in all its states, is accessible, fits the viewport and logs no errors. */
import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { it, useBrowser } from './browser-fixture.ts';
import { createFormScenarios } from './form-scenarios.ts';
import { createListScenarios, LONG_LIST } from './list-scenarios.ts';
import { APPEARANCES, DESKTOP, findViolations, injectAxe, openPage, switchAppearance } from './open-page.ts';
import { createPageScenarios, openScenario, type PageScenario } from './page-scenarios.ts';
import { createPaymentScenarios } from './payment-scenarios.ts';

/** Console message of the browser about an error response that a scenario expects. */
const REFUSED =
  /^Failed to load resource: the server responded with a status of (401|403|404|409|412|422|500)/;

/** Number of scenarios that are open at the same time. */
const TABS = 2;

const fixture = useBrowser();
/** Every page. */
let pages: readonly PageScenario[];
/** Further states of these pages. */
let states: readonly PageScenario[];
/** Browser tab that several tests share, one after another. */
let tab: Page;
beforeAll(async () => {
  const [first, ...others] = await Promise.all([
    createPageScenarios(fixture.stack),
    createFormScenarios(fixture.stack),
    createListScenarios(fixture.stack),
    createPaymentScenarios(fixture.stack),
  ]);
  pages = first;
  states = others.flat();
  tab = (await openPage(fixture.browser, DESKTOP)).page;
}, 240_000);

async function showScenario(name: string, page = tab): Promise<void> {
  const scene = [...pages, ...states].find(each => each.name === name);
  if (!scene) throw new Error(`There is no scenario ${name}.`);
  await openScenario(page, fixture.stack.console, scene);
}

it('every page renders in a wide and in a narrow window, and each of its states in a narrow one, without accessibility violations, console errors or horizontal scrolling', async () => {
  const checks = [
    ...pages.map(scene => ({ scene, appearances: APPEARANCES })),
    ...states.map(scene => ({ scene, appearances: APPEARANCES.slice(1) })),
  ];
  const waiting = checks.values();
  const faults: string[] = [];
  const checkScenarios = async () => {
    const { page, context, complaints } = await openPage(fixture.browser, DESKTOP);
    await injectAxe(page);
    for (const { scene, appearances } of waiting) {
      await switchAppearance(page, DESKTOP);
      await openScenario(page, fixture.stack.console, scene);
      const found: string[] = [];
      for (const appearance of appearances) {
        await switchAppearance(page, appearance);
        found.push(...(await findViolations(page)));
      }
      found.push(...complaints.splice(0).filter(complaint => !REFUSED.test(complaint)));
      faults.push(...found.map(fault => `${scene.name}: ${fault}`));
    }
    await context.close();
  };
  await Promise.all(Array.from({ length: TABS }, checkScenarios));

  expect(checks.length).toBeGreaterThan(60);
  expect(faults).toEqual([]);
}, 240_000);

it.each([
  ['expert-offering', 'Klient napísal:', 'Byt po rekonštrukcii, kľúče u správcu.'],
  ['testimony-offered', 'Znalec napísal:', 'Obhliadka možná už v utorok.'],
  ['testimony-cancelled', 'Dôvod, ktorý uviedol klient:', 'Predávam inak.'],
])(
  'text on the page %s that an attacker has written is marked as a quotation',
  async (name, label, words) => {
    await showScenario(name);

    const quotation = tab.locator('figure', { has: tab.locator('blockquote', { hasText: words }) });
    expect(await quotation.locator('figcaption').textContent()).toBe(label);
    expect(await tab.getByText(words).count()).toBe(1);
  },
);

it('the list of a client has tabs with counts and removes the mark of an opened testimony', async () => {
  const { page, context } = await openPage(fixture.browser, { ...DESKTOP, size: 'phone' });
  await showScenario('list-client', page);
  const rows = page.locator('.testimonies > li');
  expect(await rows.count()).toBe(15);
  expect(await page.getByRole('button', { name: 'Odovzdané' }).count()).toBe(0);

  await page.getByRole('button', { name: /^S ponukami\s*1$/ }).click();
  expect(await rows.count()).toBe(1);
  expect(await rows.getByText('Nové').count()).toBe(1);

  await page.getByRole('region', { name: 'Čaká na vás' }).getByRole('link').click();
  await page.getByRole('heading', { name: 'Vyberte si ponuku' }).waitFor();
  await page.goBack();
  await rows.first().waitFor();
  await page.getByRole('button', { name: /^S ponukami/ }).click();
  expect(await rows.getByText('Nové').count()).toBe(0);
  await context.close();
});

it('the list of an expert names withdrawn offers, and does not mark a testimony as new after a step of the expert', async () => {
  await showScenario('list-expert');
  const rows = tab.locator('.testimonies > li');

  expect(await rows.getByText('Ponuka odvolaná').count()).toBe(1);
  expect(await rows.getByText('Nové').count()).toBe(0);
});

it('a list without prices has no column for prices, and no list has a second tab with the same rows', async () => {
  await showScenario('list-offerable');
  const columns = tab.locator('.columns-of-rows > span');
  expect(await columns.allTextContents()).not.toContain('Cena');
  expect(await tab.getByRole('button', { name: /^(Všetky|Nové|Košický kraj)/ }).allTextContents()).toEqual([
    expect.stringMatching(/^Všetky/),
    expect.stringMatching(/^Nové/),
  ]);

  await showScenario('list-pages');
  expect(await columns.allTextContents()).not.toContain('Cena');

  await showScenario('list-expert');
  expect(await columns.allTextContents()).toContain('Cena');
});

it('an expert sees since when the identity documents are reviewed, and can replace only rejected ones', async () => {
  const replacement = tab.getByRole('button', { name: 'Nahrať nové skeny' });
  await showScenario('verification-pending');
  await tab.getByText(/Doklady máme od \d+\.\s\d+\.\s\d{4}\./).waitFor();
  expect(await replacement.count()).toBe(0);

  await showScenario('verification');
  expect(await replacement.count()).toBe(0);

  await showScenario('verification-rejected');
  expect(await replacement.count()).toBe(1);
});

it('the switches of the drawer show the due date and the end of the time for a complaint', async () => {
  await showScenario('delivered-client');
  await tab.getByRole('button', { name: 'Pre vývojárov' }).click();
  await tab.getByRole('button', { name: 'Prepínače' }).click();

  for (const name of ['Termín', 'Čas na reklamáciu']) {
    const state = tab.getByRole('region', { name }).locator('.badge');
    expect(await state.textContent()).toMatch(/^\d+\.\s\d+\.\s\d{4}/);
  }
});

it('an expert is not promised the street of a cancelled testimony', async () => {
  await showScenario('testimony-cancelled-expert');

  expect(await tab.getByText('Ulicu a kontakt uvidíte').count()).toBe(0);
});

it('a long list shows only twenty rows at first, but its tabs count all rows', async () => {
  await showScenario('list-pages');
  const rows = tab.locator('.testimonies > li');
  expect(await rows.count()).toBe(20);
  await tab.getByRole('button', { name: new RegExp(`^Všetky\\s*${LONG_LIST}$`) }).waitFor();

  await tab.getByRole('button', { name: 'Zobraziť ďalšie' }).click();
  await expect.poll(() => rows.count()).toBe(LONG_LIST);
});

it.each([
  ['list-failed', 'Skúsiť znova'],
  ['payment-unchecked', 'Skúsiť znova'],
  ['testimony-forbidden', 'Prejsť na úvodnú stránku'],
])('the card on the page %s offers "%s", and a contact for help with the request id', async (name, wayOn) => {
  await showScenario(name);
  const card = tab.locator('main .card', { has: tab.getByRole('alert') });

  await card.getByText(wayOn).waitFor();
  expect(await card.getByRole('link', { name: 'Napíšte nám' }).isVisible()).toBe(true);
  expect(await card.getByText('Číslo požiadavky').isVisible()).toBe(true);
});

it.each([
  ['/verify-email?url=x', 'Overenie e\u2011mailovej adresy'],
  ['/reset-password?token=t&email=e', 'Nové heslo'],
  ['/payment/success?sessionId=cs_1', 'Prihlásiť sa'],
  ['/payment-account/done', 'Účet na výplaty'],
  ['/payment-account/again', 'Prihlásiť sa'],
  ['/testimonies/1', 'Prihlásiť sa'],
  ['/offerable', 'Prihlásiť sa'],
  ['/toString', 'Toto sme nenašli'],
])('a direct link to %s opens the page with the heading "%s"', async (path, title) => {
  await openScenario(tab, fixture.stack.console, { name: path, path });

  expect(await tab.getByRole('heading', { level: 1 }).textContent()).toBe(title);
});

it('the console uses the language of the browser until the user chooses another one', async () => {
  const { page, context } = await openPage(fixture.browser, DESKTOP, { locale: 'en-GB' });
  await page.goto(fixture.stack.console);
  expect(await page.locator('html').getAttribute('lang')).toBe('en');

  await page.getByRole('button', { name: 'Slovenčina' }).click();
  await page.reload();

  expect(await page.getByRole('heading', { level: 2 }).first().textContent()).toBe('Prihlásiť sa');
  expect(await page.locator('html').getAttribute('lang')).toBe('sk');
  await context.close();
});
