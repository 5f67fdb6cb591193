/**
 * Runner for the situations in partners.md. It pastes the functions of the page into a shell, as a partner does, then
 * the commands of a situation, and checks the results.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, vi } from 'vitest';
import { startStripe } from '../../../infra/local/stripe/server.ts';
import type { Market } from '../../support/start-market.ts';
import { startSandbox } from '../../support/start-sandbox.ts';
import { startApiServer } from '../openapi/run-samples.ts';
import { openShell, readBlocks } from './run-guides.ts';

export interface SituationRow {
  readonly situation: string;
  readonly startingPoint: string;
  readonly steps: string;
  readonly result: string;
}

/** Blocks of the page that only define functions. All other blocks are followed by their expected output. */
const definitions = readBlocks('infra/docs/partners.md').filter(({ expected }) => expected === undefined);

const findCode = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

export async function runSituation({ startingPoint, steps, result }: SituationRow): Promise<void> {
  const [, start, setting = ''] = /^(?:`(\w+)`)?.*?(?: with `(.+)`)?$/.exec(startingPoint) ?? [];
  const { url, stop } = await startStage(setting ? Object.fromEntries([setting.split('=')]) : {});
  const folder = mkdtempSync(join(tmpdir(), 'situation-'));
  const shell = openShell(folder);
  try {
    for (const { commands } of definitions) await shell.run(commands.replace('http://localhost:3000', url));
    let last = await runCommand(shell, start ?? 'true');
    for (const command of findCode(steps)) last = await runCommand(shell, command);
    await checkOutcome(shell, findCode(result), last);
  } finally {
    shell.end();
    await stop();
    rmSync(folder, { recursive: true });
  }
}

/** Starts a sandbox whose jobs run all the time, and a Stripe emulator that sends its events to the sandbox. */
async function startStage(settings: Record<string, string>) {
  const market = {} as Market;
  const server = await startApiServer(market);
  const url = server.url.replace('127.0.0.1', 'localhost');
  const webhooks = {
    url: `${url}/api/v1/webhooks/stripe`,
    secret: 'whsec_platform',
    connectSecret: 'whsec_connect',
  };
  const stripe = await startStripe({ webhooks });
  Object.assign(market, await startSandbox({ ...settings, API_URL: url, STRIPE_URL: stripe.endpoint }));
  let isStopped = false;
  const runJobs = async () => {
    while (!isStopped) {
      await market.runJobs();
      await setTimeout(50);
    }
  };
  const jobs = runJobs();
  return {
    url,
    stop: () => {
      isStopped = true;
      return jobs;
    },
  };
}

interface Outcome {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the body of any response
  readonly body: any;
}

/** Runs a command, and reads the status and the body of its last response from the output. */
async function runCommand(shell: ReturnType<typeof openShell>, command: string): Promise<Outcome> {
  const output = await shell.run(command);
  if (/command not found|syntax error|curl: \(/.test(output)) throw new Error(output);
  const text = output.replaceAll(/\d{3}\n/g, '').trim();
  const isJson = /^\{.*\}$/.test(text);
  return { status: Number(/(\d{3})\n/.exec(output)?.[1]), body: isJson ? JSON.parse(text) : text };
}

/**
 * Checks the expectations before the first command against the last response. Then repeats each command until the
 * response meets the expectations that follow the command.
 */
async function checkOutcome(
  shell: ReturnType<typeof openShell>,
  codes: readonly string[],
  last: Outcome,
): Promise<void> {
  const isCommand = (code = '') => /^[A-Za-z]/.test(code);
  const first = codes.findIndex(isCommand);
  for (const fact of codes.slice(0, first < 0 ? codes.length : first)) assertOutcomeMatches(last, fact);
  for (const [index, command] of codes.entries()) {
    if (!isCommand(command)) continue;
    const end = codes.findIndex((code, place) => place > index && isCommand(code));
    const facts = codes.slice(index + 1, end < 0 ? codes.length : end);
    const checkFacts = async () => {
      const outcome = await runCommand(shell, command);
      for (const fact of facts) assertOutcomeMatches(outcome, fact);
    };
    await vi.waitFor(checkFacts, { timeout: 15_000, interval: 100 });
  }
}

/** Asserts one expectation about a response: either a status code or fields that the body must contain. */
function assertOutcomeMatches({ status, body }: Outcome, code: string): void {
  const shown = status < 400 ? body?.data : body;
  const wanted = JSON.parse(code);
  if (typeof wanted === 'number') expect(status).toBe(wanted);
  else if (!Array.isArray(wanted)) expect(shown).toMatchObject(wanted);
  else if (wanted.length === 0) expect(shown).toEqual([]);
  else expect(shown).toEqual(expect.arrayContaining(wanted.map(part => expect.objectContaining(part))));
}
