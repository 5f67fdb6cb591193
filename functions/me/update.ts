/**
 * PUT /api/v1/me (infra/docs/api/accounts.md)
 *
 * Update the account. Only the submitted fields change. A new e-mail address, password or bank account requires the
 * current password. Fields that exist only for the other role are ignored, as are unknown fields. With `If-Match` the
 * request succeeds only if the account has not changed since the caller read it.
 */
import { withCurrentUser } from '../../lib/domain/accounts/change-user.ts';
import { runWithProfileChecks, updateProfile } from '../../lib/domain/accounts/update-profile.ts';
import type { User as Account } from '../../lib/domain/model/account.ts';
import type { Caller } from '../../lib/domain/model/credentials.ts';
import { endpointHandler, jsonBody, limitPerUser, ok, signedInOnly } from '../../lib/http/index.ts';
import type { BodyReader, HttpRequest } from '../../lib/http/request/request.ts';
import { computeEtag, matchesEtag } from '../../lib/http/response/etag.ts';
import { userView } from '../../lib/http/views/user-view.ts';
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
  handle: ({ caller, body, request, write }, deps) =>
    runWithProfileChecks(caller.user, body, deps, checked => {
      const isExpected = (user: Account) =>
        matchesEtag(request.headers['if-match'], computeEtag(userView(user)));
      return write(
        {
          useCode: checked.useCode,
          decide: withCurrentUser(caller.user, deps, user =>
            updateProfile(user, caller.token, body, checked, isExpected, deps),
          ),
          respond(user) {
            const shown = userView(user);
            return { ...ok(shown), headers: { etag: computeEtag(shown) } };
          },
        },
        deps,
      );
    }),
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
