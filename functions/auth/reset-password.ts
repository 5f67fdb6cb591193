/**
 * POST /api/v1/auth/password/reset (contract §2)
 *
 * A new password for whoever holds the token of the mail. All bearer tokens end.
 */
import { resetPassword as reset } from '../../lib/domain/accounts/password-reset.ts';
import type { World } from '../../lib/domain/ports/world.ts';
import { anyone } from '../../lib/http/access.ts';
import { noContent } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { json } from '../../lib/http/json-body.ts';
import { lambda } from '../../lib/http/lambda.ts';
import { accounts, clock, passwords, random, resets } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

type Needs = Pick<World, 'accounts' | 'clock' | 'passwords' | 'random' | 'resets'>;

export const form = json(
  { email: field.Email, token: field.Required, password: field.Password, passwordConfirmation: field.Secret },
  field.confirmed('password', 'passwordConfirmation'),
);

export const resetPassword = endpoint({
  access: anyone,
  body: form,
  async run({ body }, needs: Needs) {
    await reset(body, needs);
    return noContent();
  },
});

export const handler = lambda(resetPassword, { accounts, clock, passwords, random, resets });
