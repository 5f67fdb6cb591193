import { createToken } from '../../lib/domain/accounts/bearer-tokens.ts';
import { commitChanges } from './commit-changes.ts';
import type { TestDependencies } from './test-dependencies.ts';

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
  for (let added = 0; added < count; added++) {
    deps.clock.advance(1000);
    const { token } = createToken({ id: userId, credentialEpoch }, {}, deps);
    await commitChanges(deps, [{ kind: 'token-issued', token, isLogin: false }]);
  }
}
