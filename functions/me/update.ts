/**
 * PUT /api/v1/me (infra/docs/api/accounts.md)
 *
 * Update the account. Only the submitted fields change. A new e-mail address, password or bank account requires the
 * current password. Fields that exist only for the other role are ignored, as are unknown fields. With `If-Match` the
 * request succeeds only if the account has not changed since the caller read it.
 */
import { withCurrentUser } from '../../lib/domain/accounts/change-user.ts';
import { assertContactAvailable } from '../../lib/domain/accounts/registration.ts';
import { authorizeUpdate, updateProfile } from '../../lib/domain/accounts/update-profile.ts';
import { DomainError } from '../../lib/domain/errors.ts';
import type { User as Account } from '../../lib/domain/model/accounts/account.ts';
import type { Caller } from '../../lib/domain/model/accounts/credentials.ts';
import { endpointHandler, jsonBody, limitPerUser, ok, signedInOnly } from '../../lib/http/index.ts';
import type { BodyReader, HttpRequest } from '../../lib/http/request/request.ts';
import { computeEtag, matchesEtag } from '../../lib/http/response/etag.ts';
import { createUserView } from '../../lib/http/views/user-view.ts';
import { mailDns, passwordServices } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

const newPassword = {
  password: field.changeable(field.Password),
  passwordConfirmation: field.optional(field.Secret),
};
const proof = { ...field.passwordProof, currentPassword: field.optional(field.Secret) };

const clientForm = jsonBody(
  {
    email: field.changeable(field.Email),
    phone: field.clearable(field.Phone),
    firstName: field.clearable(field.Name),
    lastName: field.clearable(field.Name),
    ...newPassword,
    billingAddress: field.clearable(field.Address),
    shippingAddress: field.clearable(field.ShippingAddress),
    company: field.clearable(field.Company),
    newsletterSubscribed: field.changeable(field.Flag),
    ...proof,
  },
  field.checkPasswordConfirmation,
  field.createPasswordRequiredCheck(['email', 'password']),
);

const expertForm = jsonBody(
  {
    email: field.changeable(field.Email),
    phone: field.changeable(field.Phone),
    firstName: field.changeable(field.Name),
    lastName: field.changeable(field.Name),
    ...newPassword,
    billingAddress: field.changeable(field.Address),
    shippingAddress: field.clearable(field.ShippingAddress),
    company: field.changeable(field.Company),
    bankAccount: field.changeable(field.BankAccount),
    regions: field.changeable(field.Regions),
    registrationNumber: field.changeable(field.ShortIdentifier),
    newsletterSubscribed: field.changeable(field.Flag),
    notifyNewTestimonies: field.changeable(field.Flag),
    ...proof,
  },
  field.checkPasswordConfirmation,
  field.createPasswordRequiredCheck(['email', 'password', 'bankAccount']),
);

export const handler = endpointHandler({
  deps: { ...passwordServices, mailDns },
  access: signedInOnly,
  body: bodyPerRole({ client: clientForm, expert: expertForm }),
  quota: limitPerUser('profile-changes'),
  headers: { 'If-Match': 'optional' },
  response: { status: 200, data: 'User', headers: ['ETag'] },
  errors: ['changed-meanwhile'],
  async handle({ caller: { user, token }, body, request, write }, deps) {
    const { contact, proof, mail } = await authorizeUpdate(user, body, deps);
    try {
      await assertContactAvailable(contact, user, deps);
      const passwordHash =
        body.password === undefined
          ? proof?.credentials.passwordHash
          : await deps.passwordHasher.hash(body.password);
      const isExpected = (current: Account) =>
        matchesEtag(request.headers['if-match'], computeEtag(createUserView(current)));
      return await write(
        {
          useCode: proof?.useCode,
          decide: withCurrentUser(user, deps, current =>
            updateProfile(current, token, body, passwordHash, isExpected, deps),
          ),
          respond(updated) {
            const shown = createUserView(updated);
            return { ...ok(shown), headers: { etag: computeEtag(shown) } };
          },
        },
        deps,
      );
    } catch (error) {
      // A rejected change does not count towards the limit of requested mails; otherwise a stranger could block the
      // mails to the owner of the address.
      if (mail && error instanceof DomainError) await deps.rateLimiter.release(mail);
      throw error;
    }
  },
});

function bodyPerRole<ClientBody, ExpertBody>(
  readers: Readonly<{ client: BodyReader<ClientBody>; expert: BodyReader<ExpertBody> }> &
    Record<Account['role'], unknown>,
): BodyReader<ClientBody | ExpertBody, Caller> {
  return {
    bodies: [...readers.client.bodies, ...readers.expert.bodies],
    read: (request: HttpRequest, { user }: Caller, deps: unknown) =>
      readers[user.role].read(request, undefined, deps),
  };
}
