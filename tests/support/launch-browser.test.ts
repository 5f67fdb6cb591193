/** Tests of the choice of a browser and of the behaviour on a machine without one. */
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type LaunchOptions } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { launchFirst, launchIfInstalled, listLaunchOptions } from './launch-browser.ts';

const folder = mkdtempSync(join(tmpdir(), 'browsers-'));
afterAll(() => rmSync(folder, { recursive: true }));

const MISSING: LaunchOptions = { executablePath: join(folder, 'missing') };
const REASON = 'No browser was found. Install Google Chrome or Chromium.';

it.each(['darwin', 'linux'])(
  'listLaunchOptions returns Chrome before the Chromium on the PATH on %s arm64',
  async platform => {
    symlinkSync(process.execPath, join(folder, 'chromium'));
    const machine = { platform, arch: 'arm64', folders: [folder] };

    expect(await listLaunchOptions(machine)).toEqual([
      { channel: 'chrome' },
      { executablePath: join(folder, 'chromium') },
    ]);
    rmSync(join(folder, 'chromium'));
  },
);

it('launchFirst returns the first browser that starts', async () => {
  const launched = await launchFirst(
    [MISSING, { channel: 'chrome' }, { channel: 'chromium' }],
    async ({ channel }) => channel ?? Promise.reject(new Error('There is no such file.')),
  );

  expect(launched).toBe('chrome');
});

const launchMissing = () => launchFirst([MISSING], options => chromium.launch(options));

it('launchIfInstalled returns undefined and prints the reason when no browser starts', async () => {
  const lines: string[] = [];
  const found = await launchIfInstalled(launchMissing, {}, line => lines.push(line));

  expect(found).toBeUndefined();
  expect(lines).toEqual([expect.stringContaining(`The tests in a browser are skipped. ${REASON}`)]);
  expect(lines[0]).toContain(MISSING.executablePath);
});

it('launchIfInstalled rejects in continuous integration when no browser starts', async () => {
  const lines: string[] = [];
  const found = launchIfInstalled(launchMissing, { CI: 'true' }, line => lines.push(line));

  await expect(found).rejects.toThrow(REASON);
  expect(lines).toEqual([]);
});
