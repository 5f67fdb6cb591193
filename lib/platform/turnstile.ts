/** Bot check with Cloudflare Turnstile's `siteverify` API (infra/docs/api/validation.md#bot-challenge). */
import { createHash, timingSafeEqual } from 'node:crypto';
import { getDeadlineSignal } from '../deadline.ts';
import { DomainError, FieldError } from '../domain/errors.ts';
import type { BotCheck, ChallengeAction } from '../domain/ports/services.ts';
import { log } from '../log.ts';
import type { Secrets } from './aws/secrets/secrets.ts';
import { type Environment, isEnabled, isSandbox, requireVariable } from './environment.ts';

interface Verdict {
  readonly success: boolean;
  /** The action that the frontend passed to the widget. */
  readonly action?: string;
  /** Host of the page on which the challenge was solved. */
  readonly hostname?: string;
  /** Whether the secret is one of Cloudflare's testing keys, for which responses contain no action and no host. */
  readonly metadata?: { readonly result_with_testing_key?: boolean };
  readonly 'error-codes'?: readonly string[];
}

const TIMEOUT_MS = 4000;
/** Error codes that are caused by the configuration of this service or by Turnstile, and not by the visitor. */
const OUR_ERROR_CODES = new Set([
  'missing-input-secret',
  'invalid-input-secret',
  'bad-request',
  'internal-error',
]);

export function turnstileBotCheck(environment: Environment, secrets: Secrets): BotCheck {
  if (!isEnabled(environment, 'BOT_PROTECTION')) return { isEnabled: false, verify: async () => {} };
  if (isSandbox(environment)) return { isEnabled: true, verify: async token => verifySandboxToken(token) };

  const hostnames = requireVariable(environment, 'TURNSTILE_HOSTNAMES').split(',');

  /**
   * Verifies a challenge. When Turnstile rejects the secret, the secret is read again. If the secret has changed, the
   * verification is repeated.
   */
  async function verifyWithCurrentSecret(response: string, remoteip: string): Promise<Verdict> {
    const secret = await secrets('turnstile-secret');
    const verdict = await verify(secret, response, remoteip);
    if (!verdict['error-codes']?.includes('invalid-input-secret')) return verdict;
    const newSecret = await secrets('turnstile-secret', secret);
    return newSecret === secret ? verdict : verify(newSecret, response, remoteip);
  }

  async function verify(secret: string, response: string, remoteip: string): Promise<Verdict> {
    const signals = [AbortSignal.timeout(TIMEOUT_MS), getDeadlineSignal()];
    const httpResponse = await fetch(requireVariable(environment, 'TURNSTILE_URL'), {
      method: 'POST',
      body: new URLSearchParams({ secret, response, remoteip }),
      signal: AbortSignal.any(signals.filter(signal => signal !== undefined)),
    });
    return (await httpResponse.json()) as Verdict;
  }

  return {
    isEnabled: true,

    async verify(challengeToken, source, action) {
      if (challengeToken === undefined) throw createChallengeError('missing');
      const verdict = await verifyWithCurrentSecret(challengeToken, source).catch(error => {
        log.error({ event: 'challenge.unavailable', error });
        throw new DomainError('unavailable');
      });
      if (verdict.success === true) return assertExpectedWidget(verdict, action, hostnames);
      const errorCode = verdict['error-codes']?.find(code => OUR_ERROR_CODES.has(code));
      if (!errorCode && verdict.success === false) throw createChallengeError('challenge-failed');
      log.error({ event: 'challenge.bad_response', ...(errorCode && { detail: errorCode }) });
      throw new DomainError('unavailable');
    },
  };
}

/**
 * Checks that the challenge was solved for this action and on a page of an allowed frontend. Otherwise, an attacker
 * could use tokens that were solved by visitors of another page, or for an action with less protection.
 */
function assertExpectedWidget(
  { action, hostname = '', metadata }: Verdict,
  expected: ChallengeAction,
  hostnames: readonly string[],
): void {
  if (metadata?.result_with_testing_key) return;
  const isExpected = action === expected && hostnames.includes(hostname);
  if (isExpected) return;
  log.warn({ event: 'challenge.other_widget', detail: action === expected ? 'hostname' : 'action' });
  throw createChallengeError('challenge-failed');
}

const createChallengeError = (code: 'missing' | 'challenge-failed') =>
  new FieldError({ turnstileToken: [code] });

/** The only token that the sandbox accepts. It may be reused, and Turnstile is not called. */
const SANDBOX_TOKEN = 'XXXX.DUMMY.TOKEN.XXXX';

const hashText = (text: string) => createHash('sha256').update(text).digest();

function verifySandboxToken(token: string | undefined): void {
  if (token === undefined) throw createChallengeError('missing');
  if (!timingSafeEqual(hashText(token), hashText(SANDBOX_TOKEN)))
    throw createChallengeError('challenge-failed');
}
