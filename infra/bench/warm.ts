/** Requests to functions that run already, one after another. */
import assert from 'node:assert/strict';
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
    await interleaved(2, 200, floor, measured); // until both are compiled
    return [comparison('me, warm', await interleaved(9, quick ? 50 : 200, floor, measured), 3.5)];
  } finally {
    bare.close();
    await emulators.stop();
  }
}

/** The floor is the password's hash, at the cost of production. */
export async function warmRegisterExpert({ bundleOf, quick }: Setup): Promise<Line[]> {
  const emulators = await startFreshEmulators();
  const handler = emulators.load(bundleOf('auth-register-expert'));
  const measured = async () => {
    const { event } = await registration(1_500_000);
    return timed(
      () => handler(event),
      result => void tokenIn(result, 201),
    );
  };
  try {
    await measured();
    const rounds = await interleaved(7, quick ? 1 : 3, hash(emulators.environment), measured);
    return [comparison('register-expert, warm, 2 × 1.5 MB', rounds, 1.25)];
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
    const rounds = await interleaved(7, quick ? 1 : 3, hash(emulators.environment), measured);
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
