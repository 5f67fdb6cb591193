/** Browser of the tests: Chromium from npm if available, otherwise an installed Chrome or Chromium. */
import packaged from '@sparticuz/chromium';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { findExecutable, type Machine, THIS_MACHINE } from '../../infra/local/executables.ts';

const BROWSER_COMMANDS = ['chromium', 'chromium-browser', 'google-chrome'];

/** Lists the launch options that may work on a machine, the preferred ones first. */
export async function listLaunchOptions({ platform, arch, folders }: Machine): Promise<LaunchOptions[]> {
  const installed = BROWSER_COMMANDS.flatMap(name => findExecutable(name, folders) ?? []);
  return [
    // The npm package contains a binary for Linux on x64 only.
    ...(platform === 'linux' && arch === 'x64' ? [{ executablePath: await packaged.executablePath() }] : []),
    { channel: 'chrome' }, // Chrome at its default path
    ...installed.map(executablePath => ({ executablePath })),
  ];
}

/**
 * Launches the first candidate that starts.
 * @throws Error when no candidate starts, with the reason for each candidate
 */
export async function launchFirst<T>(
  candidates: readonly LaunchOptions[],
  launch: (options: LaunchOptions) => Promise<T>,
): Promise<T> {
  const reasons: string[] = [];
  for (const options of candidates) {
    try {
      return await launch(options);
    } catch (error) {
      reasons.push(`${options.executablePath ?? options.channel}: ${String(error).trim()}`);
    }
  }
  throw new Error(`No browser was found. Install Google Chrome or Chromium.\n${reasons.join('\n')}`);
}

export const openBrowser = async (): Promise<Browser> =>
  launchFirst(await listLaunchOptions(THIS_MACHINE), options => chromium.launch(options));

/**
 * Launches the browser of a test run.
 * @returns undefined when no browser starts
 * @throws Error when no browser starts in continuous integration, where no test may be skipped unnoticed
 */
export async function launchIfInstalled<T>(
  launch: () => Promise<T>,
  environment: NodeJS.ProcessEnv,
  warn: (line: string) => void,
): Promise<T | undefined> {
  try {
    return await launch();
  } catch (error) {
    if (environment.CI) throw error;
    warn(`The tests in a browser are skipped. ${(error as Error).message}`);
    return undefined;
  }
}
