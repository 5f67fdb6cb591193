/**
 * Registration of clients and experts (infra/docs/api/registration.md). One transaction writes the user, the
 * reservations of the e-mail address and the phone number, the first token and the jobs.
 */
import { accountCreated, tasksAdded, uploadsUsed } from '../changes.ts';
import { DomainError, FieldError, type FieldErrorCodes } from '../errors.ts';
import {
  createPermanentKeys,
  discardIfRejected,
  type ReceivedScans,
  receiveScans,
} from '../files/identity-documents.ts';
import {
  type Client,
  createClient,
  createExpert,
  type Expert,
  INITIAL_APPROVAL,
  type User,
} from '../model/accounts/account.ts';
import type { PasswordHash, RequestOrigin } from '../model/accounts/credentials.ts';
import type { Decision } from '../model/change.ts';
import type { SubmittedIdentityScans } from '../model/files/file.ts';
import type { JobTask } from '../model/jobs/job.ts';
import { readAffiliation } from '../model/partners/partner.ts';
import type { ContactOwner } from '../ports/accounts.ts';
import type { DecisionDependencies, Dependencies } from '../ports/dependencies.ts';
import { createToken } from './bearer-tokens.ts';

type Given =
  | 'email'
  | 'phone'
  | 'firstName'
  | 'lastName'
  | 'billingAddress'
  | 'company'
  | 'newsletterSubscribed';

type GivenByClient = Pick<Client, Given | 'shippingAddress'>;

interface ClientRegistration extends GivenByClient {
  readonly password: string;
}

type GivenByExpert = Pick<
  Expert,
  Given | 'nationality' | 'dateOfBirth' | 'bankAccount' | 'registrationNumber' | 'regions'
>;

interface ExpertRegistration extends GivenByExpert, SubmittedIdentityScans {
  readonly password: string;
}

/** The new user's id, and the plaintext of the first token, which is not stored. */
export interface RegisteredAccount {
  readonly userId: string;
  readonly token: string;
}

export function registerClient(
  input: ClientRegistration,
  passwordHash: PasswordHash,
  origin: RequestOrigin,
  deps: DecisionDependencies,
): Decision<RegisteredAccount> {
  const client = createClient({
    ...commonFields(input, origin, deps),
    role: 'client',
    shippingAddress: input.shippingAddress,
  });
  return decideRegistration(client, passwordHash, origin, [], deps);
}

/** The stored scans and the password hash of an expert who registers. */
export interface PreparedRegistration {
  readonly received: ReceivedScans;
  readonly passwordHash: PasswordHash;
}

/**
 * Stores the scans and hashes the password, in parallel, and runs `register`. The scans are discarded when the password
 * cannot be hashed or `register` throws a DomainError.
 */
export async function withIdentityScans<Response>(
  input: ExpertRegistration,
  deps: Pick<Dependencies, 'identityScans' | 'passwordHasher'>,
  register: (prepared: PreparedRegistration) => Promise<Response>,
): Promise<Response> {
  const [received, hashed] = await Promise.allSettled([
    receiveScans(input, deps),
    deps.passwordHasher.hash(input.password),
  ]);
  if (received.status === 'rejected') throw received.reason;
  return discardIfRejected(received.value, deps, async () => {
    if (hashed.status === 'rejected') throw new DomainError('unavailable', {}, hashed.reason);
    return register({ received: received.value, passwordHash: hashed.value });
  });
}

export function registerExpert(
  input: ExpertRegistration,
  { received, passwordHash }: PreparedRegistration,
  origin: RequestOrigin,
  deps: DecisionDependencies & Pick<Dependencies, 'automaticApproval'>,
): Decision<RegisteredAccount> {
  const person = commonFields(input, origin, deps);
  const { scans, moves } = createPermanentKeys(received, person.id, deps);
  const expert = createExpert({
    ...person,
    role: 'expert',
    nationality: input.nationality,
    dateOfBirth: input.dateOfBirth,
    bankAccount: input.bankAccount,
    registrationNumber: input.registrationNumber,
    regions: input.regions,
    approval: INITIAL_APPROVAL,
    identityReview: 'pending',
    identityReviewReason: null,
    acceptedNames: [],
    scans,
    paymentAccountId: null,
    paymentAccountRestricted: false,
  });
  const replaced = received.uploads.map(({ key }) => key);
  const tasks: JobTask[] = [{ kind: 'keep-scans', expertId: expert.id, moves, replaced }];
  if (deps.automaticApproval.isEnabled) tasks.push({ kind: 'approve-expert', expertId: expert.id });
  const { result, changes } = decideRegistration(expert, passwordHash, origin, tasks, deps);
  return { result, changes: [...changes, ...uploadsUsed(received.uploads)] };
}

function commonFields(
  input: ClientRegistration | ExpertRegistration,
  origin: RequestOrigin,
  deps: DecisionDependencies,
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
    ...readAffiliation(origin),
  };
}

function decideRegistration(
  user: User,
  passwordHash: PasswordHash,
  origin: RequestOrigin,
  tasks: readonly JobTask[],
  deps: DecisionDependencies,
): Decision<RegisteredAccount> {
  const { token, plaintext } = createToken(user, origin, deps);
  const { source: key, market } = origin;
  const hit = { limit: 'registrations', key, market, at: deps.clock.now() } as const;
  return {
    result: { userId: user.id, token: plaintext },
    changes: [
      { kind: 'rate-limit-counted', hit },
      ...accountCreated(user, passwordHash),
      { kind: 'token-issued', token, isLogin: false },
      ...tasksAdded(
        [{ kind: 'mail', mail: 'verify-email', userId: user.id, to: user.email }, ...tasks],
        deps,
      ),
    ],
  };
}

interface ContactChange {
  readonly email?: string | undefined;
  readonly phone?: string | null | undefined;
}

/**
 * Checks that the domain of the e-mail address accepts mail and that neither the e-mail address nor the phone number is
 * taken. The check is advisory: a later write can still be rejected.
 * @param owner the user who changes the contact details, or the market of a registration
 * @throws FieldError with every error that applies
 */
export async function assertContactAvailable(
  { email, phone }: ContactChange,
  owner: ContactOwner,
  deps: Pick<Dependencies, 'accounts' | 'clock' | 'mailDns'>,
): Promise<void> {
  const domain = email?.slice(email.lastIndexOf('@') + 1);
  const [acceptsMail, taken] = await Promise.all([
    domain === undefined || deps.mailDns.acceptsMail(domain),
    deps.accounts.findTakenFields({ email, phone: phone ?? undefined }, owner, deps.clock.now()),
  ]);
  const reasons: FieldErrorCodes = acceptsMail
    ? taken
    : { email: ['mail-domain', ...(taken.email ?? [])], ...(taken.phone && { phone: taken.phone }) };
  if (Object.keys(reasons).length > 0) throw new FieldError(reasons);
}
