/** What the tests of one file share: a running stack, and a browser. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { type Stack, startStack } from '../local/stack.ts';
import { openBrowser } from './browser.ts';

export interface Setting {
  readonly stack: Stack;
  readonly browser: Browser;
  /** The address of a page. */
  at(path?: string): string;
}

/** Filled before the first test. */
export function aSetting(): Setting {
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
  return Object.assign(setting, { at: (path = '/') => `${setting.stack?.console}${path}` }) as Setting;
}
