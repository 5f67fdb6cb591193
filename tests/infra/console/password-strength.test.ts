/** Tests of the strength of a chosen password in the console (infra/decisions/0027-password-strength.md). */
import { expect } from 'vitest';
import { it, useBrowser } from './browser-fixture.ts';
import { DESKTOP, findViolations, openPage } from './open-page.ts';

const fixture = useBrowser();

it('the registration page loads the password estimator only when a password is typed', async () => {
  const { page, context } = await openPage(fixture.browser, DESKTOP);
  const scripts: string[] = [];
  page.on('request', request => {
    if (request.url().includes('estimate-password')) scripts.push(request.url());
  });
  await page.goto(fixture.pageUrl('/register/client'));
  const password = page.locator('input[name=password]');
  await password.waitFor();
  expect(scripts).toEqual([]);

  await password.pressSequentially('heslo123');
  await page.getByText('Slabé heslo.').waitFor();
  expect(scripts).toHaveLength(1);
  expect(await findViolations(page)).toEqual([]);
  await password.fill('vRu8-pLq3-xTz9-mWe2');
  await page.getByText('Silné heslo.').waitFor();
  await password.fill('');
  await page.getByRole('meter').waitFor({ state: 'detached' });
  await context.close();
});
