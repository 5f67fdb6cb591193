/** Test of the second factor in the console: set-up, login with a code and with a recovery code, removal. */
import { expect } from 'vitest';
import { computeCode } from '../../support/second-factor.ts';
import { it, useBrowser } from './browser-fixture.ts';
import { DESKTOP, openPage } from './open-page.ts';
import { findButton, signIn } from './page-actions.ts';
import { createPerson } from './registered-users.ts';

const fixture = useBrowser();

it('a user switches the second factor on, logs in with codes, and switches it off', async () => {
  const person = await createPerson(fixture.stack, 'client');
  const { page, context } = await openPage(fixture.browser, DESKTOP);
  await page.goto(fixture.pageUrl('/account/security'));
  await signIn(page, person);
  const card = page.locator('.card').filter({ hasText: 'Dvojstupňové overenie' });

  await findButton(page, 'Zapnúť dvojstupňové overenie').click();
  await page.getByLabel('Súčasné heslo', { exact: true }).fill(person.password);
  await page.keyboard.press('Enter');
  const qrCode = page.getByRole('img', { name: 'QR kód pre overovaciu aplikáciu' });
  await qrCode.waitFor();
  expect((await qrCode.locator('path').last().getAttribute('d'))?.length).toBeGreaterThan(1000);
  const secret = await card.locator('code').innerText();
  await card.getByLabel('Overovací kód').fill(computeCode(secret, new Date()));
  await findButton(page, 'Potvrdiť kód').click();
  await page.getByText('Uložte si tieto záložné kódy').waitFor();
  const recoveryCodes = await page
    .getByRole('list', { name: 'Záložné kódy' })
    .locator('code')
    .allInnerTexts();
  expect(recoveryCodes).toHaveLength(10);
  expect((await person.api.showMe()).secondFactor).toBe(true);
  await context.close();

  const login = await openPage(fixture.browser, DESKTOP);
  const other = login.page;
  await other.goto(fixture.pageUrl('/account/security'));
  await signIn(other, person);
  const code = other.locator('form').filter({ hasText: 'Heslo' }).first().getByLabel('Overovací kód');
  await code.waitFor();
  await expect.poll(() => code.evaluate(field => field === document.activeElement)).toBe(true);
  await code.fill('000000');
  await other.keyboard.press('Enter');
  await other.getByText('Kód nie je správny alebo už bol použitý.').waitFor();
  await code.fill(recoveryCodes[0] ?? '');
  await other.keyboard.press('Enter');

  await findButton(other, 'Vypnúť dvojstupňové overenie').click();
  await other.getByLabel('Súčasné heslo', { exact: true }).fill(person.password);
  await other.getByLabel('Overovací kód').fill(recoveryCodes[1] ?? '');
  await other.keyboard.press('Enter');
  await findButton(other, 'Zapnúť dvojstupňové overenie').waitFor();
  await login.context.close();
});
