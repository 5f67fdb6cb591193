/** Fixture of the browser tests: the stack and the browser of the test run (tests/support/start-console.ts). */
import { type Browser, chromium } from 'playwright-core';
import * as vitest from 'vitest';
import type { StackAddresses } from '../local/start-stack.ts';

const { afterAll, beforeAll, inject } = vitest;

const environment = inject('console');

/** Vitest's `describe` and `it`, which skip their tests on a machine without a browser. */
export const describe = vitest.describe.skipIf(!environment);
export const it = vitest.it.skipIf(!environment);

export interface BrowserFixture {
  readonly stack: StackAddresses;
  readonly browser: Browser;
  /** Returns the URL of a page of the console. */
  pageUrl(path?: string): string;
}

/** Connects to the browser before the first test of a file, and closes the pages of the file after the last one. */
export function useBrowser(): BrowserFixture {
  const fixture: { browser?: Browser } = {};
  beforeAll(async () => {
    if (environment) fixture.browser = await chromium.connect(environment.browser);
  });
  afterAll(() => fixture.browser?.close());
  return Object.assign(fixture, {
    stack: environment?.stack,
    pageUrl: (path = '/') => `${environment?.stack.console}${path}`,
  }) as BrowserFixture;
}
