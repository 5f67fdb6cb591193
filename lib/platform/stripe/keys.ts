/**
 * Stripe's HTTP client with the current API key. After a rotation, a warm Lambda reads the new key when its cached
 * secrets expire, or when Stripe rejects the old key (401). In the second case, the request is sent again with the new
 * key.
 */
import Stripe from 'stripe';
import type { Secrets } from '../secrets.ts';

type HttpClient = ReturnType<typeof Stripe.createNodeHttpClient>;

export function createHttpClientWithCurrentKey(secrets: Secrets): HttpClient {
  const client = Stripe.createNodeHttpClient();
  const { makeRequest } = client;
  client.makeRequest = async (...[host, port, path, method, headers, ...rest]) => {
    const sendWithKey = (key: string) => {
      const authorizedHeaders = { ...headers, Authorization: `Bearer ${key}` };
      return makeRequest.call(client, host, port, path, method, authorizedHeaders, ...rest);
    };
    const key = await secrets('stripe-secret-key');
    const response = await sendWithKey(key);
    if (response.getStatusCode() !== 401) return response;
    const newKey = await secrets('stripe-secret-key', key);
    return newKey === key ? response : sendWithKey(newKey);
  };
  return client;
}
