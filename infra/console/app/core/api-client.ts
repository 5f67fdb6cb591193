import { createClient, createSession } from '../../../client/runtime/index.ts';
import { recordExchange } from './exchanges.ts';
import { getFailureHeaders } from './simulated-failure.ts';
import { tabStorage } from './storage.ts';

/** Bearer token of this browser tab (infra/decisions/0020-console-token.md). */
export const tokenSession = createSession({ storage: tabStorage });

/**
 * Turnstile token that the local stack and the sandbox accept. The console runs only there, so it does not load the
 * Turnstile widget.
 */
export const TURNSTILE_TOKEN = 'XXXX.DUMMY.TOKEN.XXXX';

/** URL of the API, which the build writes into index.html. The Content Security Policy allows no other API. */
export const API_URL = document.querySelector<HTMLMetaElement>('meta[name="api-url"]')?.content ?? '';

export const api = createClient({
  baseUrl: API_URL,
  ...tokenSession.options,
  headers: getFailureHeaders,
  onExchange: recordExchange,
});
