import { createToken } from '../../lib/domain/accounts/bearer-tokens.ts';
import { commitChanges } from './commit-changes.ts';
import type { TestDependencies } from './test-dependencies.ts';

/**
 * Adds tokens to a user, without a login for each. They are last used one second after another, beginning now.
 *
 * @param epochs difference to the credential epoch of the user; other epochs than 0 make invalid tokens
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
