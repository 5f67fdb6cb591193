/** Test that small files which exhaust a decoder do not end the local stack (infra/decisions/0025-document-check.md). */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createPng, expertBody } from '../../support/builders.ts';
import { HOSTILE_IMAGES } from '../../support/hostile-files.ts';
import { filterRunning, type Stack, startStack } from './start-stack.ts';

const MINUTES = 60_000;
const DATA_DIR = mkdtempSync(join(tmpdir(), 'hostile-files-'));
const started: Stack[] = [];

/** Starts a stack with the kept data. */
async function start(): Promise<Stack> {
  const stack = await startStack({ DATA_DIR, MALWARE_SCAN: 'false', LOG_FORMAT: 'json' });
  started.push(stack);
  await stack.ready();
  return stack;
}

async function stop(stack: Stack): Promise<void> {
  if (filterRunning([stack.pid]).length > 0) process.kill(-stack.pid, 'SIGTERM');
  await stack.ended;
}

afterAll(async () => {
  await Promise.all(started.map(stop));
  rmSync(DATA_DIR, { recursive: true });
});

/** Counts the checks of scans with this event in the log. */
const countChecks = (stack: Stack, event: string): number =>
  stack
    .output()
    .split('\n')
    .filter(line => line.includes(`"${event}"`) && line.includes('"check-scans"')).length;

it('the API answers while it checks hostile scans, and after a restart with the kept data', {
  timeout: 4 * MINUTES,
}, async () => {
  const stack = await start();
  const getHealth = async ({ url }: Stack) => (await fetch(`${url}/health`)).status;
  for (const [name, build] of HOSTILE_IMAGES) {
    const scans = {
      verificationDocumentFront: new Blob([new Uint8Array(build())]),
      verificationDocumentBack: createPng(),
    };
    const body = expertBody(scans);
    const response = await fetch(`${stack.url}/auth/register/expert`, { method: 'POST', body });
    expect(response.status, name).toBe(201);
  }

  while (countChecks(stack, 'job.done') < HOSTILE_IMAGES.length)
    expect(await getHealth(stack), stack.output()).toBe(200);

  expect(countChecks(stack, 'job.inspected')).toBe(HOSTILE_IMAGES.length);
  expect(stack.output()).not.toMatch(/job\.(postponed|dead)/);
  await stop(stack);
  const restarted = await start();
  expect(await getHealth(restarted)).toBe(200);
});
