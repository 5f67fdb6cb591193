/**
 * Registration of clients and experts (infra/docs/api/registration.md). One transaction writes the user, the claims on
 * e-mail address and phone number, the first token and the jobs.
 */
import { DomainError } from '../errors.ts';
import { permanentKeys, type ReceivedScans, receiveScans } from '../files/identity-documents.ts';
import { type Client, type Expert, NOT_APPROVED, type PasswordHash, type User } from '../model/account.ts';
import { type CreateIdempotencyRecord, noIdempotencyRecord } from '../model/idempotency.ts';
import type { Task } from '../model/job.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { createJob } from '../records.ts';
import type { ClientRegistration, ExpertRegistration } from './registration-input.ts';
import { createToken, type Origin } from './sign-in.ts';

/** The new user's id, and the plaintext of the first token, which is not stored. */
export interface RegisteredAccount {
  readonly userId: string;
  readonly token: string;
}

type RegistrationDependencies = Pick<Dependencies, 'accounts' | 'clock' | 'passwordHasher' | 'random'>;

/**
 * Registers a client.
 * @throws FieldError when the e-mail address or the phone number has been taken in the meantime
 * @throws LimitExceeded when too many accounts were registered from the source
 */
export async function registerClient(
  input: ClientRegistration,
  origin: Origin,
  deps: RegistrationDependencies,
  keep?: CreateIdempotencyRecord<RegisteredAccount>,
): Promise<RegisteredAccount> {
  const passwordHash = await deps.passwordHasher.hash(input.password);
  const client: Client = {
    ...commonFields(input, deps),
    role: 'client',
    shippingAddress: input.shippingAddress,
  };
  return createAccount({ user: client, passwordHash, origin, keep }, [], [], deps);
}

/**
 * Registers an expert and stores the scans of the identity documents. The scans are discarded when the registration
 * is rejected.
 * @throws FieldError when the e-mail address or the phone number has been taken in the meantime, or an upload key used
 * @throws LimitExceeded when too many accounts were registered from the source
 */
export async function registerExpert(
  input: ExpertRegistration,
  origin: Origin,
  deps: RegistrationDependencies & Pick<Dependencies, 'approvals' | 'identityScans'>,
  keep?: CreateIdempotencyRecord<RegisteredAccount>,
): Promise<RegisteredAccount> {
  const [received, hashed] = await Promise.allSettled([
    receiveScans(input, deps),
    deps.passwordHasher.hash(input.password),
  ]);
  if (received.status === 'rejected') throw received.reason;
  try {
    if (hashed.status === 'rejected') throw new DomainError('unavailable', {}, hashed.reason);
    const draft = { passwordHash: hashed.value, origin, keep };
    return await createExpert(input, received.value, draft, deps);
  } catch (error) {
    // After any other error the account may have been written; its job then still needs the scans.
    if (error instanceof DomainError)
      await deps.identityScans.discard([received.value.front, received.value.back]);
    throw error;
  }
}

function createExpert(
  input: ExpertRegistration,
  received: ReceivedScans,
  draft: Omit<AccountDraft, 'user'>,
  deps: RegistrationDependencies & Pick<Dependencies, 'approvals'>,
): Promise<RegisteredAccount> {
  const person = commonFields(input, deps);
  const { scans, moves } = permanentKeys(received, person.id, deps);
  const expert: Expert = {
    ...person,
    role: 'expert',
    firstName: input.firstName,
    lastName: input.lastName,
    nationality: input.nationality,
    dateOfBirth: input.dateOfBirth,
    bankAccount: input.bankAccount,
    registrationNumber: input.registrationNumber,
    regions: input.regions,
    approval: NOT_APPROVED,
    identityReview: 'pending',
    identityReviewReason: null,
    acceptedNames: [],
    scans,
    paymentAccountId: null,
    paymentAccountRestricted: false,
  };
  const replaced = received.uploads.map(({ key }) => key);
  const tasks: Task[] = [{ kind: 'keep-scans', expertId: expert.id, moves, replaced }];
  if (deps.approvals.isAutomatic) tasks.push({ kind: 'approve-expert', expertId: expert.id });
  return createAccount({ ...draft, user: expert }, tasks, received.uploads, deps);
}

/** Returns the initial fields that clients and experts have in common. */
function commonFields(
  input: ClientRegistration | ExpertRegistration,
  deps: Pick<Dependencies, 'clock' | 'random'>,
) {
  const createdAt = deps.clock.now().toISOString();
  return {
    id: deps.random.uuid(),
    email: input.email,
    emailVerified: false,
    emailSince: createdAt,
    phone: input.phone,
    firstName: input.firstName,
    lastName: input.lastName,
    billingAddress: input.billingAddress,
    shippingAddress: null,
    company: input.company,
    newsletterSubscribed: input.newsletterSubscribed,
    createdAt,
    credentialEpoch: 1,
    version: 1,
  };
}

interface AccountDraft {
  readonly user: User;
  readonly passwordHash: PasswordHash;
  readonly origin: Origin;
  readonly keep: CreateIdempotencyRecord<RegisteredAccount> | undefined;
}

async function createAccount(
  { user, passwordHash, origin: { source, userAgent }, keep = noIdempotencyRecord }: AccountDraft,
  tasks: readonly Task[],
  uploads: ReceivedScans['uploads'],
  deps: RegistrationDependencies,
): Promise<RegisteredAccount> {
  const { token, plaintext } = createToken(user, userAgent, deps);
  const jobs = [{ kind: 'mail', mail: 'verify-email', userId: user.id, to: user.email } as const, ...tasks];
  const account = { userId: user.id, token: plaintext };
  await deps.accounts.register({
    user,
    passwordHash,
    token,
    jobs: jobs.map(task => createJob(task, deps)),
    uploads,
    rateLimitHit: { limit: 'registrations', key: source, at: deps.clock.now() },
    idempotencyRecord: await keep(account),
  });
  return account;
}
