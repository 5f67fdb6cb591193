/** Process of the API, in which serverless-offline runs the functions. */

import { createRequire } from 'node:module';
import { devNull } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createEmulatorSettings, type Emulators } from './emulators.ts';
import { formatLogLine } from './log-lines.ts';
import { findFreePort } from './ports.ts';
import { type ProcessSupervisor, type StackProcess, startProcess } from './processes.ts';
import type { LocalStackSettings } from './settings.ts';

export const TABLE_NAME = 'testimony-local';
export const BUCKET_NAME = 'testimony-local';

/** Settings that stop the Serverless Framework from checking versions, prompting and reporting usage. */
const FRAMEWORK_SETTINGS = {
  SLS_LOG_LEVEL: 'warning',
  SLS_DEPRECATION_DISABLE: '*',
  SLS_NOTIFICATIONS_MODE: 'off',
  SLS_TELEMETRY_DISABLED: '1',
  SLS_TRACKING_DISABLED: '1',
  SLS_INTERACTIVE_SETUP_ENABLE: '0',
  NODE_NO_WARNINGS: '1',
};

interface ApiOptions {
  readonly settings: LocalStackSettings;
  readonly emulators: Emulators;
  readonly frontendUrl: string;
  readonly consoleUrl: string;
  /** Folder of the bundles, relative to the repository root. Each run has a new one, so that no bundle is stale. */
  readonly bundleFolder: string;
}

/** Starts the API's process without waiting until the API is ready; `waitUntilHealthy` waits. */
export async function startApi(supervisor: ProcessSupervisor, options: ApiOptions): Promise<StackProcess> {
  const serverless = createRequire(import.meta.url).resolve('serverless/bin/serverless.js');
  const apiProcess = startProcess({
    name: 'API',
    args: [
      '--import',
      import.meta.resolve('./local-bundles.ts'),
      serverless,
      'offline',
      'start',
      '--stage',
      'local',
    ],
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: createEnvironment(options, await findFreePort()),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  supervisor.watch(apiProcess);
  const format = options.settings.logFormat === 'text' ? formatLogLine : (line: string) => line;
  for (const stream of [apiProcess.child.stdout, apiProcess.child.stderr]) printLines(stream, format);
  return apiProcess;
}

/**
 * Waits until the API's health check succeeds.
 * @throws Error when the check has not succeeded within two minutes
 */
export async function waitUntilHealthy(apiPort: number): Promise<void> {
  const deadline = Date.now() + 120_000;
  while (Date.now() < deadline) {
    const url = `http://127.0.0.1:${apiPort}/api/v1/health`;
    const response = await fetch(url, { signal: AbortSignal.timeout(10_000) }).catch(() => undefined);
    await response?.arrayBuffer();
    if (response?.ok) return;
    await new Promise(resolve => setTimeout(resolve, 50));
  }
  throw new Error('The API did not respond within two minutes.');
}

function createEnvironment(
  { settings, emulators, frontendUrl, consoleUrl, bundleFolder }: ApiOptions,
  lambdaPort: number,
) {
  return {
    ...FRAMEWORK_SETTINGS,
    ...settings.functions,
    ...createEmulatorSettings(emulators),
    API_PORT: String(settings.apiPort),
    LAMBDA_PORT: String(lambdaPort),
    API_URL: settings.apiUrl,
    FRONTEND_URL: frontendUrl,
    CONSOLE_URL: consoleUrl,
    INBOX_URL: `http://localhost:${settings.inboxPort}`,
    TEST_ACCOUNTS: String(settings.hasTestAccounts),
    BUNDLE_FOLDER: bundleFolder,
    TABLE_NAME,
    BUCKET_NAME,
    STRIPE_WEBHOOK_SECRETS: `platform:${settings.stripeWebhookSecret},connect:${settings.stripeConnectSecret}`,
    AWS_ENDPOINT_URL_LAMBDA: `http://127.0.0.1:${lambdaPort}`,
    AWS_SESSION_TOKEN: undefined,
    // AWS settings of the developer's shell would change the endpoints of the AWS clients.
    AWS_PROFILE: undefined,
    AWS_USE_FIPS_ENDPOINT: undefined,
    AWS_USE_DUALSTACK_ENDPOINT: undefined,
    AWS_CONFIG_FILE: devNull,
    AWS_SHARED_CREDENTIALS_FILE: devNull,
    NODE_OPTIONS: undefined,
  };
}

/** Prints the lines that the process writes, except empty lines. */
function printLines(input: NodeJS.ReadableStream | null, format: (line: string) => string): void {
  if (!input) return;
  createInterface({ input }).on('line', line => {
    const text = format(line);
    if (text.trim()) console.log(text);
  });
}
