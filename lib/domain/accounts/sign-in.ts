/** Login with e-mail address and password (infra/docs/api/accounts.md#login). */
import { createJob } from '../changes.ts';
import { DomainError, FieldError } from '../errors.ts';
import { enforceLimit, enforceUserLimit, LimitExceeded } from '../limits/rate-limits.ts';
import type {
  Caller,
  Credentials,
  PasswordHash,
  RequestOrigin,
  Token,
} from '../model/accounts/credentials.ts';
import type { Decision } from '../model/change.ts';
import { findSourceNetwork, type RateLimitHit } from '../model/limits/rate-limit.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { addJobOnce } from '../unit-of-work.ts';
import { createToken } from './bearer-tokens.ts';
import { type CodeDependencies, type CodeUse, checkCode } from './second-factor.ts';

/** E-mail address and its market. Within a market, an e-mail address belongs to at most one account. */
interface LoginAddress {
  readonly email: string;
  readonly market?: string | undefined;
}

interface LoginInput extends LoginAddress {
  readonly password: string;
  /** Code of the second factor; required if the second factor is on. */
  readonly code?: string | undefined;
}

interface CheckedLogin {
  readonly credentials: Credentials & { readonly passwordHash: PasswordHash };
  /** Counted attempts. A successful login removes them from the counters. */
  readonly attempts: readonly RateLimitHit[];
  /** Returns the changes that use up the code; absent while the second factor is off. */
  readonly useCode?: CodeUse;
}

type LoginDependencies = Pick<Dependencies, 'accounts' | 'botCheck' | 'passwordHasher' | 'unitOfWork'> &
  CodeDependencies;

type WarningDependencies = Pick<Dependencies, 'clock' | 'random' | 'rateLimiter' | 'unitOfWork'>;

interface Login {
  readonly userId: string;
  readonly token: string;
  /** The stored hash that the password matched. */
  readonly passwordHash: PasswordHash;
}

/**
 * Checks the credentials of a login. Successful logins do not count towards the limits. After too many failed logins
 * for an e-mail address, from any IP addresses, further logins require a solved bot challenge or, where bot protection
 * is off, a valid token of the account. The owner is warned by mail, at most once a day.
 * @param caller the user whose valid token the request has, if any
 * @throws DomainError `wrong-credentials` for a wrong password or an unknown e-mail address, with equal response times
 * @throws FieldError `code-missing` or `wrong-code` on `code` when the password is correct and the second factor is on
 * @throws DomainError `locked` when the password is correct and an operator has locked the account
 * @throws LimitExceeded after too many attempts
 */
export async function checkLogin(
  { email, market, password, code }: LoginInput,
  source: string,
  caller: Caller | undefined,
  deps: LoginDependencies,
): Promise<CheckedLogin> {
  const key = `${email} ${findSourceNetwork(source)}`;
  const attempt = { limit: 'login-attempts', key, market, at: deps.clock.now() } as const;
  await enforceLimit(attempt, deps);
  const accountAttempt = await countAccountAttempt({ email, market }, caller, deps);
  const credentials = await deps.accounts.findCredentials(email, market);
  const isRight = await deps.passwordHasher.matches(password, credentials?.passwordHash);
  const { passwordHash } = credentials ?? {};
  if (!credentials || !passwordHash || !isRight) throw new DomainError('wrong-credentials');
  // The lock is checked after the password, so that a stranger does not learn that the account is locked.
  if (credentials.lockedAt) throw new DomainError('locked');
  const attempts = [attempt, ...accountAttempt];
  const checked = { credentials: { ...credentials, passwordHash }, attempts };
  if (!credentials.hasSecondFactor) return checked;
  // Wrong codes have their own limit, so a correct password without a code is not counted as a failed attempt.
  await Promise.all(attempts.map(hit => deps.rateLimiter.release(hit)));
  try {
    return { ...checked, attempts: [], useCode: await checkCode({ id: credentials.userId }, code, deps) };
  } catch (error) {
    if (error instanceof FieldError && code !== undefined) await countWrongCode({ email, market }, deps);
    throw error;
  }
}

/** Records in the security log why a login was rejected. An error that is not a DomainError is not recorded. */
export async function recordRejectedLogin(
  error: unknown,
  source: string,
  address: string,
  { securityLog }: Pick<Dependencies, 'securityLog'>,
): Promise<void> {
  const reason = error instanceof FieldError ? error.message : error instanceof DomainError && error.code;
  if (reason) await securityLog.record(`login.rejected.${reason}`, { source, address });
}

