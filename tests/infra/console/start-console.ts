/** Global setup of the tests of the console: starts one local stack and one browser for all test files. */
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { THIS_MACHINE } from '../../../infra/local/executables.ts';
import { launchFirst, launchIfInstalled, listLaunchOptions } from '../../support/launch-browser.ts';
import { type StackAddresses, startStack } from '../local/start-stack.ts';

/** Endpoint of the browser server, and addresses of the local stack. */
export interface ConsoleEnvironment {
  readonly browser: string;
  readonly stack: StackAddresses;
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const candidates = await listLaunchOptions(THIS_MACHINE);
  const browser = await launchIfInstalled(
    () => launchFirst(candidates, options => chromium.launchServer(options)),
    process.env,
    console.warn,
  );
  project.provide('console', undefined);
  if (!browser) return async () => {};

  const stack = await startStack();
  const close = async () => {
    process.kill(-stack.pid, 'SIGINT');
    await Promise.all([browser.close(), stack.ended]);
  };
  try {
    await stack.ready();
  } catch (error) {
    await close();
    throw error;
  }
  const { url, inbox, console: consoleUrl } = stack;
  project.provide('console', { browser: browser.wsEndpoint(), stack: { url, inbox, console: consoleUrl } });
  return close;
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** Environment of the browser tests; undefined on a machine without a browser. */
    console: ConsoleEnvironment | undefined;
  }
}
