/** Fixture of the browser tests: the stack and the browser of the test run (tests/infra/console/start-console.ts). */
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import * as vitest from 'vitest';
import type { StackAddresses } from '../local/start-stack.ts';
import { DESKTOP, type OpenPage, openPage, type PageAppearance } from './open-page.ts';
import { setToken } from './page-scenarios.ts';
import type { ConsoleEnvironment } from './start-console.ts';

const { afterAll, afterEach, beforeAll, inject } = vitest;

const environment: ConsoleEnvironment | undefined = inject('console');

/** Vitest's `describe` and `it`, which skip their tests on a machine without a browser. */
export const describe = vitest.describe.skipIf(!environment);
export const it = vitest.it.skipIf(!environment);

export interface BrowserFixture {
  readonly stack: StackAddresses;
  readonly browser: Browser;
  pageUrl(path?: string): string;
  /** Opens a page of the console in a new browser context, signed in with a token. */
  openAs(person: { token: string }, path: string, appearance?: PageAppearance): Promise<OpenPage>;
}

/** Connects to the browser before the first test of a file, and closes the pages of the file after the last one. */
export function useBrowser(): BrowserFixture {
  const fixture: { browser?: Browser } = {};
  beforeAll(async () => {
    if (environment) fixture.browser = await chromium.connect(environment.browser);
  });
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return;
    // Vitest prints the errors of a test only when its last try has failed.
    console.error(task.result.errors?.map(({ message }) => message).join('\n'));
    await printOpenPages(fixture.browser?.contexts() ?? []);
  });
  afterAll(() => fixture.browser?.close());
  const pageUrl = (path = '/') => `${environment?.stack.console}${path}`;
  return Object.assign(fixture, {
    stack: environment?.stack,
    pageUrl,
    async openAs({ token }: { token: string }, path: string, appearance = DESKTOP) {
      if (!fixture.browser) throw new Error('The browser is not connected yet.');
      const opened = await openPage(fixture.browser, appearance);
      await setToken(opened.page, pageUrl(''), token);
      await opened.page.goto(pageUrl(path));
      return opened;
    },
  }) as BrowserFixture;
}

/** Prints the text of all open pages, including the page of the test that has failed. */
async function printOpenPages(contexts: readonly BrowserContext[]): Promise<void> {
  for (const page of contexts.flatMap(context => context.pages())) {
    const text = await page.locator('body').innerText({ timeout: 5000 });
    console.error(`Open when a test failed: ${page.url()}\n${text}`);
  }
}
