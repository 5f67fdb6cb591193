/**
 * Tests that files which exhaust a decoder or exceed a limit do not end the local stack
 * (infra/decisions/0025-document-check.md).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MINUTE } from '../../../lib/durations.ts';
import { createJpeg, createPng, expertBody, type Fields } from '../../support/builders.ts';
import { HOSTILE_IMAGES } from '../../support/hostile-files.ts';
import { filterRunning, type Stack, startStack } from './start-stack.ts';

const DATA_DIR = mkdtempSync(join(tmpdir(), 'hostile-files-'));
let stack: Stack;

/** Starts a stack with the data that earlier stacks of this test have stored. */
async function start(): Promise<void> {
  stack = await startStack({
    DATA_DIR,
    MALWARE_SCAN: 'false',
    LOG_FORMAT: 'json',
    PLATFORM_LIMITS: 'aws',
  });
  await stack.ready();
}

async function stop(): Promise<void> {
  if (filterRunning([stack.pid]).length > 0) process.kill(-stack.pid, 'SIGTERM');
  await stack.ended;
}

beforeAll(start, 4 * MINUTE);

afterAll(async () => {
  await stop();
  rmSync(DATA_DIR, { recursive: true });
});

const register = (scans: Fields) =>
  fetch(`${stack.url}/auth/register/expert`, { method: 'POST', body: expertBody(scans) });

const getHealth = async () => (await fetch(`${stack.url}/health`)).status;

/** Counts the log lines with this event about checks of scans. */
const countChecks = (event: string): number =>
  stack
    .output()
    .split('\n')
    .filter(line => line.includes(`"${event}"`) && line.includes('"check-scans"')).length;

it('the local stack returns 413 for a body over the size limit of AWS when PLATFORM_LIMITS is aws', async () => {
  const response = await register({ verificationDocumentFront: createJpeg(5_000_000) });

  expect([response.status, Object.keys((await response.json()) as object)]).toEqual([413, ['message']]);
});

it('the API responds while hostile scans are checked, and after a restart of the stack with the same data', {
  timeout: 4 * MINUTE,
}, async () => {
  for (const [name, build] of HOSTILE_IMAGES) {
    const response = await register({
      verificationDocumentFront: new Blob([new Uint8Array(build())]),
      verificationDocumentBack: createPng(),
    });
    expect(response.status, name).toBe(201);
  }

  const answers = new Set<number>();
  const countDone = async () => {
    answers.add(await getHealth().catch(() => 0));
    return countChecks('job.done');
  };
  await expect.poll(countDone, { timeout: 4 * MINUTE, interval: 100 }).toBe(HOSTILE_IMAGES.length);

  expect([...answers], stack.output()).toEqual([200]);
  expect(countChecks('job.inspected')).toBe(HOSTILE_IMAGES.length);
  expect(stack.output()).not.toMatch(/job\.(postponed|dead)/);
  await stop();
  await start();
  expect(await getHealth()).toBe(200);
});
