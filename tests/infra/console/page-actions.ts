/** Actions on the console's pages that find elements by visible labels, names and buttons. */
import type { Page } from 'playwright-core';
import { PASSWORD, uniquePhone } from '../../support/builders.ts';
import { PIXEL_PNG } from './registered-users.ts';

export const findButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const findLink = (page: Page, name: string) => page.getByRole('link', { name });

/** Text fields of the expert registration form except the e-mail, in the form's order: label and value. */
export const EXPERT_FIELDS = [
  ['Telefón', uniquePhone],
  ['Heslo', () => PASSWORD],
  ['Heslo ešte raz', () => PASSWORD],
  ['Meno', () => 'Jana'],
  ['Priezvisko', () => 'Kováčová'],
  ['Deň', () => '29'],
  ['Rok', () => '1980'],
  ['Ulica a číslo', () => 'Hlavná 1'],
  ['Doplnok adresy', () => '2. poschodie'],
  ['Mesto alebo obec', () => 'Košice'],
  ['PSČ', () => '040 01'],
  ['Registračné číslo znalca', () => '914 567'],
  ['DIČ', () => '2020123456'],
  ['IBAN', () => 'SK31 1200 0000 1987 4263 7541'],
] as const;

export const createScan = (name: string, size = PIXEL_PNG.length) => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.concat([PIXEL_PNG, Buffer.alloc(Math.max(0, size - PIXEL_PNG.length))]),
});

/** Fills in the expert registration form without sending it. */
export async function fillExpertForm(page: Page, email: string, scanSize?: number): Promise<void> {
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  for (const [label, value] of EXPERT_FIELDS) await page.getByLabel(label, { exact: true }).fill(value());
  await page.getByLabel('Mesiac').selectOption({ label: 'február' });
  await page.getByRole('checkbox', { name: 'Košický kraj' }).check();
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
