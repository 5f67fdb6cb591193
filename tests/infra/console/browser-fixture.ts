/** Fixture of the browser tests: a running stack and a browser, shared by the tests of one file. */
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
  /** Returns the URL of a page of the console. */
  pageUrl(path?: string): string;
}

/** Starts a stack and a browser before the first test of a file and stops them after the last one. */
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
