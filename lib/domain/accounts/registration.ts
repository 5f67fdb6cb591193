/**
 * Opening accounts (spec §4.1, contract §2): user, claims, first token and jobs, all or nothing.
 */
import { Refusal } from '../errors.ts';
import { lastingPlaces, type Received, receive } from '../files/identity-documents.ts';
import { type Client, type Expert, NOT_APPROVED, type PasswordHash, type User } from '../model/account.ts';
import type { Task } from '../model/job.ts';
import { type Keep, keepNone } from '../model/kept-answer.ts';
import type { World } from '../ports/world.ts';
import { newJob } from '../records.ts';
import type { ClientForm, ExpertForm } from './registration-forms.ts';
import { mintToken, type Origin } from './sign-in.ts';

/** The new user's id, and the first token's text, which is kept nowhere. */
export interface Opened {
  readonly userId: string;
  readonly token: string;
}

type OpeningNeeds = Pick<World, 'accounts' | 'clock' | 'passwords' | 'random'>;

/** @throws FieldRefusal when address or phone was taken meanwhile, LimitExceeded by too many accounts */
export async function openClientAccount(
  form: ClientForm,
  origin: Origin,
  needs: OpeningNeeds,
  keep?: Keep<Opened>,
): Promise<Opened> {
  const passwordHash = await needs.passwords.hash(form.password);
  const client: Client = { ...beginning(form, needs), role: 'client', shippingAddress: form.shippingAddress };
  return open({ user: client, passwordHash, origin, keep }, [], [], needs);
}

/** @throws FieldRefusal when address or phone was taken meanwhile, or a scan's upload key used; LimitExceeded */
export async function openExpertAccount(
  form: ExpertForm,
  origin: Origin,
  needs: OpeningNeeds & Pick<World, 'approvals' | 'scans'>,
  keep?: Keep<Opened>,
): Promise<Opened> {
  const [received, hashed] = await Promise.allSettled([
    receive(form, needs),
    needs.passwords.hash(form.password),
  ]);
  if (received.status === 'rejected') throw received.reason;
  try {
    if (hashed.status === 'rejected') throw new Refusal('unavailable', {}, hashed.reason);
    const opening = { passwordHash: hashed.value, origin, keep };
    return await openExpert(form, received.value, opening, needs);
  } catch (error) {
    // Any other error leaves open whether the account was written; then its job still needs the scans.
    if (error instanceof Refusal) await needs.scans.discard([received.value.front, received.value.back]);
    throw error;
  }
}

function openExpert(
  form: ExpertForm,
  received: Received,
  opening: Omit<Opening, 'user'>,
  needs: OpeningNeeds & Pick<World, 'approvals'>,
): Promise<Opened> {
  const person = beginning(form, needs);
  const { scans, moves } = lastingPlaces(received, person.id, needs);
  const expert: Expert = {
    ...person,
    role: 'expert',
    firstName: form.firstName,
    lastName: form.lastName,
    nationality: form.nationality,
    dateOfBirth: form.dateOfBirth,
    bankAccount: form.bankAccount,
    registrationNumber: form.registrationNumber,
    regions: form.regions,
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
  if (needs.approvals.automatic) tasks.push({ kind: 'approve-expert', expertId: expert.id });
  return open({ ...opening, user: expert }, tasks, received.uploads, needs);
}

/** What a new account of either role begins with. */
function beginning(form: ClientForm | ExpertForm, needs: Pick<World, 'clock' | 'random'>) {
  const createdAt = needs.clock.now().toISOString();
  return {
    id: needs.random.uuid(),
    email: form.email,
    emailVerified: false,
    emailSince: createdAt,
    phone: form.phone,
    firstName: form.firstName,
    lastName: form.lastName,
    billingAddress: form.billingAddress,
    shippingAddress: null,
    company: form.company,
    newsletterSubscribed: form.newsletterSubscribed,
    createdAt,
    credentialEpoch: 1,
    version: 1,
  };
}

interface Opening {
  readonly user: User;
  readonly passwordHash: PasswordHash;
  readonly origin: Origin;
  readonly keep: Keep<Opened> | undefined;
}

async function open(
  { user, passwordHash, origin: { source, userAgent }, keep = keepNone }: Opening,
  tasks: readonly Task[],
  uploads: Received['uploads'],
  needs: OpeningNeeds,
): Promise<Opened> {
  const { token, plaintext } = mintToken(user, userAgent, needs);
  const jobs = [{ kind: 'mail', mail: 'verify-email', userId: user.id, to: user.email } as const, ...tasks];
  const opened = { userId: user.id, token: plaintext };
  await needs.accounts.open({
    user,
    passwordHash,
    token,
    jobs: jobs.map(task => newJob(task, needs)),
    uploads,
    counted: { limit: 'registrations', key: source, at: needs.clock.now() },
    kept: await keep(opened),
  });
  return opened;
}
