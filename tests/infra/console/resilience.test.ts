/**
 * Tests that no page remains blank or outdated, with blocked storage, missing scripts, malformed responses, and states
 * that jobs change.
 */
import { beforeAll, expect } from 'vitest';
import { describe, it, useBrowser } from './browser-fixture.ts';
import { DESKTOP, openPage } from './open-page.ts';
import { failWith, findButton, findLink, signIn } from './page-actions.ts';
import { setToken } from './page-scenarios.ts';
import { createPerson, type Person, TESTIMONY_BODY } from './registered-users.ts';

const fixture = useBrowser();
const { pageUrl } = fixture;
let client: Person;
beforeAll(async () => {
  client = await createPerson(fixture.stack, 'client');
});

const blockStorage = () => {
  const block = {
    get() {
      throw new DOMException('blocked', 'SecurityError');
    },
  };
  Object.defineProperties(globalThis, { localStorage: block, sessionStorage: block });
};
const fillStorage = () => {
  Storage.prototype.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
};

describe.concurrent('browsers that restrict the storage', () => {
  it.each([
    ['blocks', blockStorage],
    ['has no room in', fillStorage],
  ])('a user can sign in and keep drafts in a browser that %s its storage', async (_, prepare) => {
    const { page, context, complaints } = await openPage(fixture.browser, DESKTOP);
    await page.addInitScript(prepare);
    await page.goto(pageUrl());
    await signIn(page, client);
    await page.getByRole('heading', { level: 1, name: 'Posudky' }).waitFor();
    await findLink(page, 'Požiadať o posudok').first().click();
    await page.getByLabel('Parcelné číslo').fill('512/3');
    await findLink(page, 'Účet').click();
    await findButton(page, 'English').click();
    await page.goBack();

    await page.getByRole('button', { name: 'Start over' }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});

it('the header keeps the name and the navigation of the user while the account cannot be loaded', async () => {
  const { page, context } = await fixture.openAs(client, '/');
  await findLink(page, 'Požiadať o posudok').first().waitFor();
  await failWith('me', 500, 'internal')(page);

  await page.reload();
  await page.getByRole('button', { name: 'Skúsiť znova' }).waitFor();

  const header = page.getByRole('banner');
  await header.getByText('Peter Novák').waitFor();
  await header.getByRole('link', { name: 'Účet' }).waitFor();
  expect(await header.getByText('Prihlásiť sa').count()).toBe(0);
  await context.close();
});

describe.concurrent('help on pages without a working script', () => {
  it('a page whose script does not load shows an address for help', async () => {
    const { page, context } = await openPage(fixture.browser, DESKTOP);
    await page.route('**/assets/*.js', route => route.abort());
    await page.goto(pageUrl('/account'));
    // The help is displayed after a delay, which the test skips.
    await page.evaluate(() => document.getAnimations().map(animation => animation.finish()));

    expect(await findLink(page, 'podpora@testimony.example').isVisible()).toBe(true);
    await context.close();
  });

  it('a browser without JavaScript shows an address for help', async () => {
    const { page, context } = await openPage(fixture.browser, DESKTOP, { javaScriptEnabled: false });
    await page.goto(pageUrl());

    expect(await findLink(page, 'podpora@testimony.example').isVisible()).toBe(true);
    await context.close();
  });
});

describe.concurrent('pages that get malformed responses', () => {
  it.each([
    ['a list of null', { data: [null], meta: { next_cursor: null } }, 'Stránku sa nepodarilo zobraziť'],
    ['a list without data', {}, 'Stránku sa nepodarilo zobraziť'],
    ['an empty response', null, 'Posudky'],
  ])('a page with %s shows an error and a way to continue', async (_, json, title) => {
    const { page, context } = await openPage(fixture.browser, DESKTOP);
    await setToken(page, pageUrl(''), client.token);
    const headers = { 'access-control-allow-origin': '*' };
    await page.route('**/api/v1/testimonies*', route => route.fulfill({ json, headers }));
    await page.goto(pageUrl());
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    const wayOn = page.getByRole('button', { name: /Obnoviť stránku|Skúsiť znova/ });
    await wayOn.waitFor();

    await findLink(page, 'Účet').click();
    await page.getByRole('heading', { level: 1, name: 'Profil' }).waitFor();
    await page.goBack();
    await wayOn.waitFor();
    await page.unrouteAll();
    await wayOn.click();
    await findLink(page, 'Požiadať o posudok').first().waitFor();
    await context.close();
  });
});

describe.concurrent('pages whose state a job changes', () => {
  it('the page of a testimony is refreshed until the check of the document has ended', async () => {
    const { id } = await client.api.createTestimony({ body: TESTIMONY_BODY });
    const { page, context } = await openPage(fixture.browser, DESKTOP);
    await setToken(page, pageUrl(''), client.token);
    await page.clock.install();
    let requests = 0;
    await page.route(`**/api/v1/testimonies/${id}`, async route => {
      requests += 1;
      const response = await route.fetch();
      const { data } = await response.json();
      const documentCheck = requests < 3 ? 'pending' : 'ok';
      await route.fulfill({
        response,
        json: { data: { ...data, documentCheck, notes: `${requests}. načítanie` } },
      });
    });
    await page.goto(pageUrl(`/testimonies/${id}`));
    await page.getByText('1. načítanie').waitFor();
    await page.clock.fastForward(2000);
    await page.getByText('2. načítanie').waitFor();
    await page.clock.fastForward(4000);
    await page.getByText('3. načítanie').waitFor();
    await page.clock.fastForward(120_000);

    expect(requests).toBe(3);
    await context.close();
  });

  it('the payment success page automatically checks the payment again after a failure', async () => {
    const { page, context } = await openPage(fixture.browser, DESKTOP);
    await setToken(page, pageUrl(''), client.token);
    await page.clock.install();
    await failWith('testimonies/offers/accept', 500, 'internal')(page);
    await page.goto(pageUrl('/payment/success?sessionId=cs_1'));
    await page.getByRole('heading', { name: 'Platbu sa nepodarilo overiť' }).waitFor();

    await page.unrouteAll();
    await page.clock.fastForward(2000);
    await page.getByRole('heading', { name: 'Platba sa nenašla' }).waitFor();
    await context.close();
  });
});
