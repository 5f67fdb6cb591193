import { createClient } from '../../../client/runtime/index.ts';
import { recordExchange } from './exchanges.ts';
import { findStorage } from './storage.ts';
import { createTokenSession } from './token-session.ts';

export const tokenSession = createTokenSession(findStorage('sessionStorage'), findStorage('localStorage'));

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
  onExchange: recordExchange,
});
