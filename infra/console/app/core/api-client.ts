/** API client of this browser tab. */
import { createClient } from '../../../client/runtime/index.ts';
import { recordExchange } from './exchanges.ts';
import { getFailureHeaders } from './simulated-failure.ts';
import { tokenSession } from './token.ts';

/** URL of the API, which the build writes into index.html. The Content Security Policy allows no other API. */
export const API_URL = document.querySelector<HTMLMetaElement>('meta[name="api-url"]')?.content ?? '';

export const api = createClient({
  baseUrl: API_URL,
  ...tokenSession.options,
  headers: getFailureHeaders,
  onExchange: recordExchange,
});
