/**
 * Tests that the commands of the guides have the effects that the guides describe, in the order of the reference page.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findFreePort } from '../../infra/local/ports.ts';
import { GUIDE_PAGES } from '../../lib/http/reference/pages.ts';
import { type Block, matchesExpected, readBlocks, runBlocks } from '../infra/docs/run-guides.ts';
import { type Stack, startStack } from '../infra/local/start-stack.ts';

const blocks = GUIDE_PAGES.files.flatMap(readBlocks);
const folder = mkdtempSync(join(tmpdir(), 'guides-'));
let stack: Stack;
let outputs: string[];

beforeAll(async () => {
  stack = await startStack({ BOT_PROTECTION: 'true', PLATFORM_LIMITS: 'aws', RATE_LIMITS: 'partner' });
  await stack.ready();
  const receiverPort = await findFreePort();
  const toStack = (block: Block) => ({
    ...block,
    commands: block.commands
      .replaceAll('localhost:3000', `localhost:${stack.apiPort}`)
      .replaceAll('4000', String(receiverPort)),
  });
  outputs = await runBlocks(blocks.map(toStack), folder);
}, 240_000);

afterAll(async () => {
  process.kill(-stack.pid, 'SIGINT');
  await stack.ended;
  rmSync(folder, { recursive: true });
}, 60_000);

it('every guide has shell commands or TypeScript examples', () => {
  const hasExamples = (file: string) => /^```ts/m.test(readFileSync(file, 'utf8'));

  expect(GUIDE_PAGES.files.filter(file => readBlocks(file).length === 0 && !hasExamples(file))).toEqual([]);
});

it.each(blocks.map((block, index) => ({ ...block, index })))(
  'block $index of the guide $page prints the output that the guide shows',
  ({ index, expected }) => {
    const output = outputs[index] ?? 'no output';

    expect(output).not.toMatch(/command not found|SyntaxError|TypeError|unbound variable|curl: \(/);
    if (expected !== undefined) expect(matchesExpected(output, expected), output).toBe(true);
  },
);

it.each([
  ['the same\n', 'the same', true],
  ['01a2_01a3|secret\n\n', '01a2…|…', true],
  ['else\n', 'the same', false],
  ['the same\nand more', 'the same', false],
])('matchesExpected(%j, %j) returns %s', (output, expected, result) => {
  expect(matchesExpected(output, expected)).toBe(result);
});
