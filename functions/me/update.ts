/**
 * PUT /api/v1/me (contract §2)
 *
 * Changes what is sent and leaves the rest. Address, password and bank account take the current
 * password; fields of the other role are ignored like unknown ones. `If-Match` binds it to what was read.
 */
import { changeProfile } from '../../lib/domain/accounts/profile-changes.ts';
import type { User as Account } from '../../lib/domain/model/account.ts';
import { signedIn } from '../../lib/http/access.ts';
import { ok } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { isMatched, tagOf } from '../../lib/http/etag.ts';
import { formPerRole } from '../../lib/http/form-per-role.ts';
import { json } from '../../lib/http/json-body.ts';
import { lambda } from '../../lib/http/lambda.ts';
import { profile } from '../../lib/http/profile.ts';
import { perUser } from '../../lib/http/rate-limit.ts';
import { accounts, clock, limiter, mailDns, passwords, random, tokens } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

const newPassword = {
  password: field.changeable(field.Password),
  passwordConfirmation: field.optional(field.Secret),
};
const repeated = field.confirmed('password', 'passwordConfirmation');

const clientForm = json(
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
    currentPassword: field.optional(field.Secret),
  },
  repeated,
  field.requiredWith('currentPassword', ['email', 'password']),
);

const expertForm = json(
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
    registrationNumber: field.changeable(field.RegistrationNumber),
    newsletterSubscribed: field.changeable(field.Flag),
    currentPassword: field.optional(field.Secret),
  },
  repeated,
  field.requiredWith('currentPassword', ['email', 'password', 'bankAccount']),
);

export const update = endpoint({
  needs: { accounts, clock, limiter, mailDns, passwords, random, tokens },
  access: signedIn,
  body: formPerRole({ client: clientForm, expert: expertForm }),
  quota: perUser('profile-changes'),
  headers: { 'If-Match': 'optional' },
  response: { status: 200, data: 'User', headers: ['ETag'] },
  refuses: ['changed-meanwhile'],
  async run({ caller, body, request }, needs) {
    const isExpected = (user: Account) => isMatched(request.headers['if-match'], tagOf(profile(user)));
    const shown = profile(await changeProfile(caller, body, isExpected, needs));
    return { ...ok(shown), headers: { etag: tagOf(shown) } };
  },
});

export const handler = lambda(update);
