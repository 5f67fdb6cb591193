/** Tests of the choice of a browser and of the behaviour on a machine without one. */
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LaunchOptions } from 'playwright-core';
import { afterAll, expect, inject, it } from 'vitest';
import { THIS_MACHINE } from '../../../infra/local/executables.ts';
import { hasBrowser, launchBrowser, listLaunchOptions } from '../../support/launch-browser.ts';

const folder = mkdtempSync(join(tmpdir(), 'browsers-'));
afterAll(() => rmSync(folder, { recursive: true }));

const MISSING: LaunchOptions = { executablePath: join(folder, 'missing') };
const REASON = 'No browser was found. Install Google Chrome or Chromium.';

it.each(['darwin', 'linux'])(
  'listLaunchOptions returns Chrome, then Chromium from the PATH, on %s arm64',
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

it.runIf(inject('hasBrowser'))('launchBrowser returns the first browser that starts', async () => {
  const browser = await launchBrowser([MISSING, ...(await listLaunchOptions(THIS_MACHINE))]);

  expect(browser.isConnected()).toBe(true);
  await browser.close();
});

it('hasBrowser returns false and prints the reason when no browser starts', async () => {
  const lines: string[] = [];
  const found = await hasBrowser(
    () => launchBrowser([MISSING]),
    {},
    line => lines.push(line),
  );

  expect(found).toBe(false);
  expect(lines).toEqual([expect.stringContaining(`The tests in a browser are skipped. ${REASON}`)]);
  expect(lines[0]).toContain(MISSING.executablePath);
});

it('hasBrowser rejects in continuous integration when no browser starts', async () => {
  const lines: string[] = [];
  const found = hasBrowser(
    () => launchBrowser([MISSING]),
    { CI: 'true' },
    line => lines.push(line),
  );

  await expect(found).rejects.toThrow(REASON);
  expect(lines).toEqual([]);
});
