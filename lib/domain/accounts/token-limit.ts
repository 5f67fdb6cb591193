/** Limit of the number of tokens of a user (infra/docs/api/accounts.md#tokens). */
import type { Token } from '../model/credentials.ts';

export const MAX_TOKENS = 100;

/** Maximum number of tokens that one login revokes. */
const MAX_REVOKED = 25;

/**
 * Selects the tokens to revoke before another token is added: first tokens that a change of the credential epoch has
 * already revoked, then those that have not been used for the longest time.
 */
export function selectSurplusTokens(tokens: readonly Token[], credentialEpoch: number): Token[] {
  const surplus = Math.min(tokens.length + 1 - MAX_TOKENS, MAX_REVOKED);
  if (surplus <= 0) return [];
  const isValid = (token: Token) => token.credentialEpoch === credentialEpoch;
  return tokens
    .toSorted(
      (one, other) =>
        Number(isValid(one)) - Number(isValid(other)) || compareTexts(one.lastUsedAt, other.lastUsedAt),
    )
    .slice(0, surplus);
}

const compareTexts = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
