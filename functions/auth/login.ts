/**
 * POST /api/v1/auth/login (contract §2)
 *
 * A known address with its password becomes a new bearer token. Five attempts per address, source
 * and minute; an attempt that succeeds does not count.
 */
import { signIn } from '../../lib/domain/accounts/sign-in.ts';
import type { World } from '../../lib/domain/ports/world.ts';
import { anyone } from '../../lib/http/access.ts';
import { ok } from '../../lib/http/answer.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { json } from '../../lib/http/json-body.ts';
import { lambda } from '../../lib/http/lambda.ts';
import { perSourceAnd } from '../../lib/http/rate-limit.ts';
import type { HttpRequest } from '../../lib/http/request.ts';
import { identify } from '../../lib/log.ts';
import { accounts, botCheck, clock, limiter, passwords, random, tokens } from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

type Needs = Pick<World, 'accounts' | 'botCheck' | 'clock' | 'limiter' | 'passwords' | 'random' | 'tokens'>;

export const form = json({
  email: field.Email,
  password: field.Secret,
  turnstileToken: field.ChallengeToken,
});

const attempt = ({ email }: { email: string }, { source, receivedAt }: HttpRequest) =>
  ({ limit: 'login-attempts', key: `${email} ${source}`, at: receivedAt }) as const;

export const login = endpoint({
  access: anyone,
  limit: perSourceAnd('logins', attempt),
  body: form,
  async run({ body, request }, needs: Needs) {
    await needs.botCheck.pass(body.turnstileToken, request.source);

    const { userId, token } = await signIn(
      body,
      attempt(body, request),
      request.headers['user-agent'],
      needs,
    );
    identify(userId);
    return ok({ token });
  },
});

export const handler = lambda(login, { accounts, botCheck, clock, limiter, passwords, random, tokens });
