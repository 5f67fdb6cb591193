/**
 * Signing in with e-mail and password (infra/docs/api/accounts.md), and the bearer tokens that come of it:
 * `<userId>_<tokenId>|<secret>` (infra/docs/api/accounts.md).
 *
 * The ids find user and token in one read, the secret proves possession. Only the secret's SHA-256
 * is kept, so a leaked table signs nobody in; a slow hash would add nothing, because the secret is
 * 256 random bits. A token counts only while it carries its owner's `credentialEpoch`: raising that
 * number revokes all tokens at once.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { DomainError } from '../errors.ts';
import type { Caller, PasswordHash, Token } from '../model/account.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { enforceLimit } from '../rate-limits.ts';

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}';
const IDENTIFIER = `(?<userId>${UUID})_(?<tokenId>${UUID})`;
const TOKEN_ID = new RegExp(`^${IDENTIFIER}$`);
const BEARER = new RegExp(`^[Bb][Ee][Aa][Rr][Ee][Rr] ${IDENTIFIER}\\|(?<secret>[\\w-]{43})$`);
const USER_AGENT_LENGTH = 255;
const NOTED_EVERY_MS = 3600_000;

/** Where somebody signs in or registers from. */
export interface Origin {
  readonly source: string;
  readonly userAgent: string | undefined;
}

interface LoginForm {
  readonly email: string;
  readonly password: string;
}

interface SignedIn {
  readonly userId: string;
  /** The new token's text. */
  readonly token: string;
  /** The one that the password was compared with. */
  readonly passwordHash: PasswordHash;
}

type SignInDependencies = Pick<
  Dependencies,
  'accounts' | 'clock' | 'rateLimiter' | 'passwords' | 'random' | 'tokens' | 'securityLog'
>;

/**
 * @throws DomainError `wrong-credentials`, after the same work whether or not the address is known; five attempts a
 *   minute for each address and source, of which one that succeeds does not count
 */
export async function signIn(form: LoginForm, origin: Origin, deps: SignInDependencies): Promise<SignedIn> {
  return attempt(form, origin, deps).catch(async error => {
    const about = { source: origin.source, address: form.email };
    if (error instanceof DomainError) await deps.securityLog.record(`login.rejected.${error.code}`, about);
    throw error;
  });
}

async function attempt(
  { email, password }: LoginForm,
  { source, userAgent }: Origin,
  deps: SignInDependencies,
): Promise<SignedIn> {
  const attempt = { limit: 'login-attempts', key: `${email} ${source}`, at: deps.clock.now() } as const;
  await enforceLimit(attempt, deps);
  const credentials = await deps.accounts.findCredentials(email);
  const right = await deps.passwords.matches(password, credentials?.passwordHash);
  if (!credentials || !right) throw new DomainError('wrong-credentials');

  const { userId, credentialEpoch } = credentials;
  const { token, plaintext } = createToken({ id: userId, credentialEpoch }, userAgent, deps);
  const added = await deps.tokens.add(token, attempt);
  if (!added) throw new DomainError('wrong-credentials');
  return { userId, token: plaintext, passwordHash: credentials.passwordHash };
}

/** Hashes the password anew when a stronger hash, or a newer pepper, is in use by now. */
export async function upgradePasswordHash(
  { email, password }: LoginForm,
  { passwordHash }: SignedIn,
  deps: Pick<Dependencies, 'accounts' | 'passwords'>,
): Promise<void> {
  if (!(await deps.passwords.isOutdated(passwordHash))) return;
  await deps.accounts.rehash(email, passwordHash, await deps.passwords.hash(password));
}

/** The caller behind an `Authorization` header, if it names a token that holds. */
export async function findCaller(
  header: string | undefined,
  deps: Pick<Dependencies, 'tokens'>,
): Promise<Caller | undefined> {
  const { userId, tokenId, secret } = BEARER.exec(header ?? '')?.groups ?? {};
  if (!userId || !tokenId || !secret) return undefined;

  const found = await deps.tokens.find(userId, tokenId);
  if (!found || !timingSafeEqual(sha256(secret), Buffer.from(found.token.secretHash, 'hex')))
    return undefined;
  if (found.token.credentialEpoch !== found.owner.credentialEpoch) return undefined;
  return { user: found.owner, token: found.token };
}

/** What a token is called without its secret. */
export function tokenIdentifier({ userId, id }: Pick<Token, 'id' | 'userId'>): string {
  return `${userId}_${id}`;
}

/** The token that an identifier names, whoever's it is. */
export async function findToken(
  identifier: string,
  deps: Pick<Dependencies, 'tokens'>,
): Promise<Token | undefined> {
  const { userId, tokenId } = TOKEN_ID.exec(identifier)?.groups ?? {};
  return userId && tokenId ? (await deps.tokens.find(userId, tokenId))?.token : undefined;
}

/** Remembers that a token was used, at most once an hour (infra/docs/api/accounts.md). */
export async function recordTokenUse(
  token: Token,
  now: Date,
  deps: Pick<Dependencies, 'tokens'>,
): Promise<void> {
  if (now.getTime() - Date.parse(token.lastUsedAt) >= NOTED_EVERY_MS) await deps.tokens.touch(token, now);
}

/** A new token record, and the text that is shown once and never kept. */
export function createToken(
  owner: { readonly id: string; readonly credentialEpoch: number },
  userAgent: string | undefined,
  deps: Pick<Dependencies, 'clock' | 'random'>,
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
  };
  return { token, plaintext: `${tokenIdentifier(token)}|${secret}` };
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
