/** Requests to functions that run already, one after another. */
import assert from 'node:assert/strict';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import bcrypt from 'bcryptjs';
import { bareTable, signInOf } from './bare-table.ts';
import type { Setup } from './bundles.ts';
import { startFreshEmulators } from './fresh-emulators.ts';
import { comparison, interleaved, type Line, timed } from './judgement.ts';
import { isProfileOf, login, me, register, registration, tokenIn } from './requests.ts';

/** The floor is the same read, as bare HTTP. */
export async function warmMe({ bundleOf, quick }: Setup): Promise<Line[]> {
  const emulators = await startFreshEmulators();
  const { email, token } = await register(
    emulators.load(bundleOf('auth-register-expert'), { PASSWORD_HASH_COST: '4' }),
  );
  const show = emulators.load(bundleOf('me-show'));
  const bare = bareTable(emulators.dynamodb);
  const signIn = signInOf(emulators.table, token);
  const floor = () =>
    timed(
      () => bare.call('BatchGetItem', signIn),
      answer => assert.ok(answer.includes(email) && answer.includes('TOKEN#')),
    );
  const measured = () => timed(() => show(me(token)), isProfileOf(email));
  try {
    await interleaved(2, 500, measured, floor); // until both are compiled
    const [rounds = []] = await interleaved(9, quick ? 50 : 200, measured, floor);
    return [comparison('me, warm', rounds, 2.2)];
  } finally {
    bare.close();
    await emulators.stop();
  }
}

/** The floor is the password's hash, at the cost of production. */
export async function warmRegisterExpert({ bundleOf, quick }: Setup): Promise<Line[]> {
  const emulators = await startFreshEmulators();
  const handler = emulators.load(bundleOf('auth-register-expert'));
  const [count, repetitions] = [7, quick ? 1 : 4];
  // All of them beforehand: what making one leaves behind would be cleared away while the handler is measured.
  const events: APIGatewayProxyEventV2[] = [];
  while (events.length <= count * repetitions) events.push((await registration(1_500_000)).event);
  const measured = () => {
    const event = events.pop() as APIGatewayProxyEventV2;
    return timed(
      () => handler(event),
      result => void tokenIn(result, 201),
    );
  };
  try {
    await measured();
    const [rounds = []] = await interleaved(count, repetitions, measured, hash(emulators.environment));
    return [comparison('register-expert, warm, 2 × 1.5 MB', rounds, 1.1)];
  } finally {
    await emulators.stop();
  }
}

export async function warmLogin({ bundleOf, quick }: Setup): Promise<Line[]> {
  const emulators = await startFreshEmulators();
  const { email } = await register(emulators.load(bundleOf('auth-register-expert')));
  const handler = emulators.load(bundleOf('auth-login'));
  const measured = () =>
    timed(
      () => handler(login(email)),
      result => void tokenIn(result, 200),
    );
  try {
    await measured();
    const [rounds = []] = await interleaved(7, quick ? 1 : 3, measured, hash(emulators.environment));
    return [comparison('login, warm', rounds, 1.1)];
  } finally {
    await emulators.stop();
  }
}

/** Of a text as long as a peppered password. */
function hash({ PASSWORD_HASH_COST }: Readonly<Record<string, string>>): () => Promise<number> {
  const cost = Number(PASSWORD_HASH_COST);
  const start = `$2b$${PASSWORD_HASH_COST}$`;
  return () =>
    timed(
      () => bcrypt.hash('x'.repeat(64), cost),
      hashed => assert.ok(hashed.startsWith(start)),
    );
}
