import { createToken } from '../../lib/domain/accounts/bearer-tokens.ts';
import { commitChanges } from './commit-changes.ts';
import type { TestDependencies } from './test-dependencies.ts';

/** Number of tokens that fit into a transaction. */
const BATCH_SIZE = 50;

/**
 * Adds tokens to a user directly, without logins. Their times of last use are one second apart, beginning now.
 * @param epochs differences from the credential epoch of the user; tokens with another value than 0 are invalid
 */
export async function addTokens(
  deps: TestDependencies,
  userId: string,
  count: number,
  epochs = 0,
): Promise<void> {
  const credentialEpoch = ((await deps.accounts.find(userId))?.credentialEpoch ?? 0) + epochs;
  const changes = Array.from({ length: count }, () => {
    deps.clock.advance(1000);
    const { token } = createToken({ id: userId, credentialEpoch }, {}, deps);
    return { kind: 'token-issued' as const, token, isLogin: false };
  });
  for (let start = 0; start < count; start += BATCH_SIZE)
    await commitChanges(deps, changes.slice(start, start + BATCH_SIZE));
}
