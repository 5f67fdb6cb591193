/**
 * POST /api/v1/auth/login (contract §2)
 *
 * A known address with its password becomes a new bearer token. Five attempts per address, source
 * and minute; an attempt that succeeds does not count.
 */
import { renewHash, signIn } from '../../lib/domain/accounts/sign-in.ts';
import { anyone } from '../../lib/http/access.ts';
import { ok } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { json } from '../../lib/http/json-body.ts';
import { lambda } from '../../lib/http/lambda.ts';
import { perSource } from '../../lib/http/rate-limit.ts';
import { originOf } from '../../lib/http/request.ts';
import { identify, log } from '../../lib/log.ts';
import {
  accounts,
  botCheck,
  clock,
  limiter,
  passwords,
  random,
  tokens,
  traces,
} from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const form = json({
  email: field.Email,
  password: field.Secret,
  turnstileToken: field.ChallengeToken,
});

export const login = endpoint({
  needs: { accounts, botCheck, clock, limiter, passwords, random, tokens, traces },
  access: anyone,
  limit: perSource('logins'),
  body: form,
  response: { status: 200, data: 'Token' },
  refuses: ['wrong-credentials'],
  async run({ body, request }, needs) {
    await needs.botCheck.pass(body.turnstileToken, request.source);

    const signedIn = await signIn(body, originOf(request), needs);
    identify(signedIn.userId);
    await renewHash(body, signedIn, needs).catch(error =>
      log.warn({ event: 'password hash not renewed', error }),
    );
    return ok({ token: signedIn.token });
  },
});

export const handler = lambda(login);
