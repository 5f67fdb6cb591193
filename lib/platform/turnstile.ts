/** Bot check with Cloudflare Turnstile's `siteverify` API (infra/docs/api/validation.md#bot-challenge). */
import { createHash, timingSafeEqual } from 'node:crypto';
import { DomainError, FieldError } from '../domain/errors.ts';
import type { BotCheck } from '../domain/ports/services.ts';
import { log } from '../log.ts';
import { type Environment, isEnabled, isSandbox, requireVariable } from './environment.ts';
import type { Secrets } from './secrets.ts';

interface Verdict {
  readonly success: boolean;
  readonly 'error-codes'?: readonly string[];
}

const DEADLINE_MS = 4000;
/** Error codes that are caused by the configuration of this service or by Turnstile, not by the visitor. */
const OUR_FAULT = new Set(['missing-input-secret', 'invalid-input-secret', 'bad-request', 'internal-error']);

export function turnstile(environment: Environment, secrets: Secrets): BotCheck {
  if (!isEnabled(environment, 'BOT_PROTECTION')) return { verify: async () => {} };
  if (isSandbox(environment)) return { verify: async token => passInSandbox(token) };

  /** Verifies a challenge. When Turnstile rejects the secret, reads it again and retries if it has changed. */
  async function ask(response: string, remoteip: string): Promise<Verdict> {
    const secret = await secrets('turnstile-secret');
    const verdict = await verify(secret, response, remoteip);
    if (!verdict['error-codes']?.includes('invalid-input-secret')) return verdict;
    const renewed = await secrets('turnstile-secret', secret);
    return renewed === secret ? verdict : verify(renewed, response, remoteip);
  }

  async function verify(secret: string, response: string, remoteip: string): Promise<Verdict> {
    const reply = await fetch(requireVariable(environment, 'TURNSTILE_URL'), {
      method: 'POST',
      body: new URLSearchParams({ secret, response, remoteip }),
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    return (await reply.json()) as Verdict;
  }

  return {
    async verify(challengeToken, source) {
      if (challengeToken === undefined) throw challengeError('challenge-missing');
      const verdict = await ask(challengeToken, source).catch(error => {
        log.error({ event: 'challenge.unavailable', error });
        throw new DomainError('unavailable');
      });
      if (verdict.success === true) return;
      const fault = verdict['error-codes']?.find(code => OUR_FAULT.has(code));
      if (!fault && verdict.success === false) throw challengeError('challenge-failed');
      log.error({ event: 'challenge.bad_response', ...(fault && { detail: fault }) });
      throw new DomainError('unavailable');
    },
  };
}

const challengeError = (reason: 'challenge-missing' | 'challenge-failed') =>
  new FieldError({ turnstileToken: [reason] });

/** The only token that the sandbox accepts. It may be reused, and Turnstile is not called. */
const SANDBOX_TOKEN = 'XXXX.DUMMY.TOKEN.XXXX';

const digest = (text: string) => createHash('sha256').update(text).digest();

function passInSandbox(token: string | undefined): void {
  if (token === undefined) throw challengeError('challenge-missing');
  if (!timingSafeEqual(digest(token), digest(SANDBOX_TOKEN))) throw challengeError('challenge-failed');
}
