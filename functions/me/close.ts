/**
 * DELETE /api/v1/me (contract §2)
 *
 * The caller's account is closed: access ends at once, the rest is erased by jobs.
 */
import { closeAccount } from '../../lib/domain/closing/close-account.ts';
import { signedIn } from '../../lib/http/access.ts';
import { noContent } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { json } from '../../lib/http/json-body.ts';
import { lambda } from '../../lib/http/lambda.ts';
import {
  accounts,
  checkouts,
  clock,
  limiter,
  passwords,
  random,
  remains,
  testimonies,
  tokens,
} from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const form = json({ currentPassword: field.Secret });

export const close = endpoint({
  needs: { accounts, checkouts, clock, limiter, passwords, random, remains, testimonies, tokens },
  access: signedIn,
  body: form,
  response: { status: 204 },
  refuses: ['work-unfinished', 'money-under-way', 'too-many-requests'],
  async run({ caller, body }, needs) {
    await closeAccount(caller, body.currentPassword, needs);
    return noContent();
  },
});

export const handler = lambda(close);
