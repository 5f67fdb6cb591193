/** Actions on the console's pages that find elements by visible labels, names and buttons. */
import type { Page } from 'playwright-core';
import { PASSWORD, uniquePhone } from '../../support/builders.ts';
import { PIXEL_PNG } from './registered-users.ts';

export const findButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const findLink = (page: Page, name: string) => page.getByRole('link', { name });

/**
 * Text fields of the steps of the expert registration except the e-mail address, in the form's order: label and value.
 */
const EXPERT_STEPS = [
  [
    ['Meno', () => 'Jana'],
    ['Priezvisko', () => 'Kováčová'],
    ['Deň', () => '29'],
    ['Rok', () => '1980'],
    ['Evidenčné číslo znalca', () => '914 567'],
  ],
  [
    ['Ulica a číslo', () => 'Hlavná 1'],
    ['Mesto alebo obec', () => 'Košice'],
    ['PSČ', () => '040 01'],
    ['DIČ', () => '2020123456'],
    ['IBAN', () => 'SK31 1200 0000 1987 4263 7541'],
  ],
  [
    ['Telefón', uniquePhone],
    ['Heslo', () => PASSWORD],
  ],
] as const;

export const EXPERT_FIELDS = EXPERT_STEPS.flat();

export const createScan = (name: string, size = PIXEL_PNG.length) => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.concat([PIXEL_PNG, Buffer.alloc(Math.max(0, size - PIXEL_PNG.length))]),
});

/** Fills in the fields of a step of the expert registration, beginning with 1. The step must be open. */
export async function fillExpertStep(page: Page, step: 1 | 2 | 3, region = 'Košický kraj'): Promise<void> {
  for (const [label, value] of EXPERT_STEPS[step - 1] ?? [])
    await page.getByLabel(label, { exact: true }).fill(value());
  if (step > 1) return;
  await page.getByLabel('Mesiac').selectOption({ label: 'február' });
  await page.getByRole('checkbox', { name: region }).check();
}

/** Sends the open step of the expert registration. */
export const sendStep = (page: Page) => page.locator('.step:not([hidden]) button[type=submit]').click();

/** Fills in the three steps of the expert registration without sending the last one. */
export async function fillExpertForm(
  page: Page,
  email: string,
  { region, scanSize }: { region?: string; scanSize?: number } = {},
): Promise<void> {
  for (const step of [1, 2] as const) {
    await fillExpertStep(page, step, region);
    await sendStep(page);
  }
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await fillExpertStep(page, 3);
  await page.getByLabel('Predná strana dokladu').setInputFiles(createScan('predna.png', scanSize));
  await page.getByLabel('Zadná strana dokladu').setInputFiles(createScan('zadna.png', scanSize));
  await page.getByLabel('Súhlasím s podmienkami').check();
}

export async function signIn(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const form = page.getByRole('form', { name: 'Prihlásiť sa' });
  await form.getByLabel('E-mail').fill(email);
  await form.getByLabel('Heslo').fill(password);
  await form.getByRole('button', { name: 'Prihlásiť sa' }).click();
}

/** Lets requests of a page to a path of the API fail with an error. */
export const failWith = (path: string, status: number, code: string) => (page: Page) =>
  page.route(`**/api/v1/${path}`, route =>
    route.fulfill({
      status,
      json: { message: code },
      headers: {
        'access-control-allow-origin': '*',
        'access-control-expose-headers': 'x-error-code, x-request-id',
        'x-error-code': code,
        'x-request-id': '0b5d7c1e-4f7a-4b53-9c3e-5f0d2f1f8a11',
      },
    }),
  );
