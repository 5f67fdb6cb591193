/**
 * Bearer tokens of the format `<userId>_<tokenId>|<secret>` (infra/docs/api/accounts.md#tokens).
 * The database stores only the SHA-256 of the secret, so a leaked table contains no usable token. A slow hash would add
 * no security, because the secret consists of 256 random bits. Raising the owner's `credentialEpoch` revokes all tokens
 * at once.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { HOUR } from '../../durations.ts';
import { DomainError } from '../errors.ts';
import { LimitExceeded } from '../limits/rate-limits.ts';
import type { User } from '../model/accounts/account.ts';
import type { Caller, RequestOrigin, Token } from '../model/accounts/credentials.ts';
import type { DecisionDependencies, Dependencies } from '../ports/dependencies.ts';

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}';
const IDENTIFIER = `(?<userId>${UUID})_(?<tokenId>${UUID})`;
const TOKEN_ID = new RegExp(`^${IDENTIFIER}$`);
const BEARER = new RegExp(`^[Bb][Ee][Aa][Rr][Ee][Rr] ${IDENTIFIER}\\|(?<secret>[\\w-]{43})$`);
const USER_AGENT_LENGTH = 255;
const USE_RECORD_INTERVAL_MS = HOUR;

type EpochCheck = (token: Token, owner: User) => boolean;

const isCurrent: EpochCheck = ({ credentialEpoch }, owner) => credentialEpoch === owner.credentialEpoch;

/** Returns whether a token is valid, or would be valid if the account of its owner were not locked (sandbox only). */
export const isCurrentBeforeLock: EpochCheck = (token, owner) =>
  isCurrent(token, owner) ||
  (owner.lockedAt !== undefined && token.credentialEpoch === owner.credentialEpoch - 1);

/**
 * Finds the caller for an `Authorization` header. Returns undefined when the header contains no valid token.
 * @param isAccepted decides by the credential epochs whether the token is accepted
 */
export async function findCaller(
  header: string | undefined,
  deps: Pick<Dependencies, 'tokens'>,
  isAccepted = isCurrent,
): Promise<Caller | undefined> {
  const { userId, tokenId, secret } = BEARER.exec(header ?? '')?.groups ?? {};
  if (!userId || !tokenId || !secret) return undefined;

  const found = await deps.tokens.find(userId, tokenId);
  if (!found || !timingSafeEqual(sha256(secret), Buffer.from(found.token.secretHash, 'hex')))
    return undefined;
  if (!isAccepted(found.token, found.owner)) return undefined;
  return { user: found.owner, token: found.token };
}

/**
 * Rejects a request for which `findCaller` found no caller.
 * @throws LimitExceeded when the network of the caller has sent too many unknown tokens. A request without a
 * well-formed token is not counted, because the table was not read
 * @throws DomainError `unauthenticated` otherwise
 */
export async function rejectUnknownCaller(
  header: string | undefined,
  source: string,
  now: Date,
  deps: Pick<Dependencies, 'tokens'>,
): Promise<never> {
  const { exceeded } = BEARER.test(header ?? '') ? await deps.tokens.countUnknown(source, now) : {};
  throw exceeded ? new LimitExceeded(exceeded) : new DomainError('unauthenticated');
}

/** Returns the public identifier of a token, which does not contain the secret. */
export function createTokenIdentifier({ userId, id }: Pick<Token, 'id' | 'userId'>): string {
  return `${userId}_${id}`;
}

/** Finds a token by its public identifier. Does not check who owns the token. */
export async function findToken(
  identifier: string,
  deps: Pick<Dependencies, 'tokens'>,
): Promise<Token | undefined> {
  const { userId, tokenId } = TOKEN_ID.exec(identifier)?.groups ?? {};
  return userId && tokenId ? (await deps.tokens.find(userId, tokenId))?.token : undefined;
}

/** Updates the time at which a token was last used, at most once an hour (infra/docs/api/accounts.md#tokens). */
export async function recordTokenUse(
  token: Token,
  now: Date,
  deps: Pick<Dependencies, 'tokens'>,
): Promise<void> {
  if (now.getTime() - Date.parse(token.lastUsedAt) >= USE_RECORD_INTERVAL_MS)
    await deps.tokens.recordUse(token, now);
}

/** Creates a token record and the plaintext of the token, which is shown once and not stored. */
export function createToken(
  owner: { readonly id: string; readonly credentialEpoch: number },
  { userAgent, deviceName }: Partial<RequestOrigin>,
  deps: DecisionDependencies,
): { token: Token; plaintext: string } {
  const id = deps.random.uuid();
  const secret = deps.random.secret();
  const now = deps.clock.now().toISOString();
  const token: Token = {
    id,
    userId: owner.id,
    secretHash: sha256(secret).toString('hex'),
    credentialEpoch: owner.credentialEpoch,
    createdAt: now,
    lastUsedAt: now,
    userAgent: userAgent?.slice(0, USER_AGENT_LENGTH) ?? null,
    ...(deviceName && { deviceName }),
  };
  return { token, plaintext: `${createTokenIdentifier(token)}|${secret}` };
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
