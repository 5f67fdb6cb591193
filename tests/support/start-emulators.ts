/** Global setup that starts the emulators once. Every test uses its own table, bucket and e-mail addresses. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmulators } from '../../infra/local/emulators.ts';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { stop, ...endpoints } = await startEmulators();
  const scratch = mkdtempSync(join(tmpdir(), 'tests-'));
  project.provide('emulators', endpoints);
  project.provide('scratch', scratch);
  return async () => {
    rmSync(scratch, { recursive: true });
    await stop();
  };
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder that all test workers share. The folder is deleted after the test run. */
    scratch: string;
    emulators: { dynamodb: string; s3: string; ses: string; dns: string; turnstile: string; stripe: string };
  }
}
