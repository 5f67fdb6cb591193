/** Every page of the console, with who sees it and something on it. */
import type { Page } from 'playwright-core';
import type { Stack } from '../local/stack.ts';
import { aPerson, linkIn, ORDER, PDF, type Person, pay } from './people.ts';

export interface Scene {
  readonly name: string;
  readonly path: string;
  readonly as?: Person;
  /** What is done there before one looks. */
  readonly act?: (page: Page) => Promise<unknown>;
}

const send = (page: Page, form: string) =>
  page.getByRole('form', { name: form }).locator('button[type=submit]').click();

export async function scenes(stack: Stack): Promise<Scene[]> {
  const [client, expert, other, poor] = await Promise.all([
    aPerson(stack, 'client'),
    aPerson(stack, 'expert'),
    aPerson(stack, 'expert', { firstName: 'Milan', lastName: 'Horváth', registrationNumber: '913 001' }),
    aPerson(stack, 'client', { firstName: 'Eva', lastName: 'Malá' }),
  ]);
  const [pending, offered, accepted, completed, cancelled] = await Promise.all(
    Array.from({ length: 5 }, async () => (await client.api.createTestimony({ body: ORDER })).id),
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
      .then(({ id }) => pay(client, id)),
    expert.api
      .createOffer({ path: { id: completed }, body: { price: 180, daysToComplete: 5 } })
      .then(({ id }) => pay(client, id)),
  ]);
  const document = new File([PDF], 'posudok.pdf', { type: 'application/pdf' });
  await expert.api.completeTestimony({ path: { id: completed }, body: { document } });
  await client.api.sendPasswordReset({ body: { email: poor.email } });
  const reset = await linkIn(stack, poor.email, /(\/reset-password\?\S+)/);

  return [
    { name: 'home', path: '/' },
    { name: 'sign-in-refused', path: '/', act: page => send(page, 'Prihlásiť sa') },
    { name: 'register-client', path: '/register/client' },
    { name: 'register-expert', path: '/register/expert' },
    {
      name: 'register-expert-refused',
      path: '/register/expert',
      act: page => send(page, 'Registrácia znalca'),
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
    { name: 'testimonies-empty', path: '/', as: poor },
    { name: 'testimonies', path: '/', as: client },
    { name: 'new-testimony', path: '/testimonies/new', as: client },
    { name: 'testimony-pending', path: `/testimonies/${pending}`, as: client },
    { name: 'testimony-offered', path: `/testimonies/${offered}`, as: client },
    {
      name: 'testimony-cancelling',
      path: `/testimonies/${offered}`,
      as: client,
      act: page => page.getByRole('button', { name: 'Zrušiť posudok' }).click(),
    },
    { name: 'checkout', path: `/testimonies/${offered}/checkout/${offer.id}`, as: client },
    { name: 'testimony-accepted', path: `/testimonies/${accepted}`, as: client },
    { name: 'testimony-completed', path: `/testimonies/${completed}`, as: client },
    { name: 'testimony-cancelled', path: `/testimonies/${cancelled}`, as: client },
    { name: 'profile', path: '/account', as: expert },
    { name: 'security', path: '/account/security', as: expert },
    { name: 'devices', path: '/account/devices', as: client },
    { name: 'verification', path: '/account/verification', as: expert },
    { name: 'close', path: '/account/close', as: client },
    { name: 'payment-account-again', path: '/payment-account/again', as: expert },
    { name: 'expert-work', path: '/', as: expert },
    { name: 'offerable', path: '/offerable', as: expert },
    { name: 'expert-offering', path: `/testimonies/${pending}`, as: expert },
    { name: 'expert-offered', path: `/testimonies/${offered}`, as: expert },
    { name: 'expert-delivering', path: `/testimonies/${accepted}`, as: expert },
    {
      name: 'developer',
      path: '/',
      as: client,
      act: async page => {
        await page.getByRole('button', { name: 'Pre vývojárov' }).click();
        await page.locator('.exchanges summary').first().click();
      },
    },
  ];
}

/** Opens a scene in a page that is nobody's, or somebody else's. */
export async function open(page: Page, endpoint: string, { path, as, act }: Scene): Promise<void> {
  if (!page.url().startsWith(endpoint)) await page.goto(`${endpoint}/icon.svg`);
  await page.evaluate(token => {
    sessionStorage.clear();
    if (token) sessionStorage.setItem('token', token);
  }, as?.token);
  await page.goto(`${endpoint}${path}`);
  await page
    .locator('h1')
    .waitFor()
    .catch(async error => {
      throw new Error(`${path} shows ${await page.locator('body').innerHTML()}`, { cause: error });
    });
  await page.locator('.loading').waitFor({ state: 'detached' });
  await act?.(page);
  if (act) await page.locator('[role=alert], dialog, .drawer').first().waitFor();
}
