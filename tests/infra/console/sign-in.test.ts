/** Tests of the session in the console, the password reset and the developer panel. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { it, useBrowser } from './browser-fixture.ts';
import { DESKTOP, openPage, PHONE } from './open-page.ts';
import { findButton, findLink, signIn } from './page-actions.ts';
import { createPerson, waitForMailText } from './registered-users.ts';

const fixture = useBrowser();
const { pageUrl } = fixture;
const getHeading = (page: Page) => page.getByRole('heading', { level: 1 });

it.concurrent('the console shows the page of a signed-in user even if the response arrives before the first frame', async () => {
  const client = await createPerson(fixture.stack, 'client');
  const user = await client.api.showMe();
  const { page, context } = await openPage(fixture.browser, DESKTOP);
  await page.goto(pageUrl('/icon.svg'));
  await page.evaluate(token => sessionStorage.setItem('token', token), client.token);
  // Suppresses animation frames and delays timers, so that the response arrives before any code that waits for a frame.
  await page.addInitScript(() => {
    const { setTimeout } = globalThis;
    Object.assign(globalThis, {
      requestAnimationFrame: () => 0,
      setTimeout: (act: () => void, after = 0) => setTimeout(act, after + 1000),
    });
  });
  await context.route('**/api/v1/me', route =>
    route.fulfill({ json: { data: user }, headers: { 'access-control-allow-origin': '*' } }),
  );
  await page.goto(pageUrl());

  await getHeading(page).getByText('Posudky').waitFor({ timeout: 10_000 });
  await context.close();
});

it.concurrent('the requested page opens after a user with a revoked token has signed in again', async () => {
  const client = await createPerson(fixture.stack, 'client');
  const { page, context } = await openPage(fixture.browser, DESKTOP);
  await page.goto(pageUrl('/account'));
  await signIn(page, client);
  await getHeading(page).getByText('Profil').waitFor();
  const [session] = (await client.api.listTokens()).filter(({ current }) => !current);
  await client.api.revokeToken({ path: { id: session?.id ?? '' } });

  await findLink(page, 'Zariadenia').click();
  await page.getByText('Vaše prihlásenie skončilo.').waitFor();
  await signIn(page, client);

  await page.getByText('toto zariadenie').waitFor();
  await context.close();
});

it.concurrent('the page for a new password sets the password and hides the token in the address bar', async () => {
  const client = await createPerson(fixture.stack, 'client');
  const { page, context } = await openPage(fixture.browser, PHONE);
  await page.goto(pageUrl('/forgotten-password'));
  await page.getByLabel('E-mail').fill(client.email);
  await findButton(page, 'Poslať odkaz').click();
  await page.goto(pageUrl(await waitForMailText(fixture.stack, client.email, /(\/reset-password\?\S+)/)));
  await page.getByRole('textbox', { name: 'Nové heslo' }).fill('Iné heslo 2');
  expect(new URL(page.url()).search).toBe('');

  await findButton(page, 'Zmeniť heslo').click();
  await page.getByText('Heslo je zmenené.').waitFor();
  await findLink(page, 'Prihlásiť sa').last().click();
  await signIn(page, { email: client.email, password: 'Iné heslo 2' });
  await getHeading(page).getByText('Posudky').waitFor();
  await context.close();
});
