/** Starts the emulators once for all tests; every test has a table, a bucket and addresses of its own. */
import type { TestProject } from 'vitest/node';
import { startEmulators } from '../../infra/local/emulators.ts';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { stop, ...endpoints } = await startEmulators();
  project.provide('emulators', endpoints);
  return stop;
}

declare module 'vitest' {
  export interface ProvidedContext {
    emulators: { dynamodb: string; s3: string; ses: string; dns: string; turnstile: string; stripe: string };
  }
}
