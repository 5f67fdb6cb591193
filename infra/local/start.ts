/**
 * `npm start`: the whole service on this machine (infra/docs/api/conventions.md). Ends with Ctrl-C, or when a part dies;
 * either way nothing stays behind, neither a process nor, without DATA_DIR, a file.
 */
import { mkdirSync, mkdtempSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startConsole } from '../console/server.ts';
import { BUCKET_NAME, healthy, startApi, TABLE_NAME } from './api.ts';
import { createBucket, createTable, type Emulators, startEmulators } from './emulators.ts';
import { portHolder } from './ports.ts';
import { type Keeper, startKeeper } from './processes.ts';
import { readSettings, type Settings } from './settings.ts';

const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url));

let keeper: Keeper | undefined;
let ending: Promise<void> | undefined;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (ending) keeper?.kill();
    else void end(0);
  });
}
process.on('uncaughtException', error => void end(1, error.message));
endWithNpm();

try {
  await run(readSettings(process.env));
} catch (error) {
  await end(1, error instanceof Error ? error.message : String(error));
}

async function run(settings: Settings): Promise<void> {
  await refuseTakenPorts(settings);
  mkdirSync(join(CHECKOUT, '.local'), { recursive: true });
  const own = mkdtempSync(join(CHECKOUT, '.local', 'run-'));
  const data = settings.dataDirectory ? resolve(settings.dataDirectory) : join(own, 'data');
  mkdirSync(data, { recursive: true });
  keeper = startKeeper(own);

  const emulators = await startEmulators({
    directory: data,
    dns: settings.dns,
    inboxPort: settings.inboxPort,
    keeper,
    webhooks: {
      url: `http://127.0.0.1:${settings.apiPort}/api/v1/webhooks/stripe`,
      secret: settings.stripeWebhookSecret,
      connectSecret: settings.stripeConnectSecret,
    },
  });
  await Promise.all([createTable(emulators.dynamodb, TABLE_NAME), createBucket(emulators.s3, BUCKET_NAME)]);
  const pages = await startConsole({ apiUrl: settings.apiUrl, bucketUrl: emulators.s3 });
  const frontendUrl = settings.frontendUrl ?? pages.endpoint;
  const bundleFolder = relative(CHECKOUT, join(own, 'bundles'));
  if (ending) return;
  await startApi(keeper, { settings, emulators, frontendUrl, bundleFolder });
  for (const part of keeper.parts) void part.gone.then(how => end(1, `${part.name} stopped (${how}).`));

  await healthy(settings.apiPort);
  if (!ending) announce(settings, emulators, pages.endpoint);
}

/** The first call decides how it ends; whoever ends it again waits for the same end. */
function end(exitCode: number, message?: string): Promise<void> {
  ending ??= (async () => {
    if (message) console.error(message);
    await keeper?.close();
    process.exit(exitCode);
  })();
  return ending;
}

async function refuseTakenPorts({ apiPort, inboxPort }: Settings): Promise<void> {
  if (apiPort === inboxPort) throw new Error(`API_PORT and INBOX_PORT are both ${apiPort}.`);
  for (const [name, port] of Object.entries({ API_PORT: apiPort, INBOX_PORT: inboxPort })) {
    const holder = await portHolder(port);
    if (holder)
      throw new Error(`Port ${port} is taken by ${holder}. Stop it, or set ${name} to another port.`);
  }
}

/** An npm that is killed outright passes no signal on; its child then has another parent. */
function endWithNpm(): void {
  if (process.env.npm_lifecycle_event !== 'start') return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && void end(1, 'npm has exited.'), 250).unref();
}

function announce({ apiUrl, apiPort, inboxPort }: Settings, emulators: Emulators, pages: string): void {
  const inbox = `http://localhost:${inboxPort}`;
  const lines = {
    API: `http://localhost:${apiPort}/api/v1${apiUrl.endsWith(`:${apiPort}`) ? '' : ` (called ${apiUrl} in links)`}`,
    Inbox: `${inbox}   as JSON: ${inbox}/store`,
    Console: pages,
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
