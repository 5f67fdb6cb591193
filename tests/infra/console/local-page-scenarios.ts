/** Pages of the local stack outside the console: front page, inbox, and the pages of the payment provider. */
import type { Page } from 'playwright-core';
import type { StackAddresses } from '../local/start-stack.ts';
import { createPerson } from './registered-users.ts';
import { createPaidSale, createSale } from './sales.ts';

export interface LocalPageScenario {
  readonly name: string;
  readonly url: string;
  /** Brings the loaded page into the state that the scenario shows. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

export async function createLocalPageScenarios(stack: StackAddresses): Promise<LocalPageScenario[]> {
  const [client, expert] = await Promise.all([createPerson(stack, 'client'), createPerson(stack, 'expert')]);
  const open = await createSale({ client, expert });
  const paid = await createPaidSale({ client, expert });
  const { origin } = new URL(stack.url);
  const openNewestMail = async (page: Page) => {
    await page.locator('nav a').first().click();
    await page.locator('article h2').waitFor();
  };
  return [
    { name: 'front-page', url: origin },
    { name: 'sample-terms', url: `${origin}/terms` },
    { name: 'inbox', url: stack.inbox },
    { name: 'inbox-mail', url: stack.inbox, prepare: openNewestMail },
    { name: 'payment-page', url: open.paymentPage },
    { name: 'payment-page-paid', url: paid.paymentPage },
  ];
}

export async function openLocalPage(page: Page, { url, prepare }: LocalPageScenario): Promise<void> {
  await page.goto(url);
  await prepare?.(page);
  await page.evaluate(() => document.fonts.ready.then(() => true));
}
