/** Starts the API: the functions under serverless-offline, in a process of its own. */

import { createRequire } from 'node:module';
import { devNull } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type Emulators, STRIPE_SECRET_KEY, TURNSTILE_SECRET } from './emulators.ts';
import { findFreePort } from './ports.ts';
import { type ProcessSupervisor, type StackProcess, startProcess } from './processes.ts';
import type { Settings } from './settings.ts';

export const TABLE_NAME = 'testimony-local';
export const BUCKET_NAME = 'testimony-local';

/** Worthless secrets; constant, so that data kept in DATA_DIR stays readable. */
const LOCAL_SECRETS = {
  PASSWORD_PEPPERS: JSON.stringify({ 1: 'local-pepper-local-pepper-local-pepper' }),
  LINK_KEY: 'local-link-key-local-link-key-local-link-key',
  TURNSTILE_SECRET,
  STRIPE_SECRET_KEY,
};

/** Keeps the framework from looking up versions, asking questions and reporting usage. */
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
  readonly settings: Settings;
  readonly emulators: Emulators;
  readonly frontendUrl: string;
  /** Folder of the bundles, relative to the checkout; each run has its own, so no run finds stale ones. */
  readonly bundleFolder: string;
}

/** Starts the process; `healthy` waits until it serves requests. */
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
  for (const stream of [apiProcess.child.stdout, apiProcess.child.stderr]) printLines(stream);
  return apiProcess;
}

/** Waits until the API responds. @throws Error after two minutes without a response. */
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
  { settings, emulators, frontendUrl, bundleFolder }: ApiOptions,
  lambdaPort: number,
) {
  return {
    ...FRAMEWORK_SETTINGS,
    ...settings.functions,
    ...LOCAL_SECRETS,
    API_PORT: String(settings.apiPort),
    LAMBDA_PORT: String(lambdaPort),
    API_URL: settings.apiUrl,
    FRONTEND_URL: frontendUrl,
    BUNDLE_FOLDER: bundleFolder,
    TABLE_NAME,
    BUCKET_NAME,
    DNS_SERVERS: emulators.dns,
    TURNSTILE_URL: emulators.turnstile,
    STRIPE_URL: emulators.stripe,
    STRIPE_WEBHOOK_SECRETS: `${settings.stripeWebhookSecret},${settings.stripeConnectSecret}`,
    AWS_ENDPOINT_URL_DYNAMODB: emulators.dynamodb,
    AWS_ENDPOINT_URL_S3: emulators.s3,
    AWS_ENDPOINT_URL_SES: emulators.ses,
    AWS_ENDPOINT_URL_LAMBDA: `http://127.0.0.1:${lambdaPort}`,
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_SESSION_TOKEN: undefined,
    // Settings of the developer's own AWS accounts would change the endpoints of the AWS clients.
    AWS_PROFILE: undefined,
    AWS_USE_FIPS_ENDPOINT: undefined,
    AWS_USE_DUALSTACK_ENDPOINT: undefined,
    AWS_CONFIG_FILE: devNull,
    AWS_SHARED_CREDENTIALS_FILE: devNull,
    NODE_OPTIONS: undefined,
  };
}

/** Prints the functions' log lines; drops the framework's empty lines. */
function printLines(input: NodeJS.ReadableStream | null): void {
  if (input) createInterface({ input }).on('line', line => line.trim() && console.log(line));
}
