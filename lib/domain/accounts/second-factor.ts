/** Second factor of an account (infra/docs/api/accounts.md#second-factor). */
import { accountChanged, auditChanges, tasksAdded } from '../changes.ts';
import { DomainError, FieldError } from '../errors.ts';
import { enforceUserLimit } from '../limits/rate-limits.ts';
import type { User } from '../model/accounts/account.ts';
import type { Token } from '../model/accounts/credentials.ts';
import type { SecondFactor } from '../model/accounts/second-factor.ts';
import type { OperatorDecision } from '../model/activity/audit.ts';
import type { Change, Decision } from '../model/change.ts';
import type { DecisionDependencies, Dependencies } from '../ports/dependencies.ts';
import type { UnitOfWorkSteps } from '../unit-of-work.ts';

/** Services for the check of a code. */
export type CodeDependencies = Pick<Dependencies, 'clock' | 'random' | 'rateLimiter' | 'secondFactors'>;

/**
 * Function that reads the second factor and returns the changes that use up a code. They are committed in one
 * transaction with the change that the code allows. The commit is rejected when the second factor has changed since it
 * was read.
 * @throws FieldError `wrong-code` on `code`, also when another request has used up the code
 */
export type CodeUse = NonNullable<UnitOfWorkSteps<unknown, unknown>['useCode']>;

/**
 * Checks a code of the authenticator app or a recovery code. A user has ten wrong codes an hour.
 * @returns the function that uses the code up
 * @throws FieldError `code-missing` or `wrong-code` on `code`
 * @throws LimitExceeded after too many wrong codes
 */
export async function checkCode(
  user: Pick<User, 'id'>,
  code: string | undefined,
  deps: CodeDependencies,
): Promise<CodeUse> {
  if (code === undefined) throw new FieldError({ code: ['missing'] });
  const useCode = async () => {
    const factor = await deps.secondFactors.find(user.id);
    if (!factor) throw createWrongCodeError();
    return acceptCode(factor, code, deps);
  };
  await withCodeLimit(user, deps, useCode);
  return useCode;
}

/**
 * Runs an attempt to use a code, and counts the attempt if the code is wrong.
 * @throws LimitExceeded after too many wrong codes
 */
async function withCodeLimit<Result>(
  user: Pick<User, 'id'>,
  deps: Pick<Dependencies, 'clock' | 'rateLimiter'>,
  attempt: () => Promise<Result>,
): Promise<Result> {
  const hit = await enforceUserLimit('second-factor-codes', user, deps);
  let isWrong = false;
  try {
    return await attempt();
  } catch (error) {
    isWrong = error instanceof FieldError;
    throw error;
  } finally {
    if (!isWrong) await deps.rateLimiter.release(hit);
  }
}

async function acceptCode(factor: SecondFactor, code: string, deps: CodeDependencies): Promise<Change[]> {
  const secret = await deps.secondFactors.open(factor);
  const text = normalizeCode(code);
  const step = secret.findStep(text, deps.clock.now());
  if (step !== undefined && step > factor.lastStep) return replaceFactor(factor, { lastStep: step });
  const hash = secret.hashRecoveryCode(text);
  const recoveryHashes = factor.recoveryHashes.filter(unused => unused !== hash);
  if (recoveryHashes.length === factor.recoveryHashes.length) throw createWrongCodeError();
  const mail = { kind: 'mail', mail: 'recovery-code-used', userId: factor.userId } as const;
  return [
    ...replaceFactor(factor, { recoveryHashes }),
    ...tasksAdded([{ ...mail, left: recoveryHashes.length }], deps),
  ];
}

/** Removes the spaces and hyphens with which codes are displayed. */
const normalizeCode = (code: string): string => code.replaceAll(/[\s-]/g, '').toUpperCase();

const createWrongCodeError = () => new FieldError({ code: ['wrong-code'] });

const replaceFactor = (before: SecondFactor, changed: Partial<SecondFactor>): Change[] => [
  { kind: 'second-factor-stored', before, after: { ...before, ...changed, version: before.version + 1 } },
];

/** Secret of a new second factor, for the authenticator app. */
interface SetUp {
  /** The secret in base32. */
  readonly secret: string;
  /** Content of the QR code for the authenticator app. */
  readonly uri: string;
}

const ISSUER = 'Trhovisko posudkov';

