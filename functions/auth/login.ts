/**
 * POST /api/v1/auth/login (infra/docs/api/accounts.md)
 *
 * Log in. The response contains a new bearer token. Each combination of an e-mail address and a caller's IP address has
 * five attempts per minute, and each e-mail address has fifty failures per hour before further logins need a solved bot
 * challenge or a token of the account. A successful login does not count as an attempt. A user has at most 100 tokens:
 * a further login revokes the token that has not been used for the longest time. If the second factor of the account is
 * on, `code` is required.
 */
import {
  checkLogin,
  recordRejectedLogin,
  signIn,
  upgradePasswordHash,
} from '../../lib/domain/accounts/sign-in.ts';
import {
  endpointHandler,
  jsonBody,
  limitPerIpAddress,
  ok,
  optionalUser,
  throughPartner,
} from '../../lib/http/index.ts';
import { readOrigin } from '../../lib/http/request/request.ts';
import { log, setLogUser } from '../../lib/log.ts';
import {
  accounts,
  accountWriteServices,
  guestServices,
  partners,
  passwordHasher,
  secondFactors,
  tokens,
} from '../../lib/platform/wiring.ts';
import * as field from '../../lib/validation/fields.ts';

export const handler = endpointHandler({
  deps: {
    ...accountWriteServices,
    ...guestServices,
    accounts,
    partners,
    passwordHasher,
    secondFactors,
    tokens,
  },
  access: throughPartner(optionalUser),
  limit: limitPerIpAddress('logins'),
  body: jsonBody({
    email: field.Email,
    password: field.Secret,
    code: field.passwordProof.code,
    deviceName: field.nullable(field.DeviceName),
    turnstileToken: field.ChallengeToken,
  }),
  response: { status: 200, data: 'Token' },
  errors: ['wrong-credentials', 'locked'],
  async handle({ body, caller, request, write }, deps) {
    await deps.botCheck.verify(body.turnstileToken, request.source, 'login');

    const origin = readOrigin(request, body);
    const input = { ...body, market: origin.market };
    try {
      const checked = await checkLogin(input, request.source, caller, deps);
      return await write(
        {
          useCode: checked.useCode,
          decide: () => signIn(checked, origin, deps),
          respond: ({ token }) => ok({ token }),
          async afterCommit(login) {
            setLogUser(login.userId);
            const about = { source: request.source, address: body.email };
            await deps.securityLog.record('login.succeeded', about, 'info');
            await upgradePasswordHash(input, login, deps).catch(error =>
              log.warn({ event: 'password.upgrade_failed', error }),
            );
          },
        },
        deps,
      );
    } catch (error) {
      await recordRejectedLogin(error, request.source, body.email, deps);
      throw error;
    }
  },
});
