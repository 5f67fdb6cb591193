/** Tests of the console with a keyboard, a screen reader or high contrast. */
import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { describe, it, useBrowser } from './browser-fixture.ts';
import { DESKTOP, openPage, PHONE } from './open-page.ts';
import { fillExpertStep, findButton, findLink, sendStep } from './page-actions.ts';
import { createPerson, type Person, TESTIMONY_BODY } from './registered-users.ts';

const fixture = useBrowser();
let client: Person;
let expert: Person;
let testimony: string;
beforeAll(async () => {
  [client, expert] = await Promise.all([
    createPerson(fixture.stack, 'client'),
    createPerson(fixture.stack, 'expert'),
  ]);
  testimony = `/testimonies/${(await client.api.createTestimony({ body: TESTIMONY_BODY })).id}`;
});

const getFocusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

const waitForFocus = (page: Page, text: string) =>
  page.waitForFunction(part => {
    const { activeElement, body } = document;
    return activeElement !== body && activeElement?.textContent?.includes(part);
  }, text);

/** Waits for an announcement, and returns the texts of all live regions. */
async function readAnnouncements(page: Page, text: string): Promise<string[]> {
  await page.getByRole('status').filter({ hasText: text }).first().waitFor();
  const texts = await page.locator('[role=status], [role=alert], [aria-live]').allTextContents();
  return texts.filter(Boolean);
}

async function changePassword(page: Page): Promise<void> {
  await findButton(page, 'Zmeniť heslo').press('Enter');
  const form = page.getByRole('form', { name: 'Zmeniť heslo' });
  await form.getByLabel('Nové heslo', { exact: true }).fill('Iné heslo 2');
  await form.getByLabel('Súčasné heslo').fill(client.password);
  await page.keyboard.press('Enter');
}

async function sendOffer(page: Page): Promise<void> {
  await page.getByLabel('Cena v €').fill('100');
  await page.getByLabel('Počet dní').fill('7');
  await page.keyboard.press('Enter');
}

async function cancelTestimony(page: Page): Promise<void> {
  await findButton(page, 'Zrušiť posudok').press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Zrušiť posudok' }).press('Enter');
}

it('after an action, the focus moves to the next step and a screen reader announces the result', async () => {
  const actions = [
    [
      client,
      '/account',
      page => findButton(page, 'Uložiť zmeny').press('Enter'),
      'Uložiť zmeny',
      'Uložiť zmeny: hotovo.',
    ],
    [expert, testimony, sendOffer, 'Čakáme na rozhodnutie klienta', 'Poslať ponuku: hotovo.'],
    [
      expert,
      testimony,
      page => findButton(page, 'Odvolať ponuku').press('Enter'),
      'Pošlite ponuku',
      'Odvolať ponuku: hotovo.',
    ],
    [client, testimony, cancelTestimony, 'Posudok je zrušený', 'Zrušiť posudok: hotovo.'],
    [client, '/account/security', changePassword, 'Heslo', 'Zmeniť heslo: hotovo.'],
    [
      client,
      '/account',
      page => findButton(page, 'Odhlásiť sa').press('Enter'),
      'Znalecký posudok na nehnuteľnosť',
      'Ste odhlásení.',
    ],
  ] as const satisfies readonly (readonly [Person, string, (page: Page) => Promise<void>, string, string])[];

  for (const [person, path, act, focused, announced] of actions) {
    const { page, context } = await fixture.openAs(person, path);
    await act(page);
    expect(await readAnnouncements(page, announced)).toEqual([announced]);
    await waitForFocus(page, focused);
    await context.close();
  }
});

async function openSecondStep() {
  const { page, context } = await openPage(fixture.browser, PHONE);
  await page.goto(fixture.pageUrl('/register/expert'));
  await fillExpertStep(page, 1);
  await sendStep(page);
  return { page, context };
}

it.concurrent('a screen reader announces that a step of a form is completed', async () => {
  const { page, context } = await openSecondStep();
  expect(await readAnnouncements(page, 'Krok 1')).toEqual(['Krok 1 je vyplnený.']);
  await context.close();
});

it.concurrent('the heading of the next step of a form is focused and not hidden by the header', async () => {
  const { page, context } = await openSecondStep();
  await waitForFocus(page, 'bankový účet');
  const [height, padding] = await page.evaluate(() => [
    document.querySelector('header')?.offsetHeight ?? Number.NaN,
    Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop),
  ]);
  expect(padding).toBeGreaterThan(height);
  await context.close();
});