/** Counts a wrong code after the right password. Beyond the daily limit of wrong codes, the owner is warned by mail. */
async function countWrongCode(address: LoginAddress, deps: WarningDependencies): Promise<void> {
  const { email: key, market } = address;
  const attempt = { limit: 'wrong-login-codes', key, market, at: deps.clock.now() } as const;
  const { exceeded } = await deps.rateLimiter.count(attempt);
  if (exceeded) await warnOwner('wrong-codes', address, deps);
}

/**
 * Mails a warning to the account with this e-mail address, if there is one, at most once a day for each kind of mail.
 */
async function warnOwner(
  mail: 'failed-logins' | 'wrong-codes',
  { email: address, market }: LoginAddress,
  deps: WarningDependencies,
): Promise<void> {
  const key = `${mail} ${address}`;
  const warning = { limit: 'login-warnings', key, market, at: deps.clock.now() } as const;
  const { exceeded } = await deps.rateLimiter.count(warning);
  const task = { kind: 'mail-if-known', mail, address, ...(market && { market }) } as const;
  if (!exceeded) await addJobOnce(createJob(task, deps), deps);
}

/**
 * Counts an attempt for the e-mail address. Does the same work for known and unknown addresses, so that the response
 * time does not reveal which are known.
 * @returns the counted attempt; no attempt when the limit is used up and bot protection is on
 * @throws LimitExceeded when the limit is used up, bot protection is off, and the caller has no token of the account or
 * has tried too many passwords with this token
 */
async function countAccountAttempt(
  address: LoginAddress,
  caller: Caller | undefined,
  deps: LoginDependencies,
): Promise<RateLimitHit[]> {
  const { email, market } = address;
  const at = deps.clock.now();
  const attempt = { limit: 'account-login-failures', key: email, market, at } as const;
  const { exceeded } = await deps.rateLimiter.count(attempt);
  if (!exceeded) return [attempt];
  await warnOwner('failed-logins', address, deps);
  // If bot protection is on, the caller has already solved a bot challenge, so the login is not rejected.
  if (deps.botCheck.isEnabled) return [];
  if (caller?.user.email !== email) throw new LimitExceeded(exceeded);
  // A caller with a stolen token must not be able to guess passwords without limit.
  return [await enforceUserLimit('current-password-failures', caller.user, deps)];
}

/**
 * Issues a token to a user whose password is correct. If the user has too many tokens, the one that has not been used
 * for the longest time is revoked. Concurrent logins do not see each other's tokens, so the limit can be exceeded until
 * the next login.
 */
export async function signIn(
  { credentials: { userId, credentialEpoch, passwordHash }, attempts }: CheckedLogin,
  origin: RequestOrigin,
  deps: Pick<Dependencies, 'clock' | 'random' | 'tokens'>,
): Promise<Decision<Login>> {
  const surplus = selectSurplusTokens(await deps.tokens.list(userId), credentialEpoch);
  const { token, plaintext } = createToken({ id: userId, credentialEpoch }, origin, deps);
  return {
    result: { userId, token: plaintext, passwordHash },
    changes: [
      { kind: 'token-issued', token, isLogin: true },
      ...surplus.map(revoked => ({ kind: 'token-revoked', token: revoked }) as const),
      ...attempts.map(hit => ({ kind: 'rate-limit-released', hit }) as const),
    ],
  };
}

/** Maximum number of tokens of a user (infra/docs/api/accounts.md#tokens). */
export const MAX_TOKENS = 100;

/** Maximum number of tokens that one login revokes. */
const MAX_REVOKED = 25;

/**
 * Selects the tokens to revoke before another token is added: first tokens that a change of the credential epoch has
 * already revoked, then those that have not been used for the longest time.
 */
function selectSurplusTokens(tokens: readonly Token[], credentialEpoch: number): Token[] {
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

/** Upgrades the stored hash of an unchanged password when the hash parameters or the pepper are outdated. */
export async function upgradePasswordHash(
  { email, market, password }: LoginInput,
  { passwordHash }: Login,
  deps: Pick<Dependencies, 'accounts' | 'passwordHasher'>,
): Promise<void> {
  if (!(await deps.passwordHasher.isOutdated(passwordHash))) return;
  await deps.accounts.rehash(email, market, passwordHash, await deps.passwordHasher.hash(password));
}
