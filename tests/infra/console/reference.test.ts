/** Tests of the API reference in a browser (infra/decisions/0033-reference-page.md). */
import { expect } from 'vitest';
import { describe, it, useBrowser } from './browser-fixture.ts';
import { DESKTOP, findViolations, injectAxe, openPage, PHONE } from './open-page.ts';
import {
  findSendButton,
  getShownPart,
  openReference,
  openRequest,
  REFERENCE_SCENARIOS,
  searchReference,
} from './reference-scenarios.ts';

const fixture = useBrowser();
const [START] = REFERENCE_SCENARIOS;
const startScenario = START ?? { name: 'reference', fragment: '' };

/**
 * Message in the browser's console when Scalar's schema library tests whether it may compile code. The content security
 * policy forbids this, so the library works without compiling.
 */
const EVAL_PROBE = 'blocked: eval';

async function registerClient(): Promise<string> {
  const response = await fetch(`${fixture.stack.url}/auth/register/client`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email: 'eva.referencia@klienti.sk',
      password: 'Tajne heslo 3',
      passwordConfirmation: 'Tajne heslo 3',
      termsAgreed: true,
    }),
  });
  return ((await response.json()) as { data: { token: string } }).data.token;
}

describe.concurrent('API reference in a browser', () => {
  it('the API reference contacts only its own server and does not store the token that a reader enters', async () => {
    const token = await registerClient();
    const { page, context, complaints } = await openPage(fixture.browser, DESKTOP);
    const requested: string[] = [];
    page.on('request', request => requested.push(request.url()));
    await page.addInitScript(() => {
      addEventListener('securitypolicyviolation', event => console.error(`blocked: ${event.blockedURI}`));
    });
    await openReference(page, fixture.stack.url, startScenario);

    expect(await page.locator('h1').textContent()).toContain('Trhovisko posudkov API');
    expect(await page.getByText('This page documents the local stack').isVisible()).toBe(true);
    await searchReference(page, 'Send a request twice');
    await page
      .getByRole('option', { name: /send a request twice/ })
      .first()
      .click();
    await page.getByText('Make a random key for each action').waitFor();
    const operation = 'Show the account';
    await searchReference(page, operation);
    await page.getByRole('option').first().getByText(operation).waitFor();
    await page.keyboard.press('Enter'); // opens the first result
    await page.waitForURL(/GET\/api\/v1\/me$/);
    await openRequest(page);
    await page.getByRole('dialog').getByLabel('Bearer Token').fill(token);
    const answered = page.waitForResponse(response => response.url().endsWith('/api/v1/me'));
    await findSendButton(page).click();
    expect((await answered).status()).toBe(200);
    await page.getByText('eva.referencia@klienti.sk').first().waitFor();

    const stored = () => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    const [, secret = ''] = token.split('|');
    expect(await stored()).not.toContain(secret);
    expect(listOrigins(requested)).toEqual([new URL(fixture.stack.url).origin]);
    expect(complaints.filter(complaint => complaint !== EVAL_PROBE)).toEqual([]);
    const away = await page
      .locator('a[href^="http"]:visible')
      .evaluateAll(links => links.map(link => (link as HTMLAnchorElement).host));
    // The statuses of responses link to explanations at developer.mozilla.org.
    const known = [new URL(fixture.stack.url).host, 'developer.mozilla.org'];
    expect(away.filter(host => !known.includes(host))).toEqual([]);

    await page.reload();
    await page.locator('h1').waitFor();
    expect(await page.content()).not.toContain(secret);
    await context.close();
  });

  it('the API reference fits on a phone and is accessible', async () => {
    const { page, context } = await openPage(fixture.browser, PHONE);
    await injectAxe(page);
    const found: string[] = [];
    for (const scenario of REFERENCE_SCENARIOS) {
      await openReference(page, fixture.stack.url, scenario);
      const violations = await findViolations(page, getShownPart(scenario));
      found.push(...violations.map(violation => `${scenario.name}: ${violation}`));
    }

    expect(found).toEqual([]);
    await context.close();
  }, 120_000);
});

/** Lists the different origins of URLs, without embedded data. */
const listOrigins = (urls: readonly string[]): string[] => [
  ...new Set(urls.filter(url => /^(https?|wss?):/.test(url)).map(url => new URL(url).origin)),
];
