/** The API, as this console calls it: through the client, with this tab's token. */
import { type ApiClient, type CallOptions, createClient, ROUTES } from '../../../client/runtime/index.ts';
import { record } from './exchanges.ts';
import { failureHeaders } from './failure.ts';
import { keptToken } from './token.ts';

/** Where the API is; the page was made for it, and its policy lets scripts call nothing else. */
export const API_URL = document.querySelector<HTMLMetaElement>('meta[name="api-url"]')?.content ?? '';

const client = createClient({ baseUrl: API_URL, token: keptToken, onExchange: record });

type AnyMethod = (input?: object, options?: CallOptions) => Promise<unknown>;

/** Every method as it is, with what the developer's drawer asks the sandbox to pretend. */
export const api: ApiClient = {
  ...client,
  ...(Object.fromEntries(
    Object.keys(ROUTES).map(name => {
      const method = client[name as keyof typeof ROUTES] as AnyMethod;
      return [
        name,
        (input?: object, options?: CallOptions) =>
          method(input, { ...options, headers: { ...failureHeaders(), ...options?.headers } }),
      ];
    }),
  ) as Partial<ApiClient>),
};
