/**
 * From starting a process to the answer of its first request, with one read of the table over TLS.
 * The floor is that read by what Node alone brings; beside it, for one release, the older floor, which reads nothing.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { signInOf } from './bare-table.ts';
import type { Setup } from './bundles.ts';
import { selfSigned } from './certificate.ts';
import { startFreshEmulators } from './fresh-emulators.ts';
import { comparison, interleaved, type Line } from './judgement.ts';
import { event, me, register } from './requests.ts';
import { startTableFront, type TableFront } from './table-front.ts';

const RUNTIME = fileURLToPath(new URL('./one-event.cjs', import.meta.url));
const SIGNED_READ = fileURLToPath(new URL('./signed-read.cjs', import.meta.url));

export const coldStartOfMe = (setup: Setup): Promise<Line[]> =>
  coldStart(setup, 'cold start of me', setup.bundleOf('me-show'), me, 200, {
    signedRead: 1.35,
    nothing: 3.1,
  });

/** A caller who is signed in already is refused after the one read (spec §5.4). */
export const coldStartOfRegisterExpert = (setup: Setup): Promise<Line[]> =>
  coldStart(
    setup,
    'cold start of register-expert',
    setup.bundleOf('auth-register-expert'),
    whileSignedIn,
    403,
    { signedRead: 1.6, nothing: 4 },
  );

const whileSignedIn = (token: string) => event('POST /api/v1/auth/register/expert', { token });

async function coldStart(
  { folder, bundleOf, quick }: Setup,
  name: string,
  { file }: { file: string },
  eventOf: (token: string) => APIGatewayProxyEventV2,
  status: number,
  limits: { readonly signedRead: number; readonly nothing: number },
): Promise<Line[]> {
  const emulators = await startFreshEmulators();
  const certificate = selfSigned();
  const front = await startTableFront(emulators.dynamodb, certificate);
  try {
    const { email, token } = await register(
      emulators.load(bundleOf('auth-register-expert'), { PASSWORD_HASH_COST: '4' }),
    );
    const empty = write(folder, 'empty.cjs', 'exports.handler = async () => ({ statusCode: 200 });');
    const environment = {
      ...emulators.environment,
      LOG_LEVEL: 'info',
      AWS_LAMBDA_FUNCTION_NAME: 'bench',
      AWS_ENDPOINT_URL_DYNAMODB: front.endpoint,
      NODE_EXTRA_CA_CERTS: write(folder, 'authority.pem', certificate.cert),
      EVENT: JSON.stringify(eventOf(token)),
      ...{ READ: signInOf(emulators.table, token), FOUND: email },
    };
    // The read is the neighbour of what is measured, whichever goes first.
    const [overNothing = [], overRead = []] = await interleaved(
      quick ? 7 : 11,
      quick ? 1 : 5,
      () => start(file, environment, status, front),
      () => start(empty, environment, 200),
      () => start(SIGNED_READ, environment, 200, front),
    );
    return [
      comparison(name, overRead, limits.signedRead),
      comparison(`${name}, over an empty handler`, overNothing, limits.nothing),
    ];
  } finally {
    await front.stop();
    await emulators.stop();
  }
}

function write(folder: string, name: string, content: string): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

/** Milliseconds until the answer is there; the process is gone afterwards. */
async function start(
  file: string,
  env: Record<string, string>,
  status: number,
  front?: TableFront,
): Promise<number> {
  const begun = performance.now();
  const child = spawn(process.execPath, [RUNTIME, file], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  let answered = Number.NaN;
  child.stdout.on('data', chunk => {
    output += chunk;
    if (/^\{"statusCode".*\n$/m.test(output)) answered ||= performance.now() - begun;
  });
  await once(child, 'close');
  assert.match(output, new RegExp(`^\\{"statusCode":${status}\\b`, 'm'));
  if (front)
    assert.deepEqual(
      front.take().map(({ action }) => action),
      ['BatchGetItem'],
    );
  return answered;
}