describe.concurrent('focus in dialogs of the console', () => {
  it('a dialog has the focus on its first field', async () => {
    const { page, context } = await fixture.openAs(expert, '/account/close');
    await findButton(page, 'Zrušiť účet').press('Enter');
    await page.getByRole('dialog').waitFor();
    expect(await page.evaluate(() => document.activeElement?.matches('dialog input'))).toBe(true);
    await context.close();
  });

  it('closing a dialog returns the focus to the button that opened it', async () => {
    const { page, context } = await fixture.openAs(expert, '/account/close');
    await findButton(page, 'Zrušiť účet').press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await waitForFocus(page, 'Zrušiť účet');
    await context.close();
  });

  it('the dialog about unsent input focuses the button that returns to the page', async () => {
    const { page, context } = await openPage(fixture.browser, DESKTOP);
    await page.goto(fixture.pageUrl('/register/client'));
    await page.getByLabel('Heslo', { exact: true }).fill('Iné heslo 2');
    await page.locator('.brand').press('Enter');
    await page.getByRole('dialog').waitFor();
    expect(await getFocusedText(page)).toBe('Späť');
    await context.close();
  });
});

it.concurrent('the developer panel keeps the focus on a phone until Escape closes it', async () => {
  const { page, context } = await fixture.openAs(expert, '/', PHONE);
  const opener = findButton(page, 'Pre vývojárov');
  await opener.press('Enter');
  await page.locator('.exchanges summary').first().waitFor();
  const places = new Set<string>();
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press('Tab');
    const place = await page.evaluate(() => {
      const { activeElement, body } = document;
      // Between two rounds through the page, the focus is in the browser's own controls.
      if (activeElement === body) return 'browser';
      return activeElement?.closest('dialog') ? 'panel' : 'page';
    });
    places.add(place);
  }
  expect(places).toContain('panel');
  expect(places).not.toContain('page');
  await page.keyboard.press('Escape');
  await waitForFocus(page, 'Pre vývojárov');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await context.close();
});

it.concurrent('the developer panel announces to screen readers on a phone what an action has done', async () => {
  const { page, context } = await fixture.openAs(expert, '/', PHONE);
  await findButton(page, 'Pre vývojárov').click();
  const panel = page.getByRole('dialog');
  await panel.getByRole('button', { name: 'Prepínače' }).click();
  await panel.getByRole('button', { name: 'Prepnúť schválenie' }).click();

  // Screen readers find only this announcement, because the panel makes the rest of the page inert.
  await panel.getByRole('status').getByText('Prepnúť schválenie: hotovo.').waitFor({ state: 'attached' });
  await context.close();
});

it.concurrent('the developer panel leaves room for the focus rings of its controls', async () => {
  const { page, context } = await fixture.openAs(expert, '/');
  await findButton(page, 'Pre vývojárov').click();
  await page.locator('.exchanges summary').first().waitFor();
  const rings = await page.locator('.drawer :is(a, button, input, summary)').evaluateAll(controls =>
    controls
      .filter(control => control.checkVisibility())
      .map(control => {
        (control as HTMLElement).focus({ focusVisible: true } as FocusOptions);
        const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(control);
        const reach = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
        const box = control.getBoundingClientRect();
        const frame = (
          control.closest('.drawer-content') ?? control.closest('.drawer')
        )?.getBoundingClientRect();
        return (
          outlineStyle !== 'none' &&
          frame &&
          box.left - reach >= frame.left &&
          box.right + reach <= frame.right
        );
      }),
  );
  expect(rings.length).toBeGreaterThan(5);
  expect(rings).not.toContain(false);
  await context.close();
});

it.concurrent('high contrast keeps selected tabs, badges and primary buttons distinguishable', async () => {
  const { page, context } = await fixture.openAs(expert, '/account/verification');
  await page.emulateMedia({ forcedColors: 'active' });
  const readStyle = (selector: string, property: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
  await page.locator('.badge').first().waitFor();

  expect(await readStyle('.badge', 'border-top-style')).toBe('solid');
  const highlight = await readStyle('.side [aria-current]', 'background-color');
  expect(await readStyle('.side a:not([aria-current])', 'background-color')).not.toBe(highlight);
  expect(await readStyle('.languages [aria-pressed=true]', 'background-color')).toBe(highlight);
  await findLink(page, 'Profil').focus();
  expect(await readStyle('.side a', 'outline-style')).toBe('solid');
  await findButton(page, 'Overiť účet v platobnej bráne').click();
  expect(await readStyle('.button.primary', 'border-top-width')).toBe('2px');
  await context.close();
});