/**
 * Stores a new secret. The second factor is on after one of its codes is confirmed. Until then, another set-up replaces
 * the secret.
 * @throws DomainError `wrong-state` when the second factor is on
 */
export async function setUpSecondFactor(
  user: User,
  deps: Pick<Dependencies, 'secondFactors'>,
): Promise<Decision<SetUp>> {
  const before = await deps.secondFactors.find(user.id);
  // A concurrent request may have confirmed the factor since the account was read.
  if (user.hasSecondFactor || before?.lastStep) throw new DomainError('wrong-state');
  const { secret, ...sealed } = await deps.secondFactors.createSecret(user.id);
  const version = (before?.version ?? 0) + 1;
  const after = { userId: user.id, ...sealed, lastStep: 0, recoveryHashes: [], version };
  const [issuer, account] = [encodeURIComponent(ISSUER), encodeURIComponent(user.email)];
  const uri = `otpauth://totp/${issuer}:${account}?secret=${secret}&issuer=${issuer}`;
  return { result: { secret, uri }, changes: [{ kind: 'second-factor-stored', before, after }] };
}

/**
 * Switches the second factor on if the code is correct, and creates the recovery codes. Only their hashes are stored.
 * Wrong codes are not counted for the user, so that the thief of a token cannot use up the attempts of the owner.
 * @throws DomainError `wrong-state`; `not-found` when no secret was set up
 * @throws FieldError `wrong-code` on `code`
 * @throws DomainError `unauthenticated` when the credentials have changed during the request
 */
export async function confirmSecondFactor(
  user: User,
  token: Token,
  code: string,
  deps: Omit<CodeDependencies, 'rateLimiter'>,
): Promise<Decision<string[]>> {
  assertSameEpoch(user, token);
  if (user.hasSecondFactor) throw new DomainError('wrong-state');
  const factor = await deps.secondFactors.find(user.id);
  if (!factor) throw new DomainError('not-found');
  const secret = await deps.secondFactors.open(factor);
  const lastStep = secret.findStep(normalizeCode(code), deps.clock.now());
  if (lastStep === undefined) throw createWrongCodeError();
  const recoveryCodes = secret.createRecoveryCodes();
  const recoveryHashes = recoveryCodes.map(created => secret.hashRecoveryCode(normalizeCode(created)));
  return {
    result: recoveryCodes,
    changes: [
      ...accountChanged(user, { ...user, hasSecondFactor: true }),
      ...replaceFactor(factor, { lastStep, recoveryHashes }),
      ...tasksAdded([{ kind: 'mail', mail: 'second-factor-on', userId: user.id }], deps),
    ],
  };
}

/**
 * Switches the second factor off. The removal replaces the use of the code, because a transaction can write an item
 * only once.
 * @throws FieldError `wrong-code` on `code` when another request has used up the code
 * @throws DomainError `not-found` when the second factor is not on
 * @throws DomainError `unauthenticated` when the credentials have changed during the request
 */
export async function removeSecondFactor(
  user: User,
  token: Token,
  useCode: CodeUse | undefined,
  deps: DecisionDependencies,
): Promise<Decision<User>> {
  assertSameEpoch(user, token);
  const used = (await useCode?.())?.find(change => change.kind === 'second-factor-stored');
  const after = withoutSecondFactor(user);
  return {
    result: after,
    changes: [
      ...accountChanged(user, after),
      ...recordRemoval(user, { who: 'owner', why: null }, deps, used?.before),
      ...tasksAdded([{ kind: 'mail', mail: 'second-factor-off', userId: user.id }], deps),
    ],
  };
}

/**
 * Deletes the second factor and records who removed it.
 * @param before the second factor as it was read; the commit is rejected if it has changed since then
 */
export function recordRemoval(
  { id: userId }: User,
  decision: OperatorDecision,
  deps: DecisionDependencies,
  before?: SecondFactor,
): Change[] {
  return [
    { kind: 'second-factor-removed', userId, before },
    ...auditChanges({ subjectId: userId, what: 'second factor removed', ...decision }, deps),
  ];
}

function assertSameEpoch({ credentialEpoch }: User, token: Token): void {
  if (credentialEpoch !== token.credentialEpoch) throw new DomainError('unauthenticated');
}

/** @throws DomainError `not-found` when the second factor is not on */
export function withoutSecondFactor(user: User): User {
  const { hasSecondFactor, ...after } = user;
  if (!hasSecondFactor) throw new DomainError('not-found');
  return after;
}
