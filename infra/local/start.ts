/**
 * Entry point of `npm start`, which runs the whole service on this machine. The stack stops on Ctrl-C or when one of
 * its processes ends. Stopping ends all processes and removes all files of the stack except those in DATA_DIR.
 */
import { mkdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { BUCKET_NAME, startApi, TABLE_NAME, waitUntilHealthy } from './api-process.ts';
import { startConsole } from './console-server.ts';
import { describeFailure } from './describe-failure.ts';
import { createBucket, createTable, type Emulators, startEmulators } from './emulators.ts';
import { isPortFree } from './ports.ts';
import { type ProcessSupervisor, startSupervisor } from './processes.ts';
import { createRunDirectory } from './run-directory.ts';
import { type LocalStackSettings, readSettings } from './settings.ts';
import { registerTestAccounts } from './test-accounts.ts';

new Command('npm start')
  .description(
    'Run the whole service on this machine. Environment variables configure it: infra/docs/partners.md.',
  )
  .parse();

const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url));

let supervisor: ProcessSupervisor | undefined;
let stopPromise: Promise<void> | undefined;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (stopPromise) supervisor?.kill();
    else void stopStack(0, `Stopped by ${signal}.`);
  });
}
process.on('uncaughtException', error => void stopStack(1, describeFailure(error)));
stopWithNpm();

try {
  await startStack(readSettings(process.env, process.stdout.isTTY ?? false));
} catch (error) {
  await stopStack(1, describeFailure(error));
}

async function startStack(settings: LocalStackSettings): Promise<void> {
  await assertPortsAreFree(settings);
  const runDirectory = createRunDirectory(join(CHECKOUT, '.local'));
  const dataDirectory = settings.dataDirectory ? resolve(settings.dataDirectory) : join(runDirectory, 'data');
  mkdirSync(dataDirectory, { recursive: true });
  supervisor = startSupervisor(runDirectory);

  const emulators = await startEmulators({
    directory: dataDirectory,
    inboxPort: settings.inboxPort,
    supervisor,
    webhooks: {
      url: `http://127.0.0.1:${settings.apiPort}/api/v1/webhooks/stripe`,
      secret: settings.stripeWebhookSecret,
      connectSecret: settings.stripeConnectSecret,
    },
  });
  await Promise.all([createTable(emulators.dynamodb, TABLE_NAME), createBucket(emulators.s3, BUCKET_NAME)]);
  const consoleServer = await startConsole({
    apiUrl: settings.apiUrl,
    bucketUrl: emulators.s3,
    port: settings.consolePort,
    settings: settings.functions,
  });
  const frontendUrl = settings.frontendUrl ?? consoleServer.endpoint;
  const bundleFolder = relative(CHECKOUT, join(runDirectory, 'bundles'));
  if (stopPromise) return;
  await startApi(supervisor, {
    settings,
    emulators,
    frontendUrl,
    consoleUrl: consoleServer.endpoint,
    bundleFolder,
  });
  for (const stackProcess of supervisor.processes)
    void stackProcess.exitStatus.then(status => stopStack(1, `${stackProcess.name} stopped (${status}).`));

  await waitUntilHealthy(settings.apiPort);
  if (settings.hasTestAccounts) {
    // The stack is useful even without the test accounts.
    await registerTestAccounts(settings).catch(error => console.error(describeFailure(error)));
  }
  if (!stopPromise) printAddresses(settings, emulators, consoleServer.endpoint);
}

/**
 * Stops the stack and exits. Only the first call has an effect. Later calls ignore their arguments and return the
 * promise of the first call.
 */
function stopStack(exitCode: number, message?: string): Promise<void> {
  stopPromise ??= (async () => {
    if (message) console.error(message);
    await supervisor?.close();
    process.exit(exitCode);
  })();
  return stopPromise;
}

/** @throws Error that names every taken port, and every port that two servers have in common */
async function assertPortsAreFree({ apiPort, inboxPort, consolePort }: LocalStackSettings): Promise<void> {
  const names = new Map<number, string>();
  const problems: string[] = [];
  for (const [name, port] of Object.entries({
    API_PORT: apiPort,
    INBOX_PORT: inboxPort,
    CONSOLE_PORT: consolePort,
  })) {
    if (names.has(port)) problems.push(`${names.get(port)} and ${name} are both ${port}.`);
    else if (!(await isPortFree(port)))
      problems.push(
        `Port ${port} is not free. Stop the program that uses it, or set ${name} to another port.`,
      );
    names.set(port, name);
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

/**
 * Stops the stack if npm is killed. A killed npm sends no signal to this process, but this process gets a new parent
 * process. This function detects the new parent process.
 */
function stopWithNpm(): void {
  if (process.env.npm_lifecycle_event !== 'start') return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && void stopStack(1, 'npm has exited.'), 250).unref();
}

function printAddresses(
  { apiUrl, apiPort, inboxPort }: LocalStackSettings,
  emulators: Emulators,
  consoleUrl: string,
): void {
  const inbox = `http://localhost:${inboxPort}`;
  const lines = {
    'Start here': `http://localhost:${apiPort}`,
    Console: consoleUrl,
    Reference: `http://localhost:${apiPort}/api/v1/docs`,
    Inbox: `${inbox}   as JSON: ${inbox}/store`,
    API: `http://localhost:${apiPort}/api/v1${apiUrl.endsWith(`:${apiPort}`) ? '' : ` (called ${apiUrl} in links)`}`,
    DynamoDB: emulators.dynamodb,
    S3: emulators.s3,
    DNS: emulators.dns,
    Turnstile: emulators.turnstile,
    Stripe: emulators.stripe,
  };
  console.log();
  for (const [name, value] of Object.entries(lines)) console.log(`  ${name.padEnd(14)}${value}`);
  console.log('\nready: the API accepts requests. Press Ctrl-C to stop.');
}
