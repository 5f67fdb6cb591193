/** The client of the API, with the token of this tab. */
import { createClient } from '../../../client/runtime/index.ts';
import { recordExchange } from './exchanges.ts';
import { getFailureHeaders } from './simulated-failure.ts';
import { readToken } from './token.ts';

/** Where the API is; the page was made for it, and its policy lets scripts call nothing else. */
export const API_URL = document.querySelector<HTMLMetaElement>('meta[name="api-url"]')?.content ?? '';

export const api = createClient({
  baseUrl: API_URL,
  token: readToken,
  headers: getFailureHeaders,
  onExchange: recordExchange,
});
