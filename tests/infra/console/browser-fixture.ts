/** What the tests of one file share: a running stack, and a browser. */
import type { Browser } from 'playwright-core';
import * as vitest from 'vitest';
import { openBrowser } from '../../support/launch-browser.ts';
import { type Stack, startStack } from '../local/start-stack.ts';

const { afterAll, beforeAll } = vitest;

/** Vitest's `describe` and `it`, which skip their tests on a machine without a browser. */
export const describe = vitest.describe.skipIf(!vitest.inject('hasBrowser'));
export const it = vitest.it.skipIf(!vitest.inject('hasBrowser'));

export interface BrowserFixture {
  readonly stack: Stack;
  readonly browser: Browser;
  /** The address of a page. */
  pageUrl(path?: string): string;
}

/** Filled before the first test. */
export function useBrowser(): BrowserFixture {
  const setting: { stack?: Stack; browser?: Browser } = {};
  beforeAll(async () => {
    const [stack, browser] = await Promise.all([startStack(), openBrowser()]);
    Object.assign(setting, { stack, browser });
    await stack.ready();
  }, 240_000);
  afterAll(async () => {
    await setting.browser?.close();
    if (setting.stack) process.kill(-setting.stack.pid, 'SIGINT');
    await setting.stack?.ended;
  }, 60_000);
  return Object.assign(setting, {
    pageUrl: (path = '/') => `${setting.stack?.console}${path}`,
  }) as BrowserFixture;
}
