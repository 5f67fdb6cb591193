/**
 * Changing one's own account (contract §2, PUT /me).
 *
 * Whoever changes what signs them in, or where money goes, proves to know the password first.
 */
import { isDeepStrictEqual } from 'node:util';
import { Refusal } from '../errors.ts';
import { countForUser } from '../limits.ts';
import type { Caller, Client, Credentials, Expert, User } from '../model/account.ts';
import { isSameName, toBeReviewed } from '../model/identity.ts';
import type { World } from '../ports/world.ts';
import { changeUser } from './change-user.ts';
import { refuseUnusable } from './contact.ts';
import { proveIdentity } from './current-password.ts';
import { announced } from './mail-requests.ts';
import { tellings } from './tellings.ts';

/** Taken over as they come. Named one by one, so that nothing else of a form ever reaches the record. */
const COMMON = [
  'email',
  'phone',
  'firstName',
  'lastName',
  'billingAddress',
  'shippingAddress',
  'company',
  'newsletterSubscribed',
] as const;

type Given = Pick<User, (typeof COMMON)[number]> &
  Pick<Expert, 'bankAccount' | 'regions' | 'registrationNumber'> & {
    readonly password: string;
    readonly currentPassword: string;
  };

/** What may be sent; what is absent stays. */
export type ProfileForm = { readonly [Name in keyof Given]?: Given[Name] | undefined };

/** Whether this is the account that the caller means to change: asked of what is written over. */
type Expectation = (user: User) => boolean;

type Needs = Pick<World, 'accounts' | 'clock' | 'limiter' | 'mailDns' | 'passwords' | 'random'>;

/**
 * @throws FieldRefusal for a wrong current password, an address or phone that cannot be used; LimitExceeded;
 *   Refusal `changed-meanwhile`, and `unauthenticated` when the credentials changed meanwhile
 */
export async function changeProfile(
  caller: Caller,
  form: ProfileForm,
  isExpected: Expectation,
  needs: Needs,
): Promise<User> {
  const { user } = caller;
  const { email, phone, password, bankAccount } = form;
  const contact = {
    email: email === user.email ? undefined : email,
    phone: phone === user.phone ? undefined : phone,
  };
  // Whoever may ask without end learns who is registered.
  if (contact.email || contact.phone) await countForUser('new-contacts', user, needs);
  const isSensitive = email !== undefined || password !== undefined || bankAccount !== undefined;
  const credentials = isSensitive ? await proveIdentity(user, form.currentPassword, needs) : undefined;

  const change = async () => {
    await refuseUnusable(contact, needs);
    return write(caller, form, isExpected, credentials, needs);
  };
  return contact.email ? announced(contact.email, change, needs) : change();
}

async function write(
  { user, token }: Caller,
  { password, currentPassword, ...fields }: ProfileForm,
  isExpected: Expectation,
  credentials: Credentials | undefined,
  needs: Needs,
): Promise<User> {
  const newHash = password === undefined ? undefined : await needs.passwords.hash(password);
  return changeUser(
    user.id,
    needs,
    current => {
      if (current.credentialEpoch !== token.credentialEpoch) throw new Refusal('unauthenticated');
      if (!isExpected(current)) throw new Refusal('changed-meanwhile');
      const after = applied(current, fields, newHash !== undefined, needs);
      if (isDeepStrictEqual(current, after)) return undefined;
      const passwordHash = newHash ?? credentials?.passwordHash;
      return {
        after,
        jobs: tellings(current, after, needs),
        ...(passwordHash && { passwordHash }),
        keptToken: token,
      };
    },
    user,
  );
}

function applied(
  user: User,
  fields: Omit<ProfileForm, 'password' | 'currentPassword'>,
  newPassword: boolean,
  { clock }: Pick<World, 'clock'>,
): User {
  const { bankAccount, regions, registrationNumber } = fields;
  const sent = Object.fromEntries(
    COMMON.flatMap(name => (fields[name] === undefined ? [] : [[name, fields[name]]])),
  );
  const hasMoved = (fields.email ?? user.email) !== user.email;
  const changed = {
    ...user,
    ...sent,
    ...(hasMoved && { emailVerified: false, emailSince: clock.now().toISOString() }),
    credentialEpoch: user.credentialEpoch + (newPassword ? 1 : 0),
  };
  return changed.role === 'expert'
    ? reviewedAnew(user as Expert, {
        ...changed,
        bankAccount: bankAccount ?? changed.bankAccount,
        regions: regions ?? changed.regions,
        registrationNumber: registrationNumber ?? changed.registrationNumber,
      })
    : (changed as Client);
}

/** Documents were reviewed for one name and number; others have to be reviewed again. */
function reviewedAnew(before: Expert, after: Expert): Expert {
  return isSameName(before, after) ? after : toBeReviewed(after);
}
