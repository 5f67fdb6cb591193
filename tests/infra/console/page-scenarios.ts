/** Scenarios that show every page of the console: path, signed-in user and preparation. */
import type { Page } from 'playwright-core';
import type { StackAddresses } from '../local/start-stack.ts';
import {
  createPerson,
  PDF,
  type Person,
  payOffer,
  TESTIMONY_BODY,
  waitForMailText,
} from './registered-users.ts';

export interface PageScenario {
  readonly name: string;
  readonly path: string;
  readonly user?: Person;
  /** Prepares the browser tab before it loads the page, for example with responses that replace those of the API. */
  readonly beforeLoad?: (page: Page) => Promise<unknown>;
  readonly isLoading?: boolean;
  /** Brings the loaded page into the state that the scenario shows. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

async function submitForm(page: Page, form: string): Promise<void> {
  await page.getByRole('form', { name: form }).locator('button[type=submit]').first().click();
  await page.locator('.message').first().waitFor();
}

export async function createPageScenarios(stack: StackAddresses): Promise<PageScenario[]> {
  const [client, expert, other, newClient] = await Promise.all([
    createPerson(stack, 'client'),
    createPerson(stack, 'expert'),
    createPerson(stack, 'expert', { firstName: 'Milan', lastName: 'Horváth', registrationNumber: '913 001' }),
    createPerson(stack, 'client', { firstName: 'Eva', lastName: 'Malá' }),
  ]);
  const [pending, offered, accepted, completed, cancelled] = await Promise.all(
    Array.from({ length: 5 }, async () => (await client.api.createTestimony({ body: TESTIMONY_BODY })).id),
  );
  if (!pending || !offered || !accepted || !completed || !cancelled)
    throw new Error('testimonies are missing');
  const note = 'Obhliadka možná už v utorok.';
  const [offer] = await Promise.all([
    expert.api.createOffer({ path: { id: offered }, body: { price: 249.9, daysToComplete: 7, note } }),
    other.api.createOffer({ path: { id: offered }, body: { price: 219, daysToComplete: 14 } }),
    client.api.cancelTestimony({ path: { id: cancelled }, body: { reason: 'Predávam inak.' } }),
    expert.api
      .createOffer({ path: { id: accepted }, body: { price: 180, daysToComplete: 5 } })
      .then(({ id }) => payOffer(client, id)),
    expert.api
      .createOffer({ path: { id: completed }, body: { price: 180, daysToComplete: 5 } })
      .then(({ id }) => payOffer(client, id)),
  ]);
  const document = new File([PDF], 'posudok.pdf', { type: 'application/pdf' });
  await expert.api.completeTestimony({ path: { id: completed }, body: { document } });
  await client.api.sendPasswordReset({ body: { email: newClient.email } });
  const reset = await waitForMailText(stack, newClient.email, /(\/reset-password\?\S+)/);

  return [
    { name: 'home', path: '/' },
    { name: 'sign-in-refused', path: '/', prepare: page => submitForm(page, 'Prihlásiť sa') },
    { name: 'register-client', path: '/register/client' },
    { name: 'register-expert', path: '/register/expert' },
    {
      name: 'register-expert-refused',
      path: '/register/expert',
      prepare: page => submitForm(page, 'Zaregistrovať sa ako znalec'),
    },
    { name: 'forgotten-password', path: '/forgotten-password' },
    {
      name: 'verify-email',
      path: `/verify-email?url=${encodeURIComponent(`${stack.url}/auth/email/verify/a/b`)}`,
    },
    { name: 'verify-email-foreign', path: '/verify-email?url=https://elsewhere.example/' },
    { name: 'reset-password', path: reset },
    { name: 'payment-unknown', path: '/payment/success?sessionId=' },
    { name: 'payment-account-done', path: '/payment-account/done' },
    { name: 'not-found', path: '/nowhere' },
    { name: 'testimony-signed-out', path: `/testimonies/${pending}` },
    { name: 'testimonies-empty', path: '/', user: newClient },
    { name: 'testimonies', path: '/', user: client },
    { name: 'new-testimony', path: '/testimonies/new', user: client },
    { name: 'testimony-pending', path: `/testimonies/${pending}`, user: client },
    { name: 'testimony-offered', path: `/testimonies/${offered}`, user: client },
    {
      name: 'testimony-cancelling',
      path: `/testimonies/${offered}`,
      user: client,
      prepare: page => page.getByRole('button', { name: 'Zrušiť posudok' }).click(),
    },
    { name: 'checkout', path: `/testimonies/${offered}/checkout/${offer.id}`, user: client },
    { name: 'testimony-accepted', path: `/testimonies/${accepted}`, user: client },
    { name: 'testimony-completed', path: `/testimonies/${completed}`, user: client },
    { name: 'testimony-cancelled', path: `/testimonies/${cancelled}`, user: client },
    { name: 'profile', path: '/account', user: expert },
    { name: 'security', path: '/account/security', user: expert },
    { name: 'devices', path: '/account/devices', user: client },
    { name: 'verification', path: '/account/verification', user: expert },
    { name: 'payouts', path: '/account/payouts', user: expert },
    { name: 'close', path: '/account/close', user: client },
    { name: 'payment-account-again', path: '/payment-account/again', user: expert },
    { name: 'expert-work', path: '/', user: expert },
    { name: 'offerable', path: '/offerable', user: expert },
    { name: 'expert-offering', path: `/testimonies/${pending}`, user: expert },
    { name: 'expert-offered', path: `/testimonies/${offered}`, user: expert },
    { name: 'expert-delivering', path: `/testimonies/${accepted}`, user: expert },
    {
      name: 'developer',
      path: '/account/close',
      user: client,
      prepare: async page => {
        await page.getByRole('button', { name: 'Pre vývojárov' }).click();
        await page.locator('.exchanges summary').first().click();
      },
    },
  ];
}

/** Deletes all session data of the tab, and then stores the token, if there is one. */
export async function setToken(page: Page, endpoint: string, token: string | undefined): Promise<void> {
  if (!page.url().startsWith(endpoint)) await page.goto(`${endpoint}/icon.svg`);
  await page.evaluate(value => {
    sessionStorage.clear();
    if (value) sessionStorage.setItem('token', value);
  }, token);
}

/** Opens a scenario in a browser tab, with the token of the scenario's user instead of an earlier user's token. */
export async function openScenario(
  page: Page,
  endpoint: string,
  { path, user, beforeLoad, isLoading, prepare }: PageScenario,
): Promise<void> {
  await setToken(page, endpoint, user?.token);
  await page.unrouteAll();
  await beforeLoad?.(page);
  await page.goto(`${endpoint}${path}`, { waitUntil: 'commit' });
  // While the script loads, the document has another heading outside `main`, which is visible after three seconds.
  await page
    .locator('main h1')
    .waitFor()
    .catch(async error => {
      throw new Error(`${path} shows ${await page.locator('body').innerHTML()}`, { cause: error });
    });
  await page.locator('.loading').waitFor({ state: isLoading ? 'visible' : 'detached' });
  await prepare?.(page);
  // A dialog or message that the last action has opened is rendered in the next frame.
  await page.evaluate(
    () => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}
