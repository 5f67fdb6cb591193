/** What each request asks of the table: calls, and the units that DynamoDB bills. */
import assert from 'node:assert/strict';
import type { Setup } from './bundles.ts';
import { usersLike, withoutStream } from './crowd.ts';
import { startFreshEmulators } from './fresh-emulators.ts';
import { amount, type Line } from './judgement.ts';
import { type Account, isProfileOf, login, logout, me, register, tokenIn } from './requests.ts';
import { startTableFront, type TableCall, useOf } from './table-front.ts';

/** Calls allowed for each endpoint; in the sandbox the approval comes on top. */
const LIMITS = { me: 1, logout: 2, login: 4, 'register-expert': 4 } as const;

type Endpoint = keyof typeof LIMITS;
type Use = Record<Endpoint, TableCall[]>;

const FEW = 10;

export async function tableUse({ bundleOf, quick }: Setup): Promise<Line[]> {
  const many = quick ? 1000 : 100_000;
  const emulators = await startFreshEmulators();
  const front = await startTableFront(emulators.dynamodb);
  const counted = { AWS_ENDPOINT_URL_DYNAMODB: front.endpoint, PASSWORD_HASH_COST: '4' };
  const handlers = {
    registerExpert: emulators.load(bundleOf('auth-register-expert'), counted),
    login: emulators.load(bundleOf('auth-login'), counted),
    me: emulators.load(bundleOf('me-show'), counted),
    logout: emulators.load(bundleOf('auth-logout'), counted),
  };

  const use = async ({ email }: Account): Promise<Use> => {
    front.take();
    await register(handlers.registerExpert);
    const registerCalls = front.take();
    const token = tokenIn(await handlers.login(login(email)), 200);
    const loginCalls = front.take();
    isProfileOf(email)(await handlers.me(me(token)));
    const meCalls = front.take();
    assert.equal((await handlers.logout(logout(token))).statusCode, 204);
    return { me: meCalls, logout: front.take(), login: loginCalls, 'register-expert': registerCalls };
  };

  try {
    await withoutStream(emulators.dynamodb, emulators.table);
    const account = await register(handlers.registerExpert);
    const addUsers = await usersLike(emulators.dynamodb, emulators.table);
    await addUsers(1, FEW);
    const withFew = await use(account);
    await addUsers(FEW, many);
    return [...calls(withFew), ...units(withFew, await use(account), many)];
  } finally {
    await front.stop();
    await emulators.stop();
  }
}

function calls(use: Use): Line[] {
  return endpoints.map(name => amount(`${name}, table calls`, use[name].length, LIMITS[name]));
}

/** Units must not grow with the number of users. */
function units(withFew: Use, withMany: Use, many: number): Line[] {
  return endpoints.map(name => {
    const [few, more] = [billed(withFew[name]), billed(withMany[name])];
    return {
      name: `${name}, read + write units with ${FEW} users`,
      measured: few,
      limit: `${more} with ${many}`,
      verdict: few === more ? 'ok' : 'missed',
    };
  });
}

const endpoints = Object.keys(LIMITS) as Endpoint[];

function billed(calls: readonly TableCall[]): string {
  const { reads, writes } = useOf(calls);
  return `${reads} + ${writes}`;
}
