/**
 * Stripe's HTTP client with the current API key. After a rotation, a warm Lambda reads the new key when its cached
 * secrets expire, or when Stripe rejects the old key (401). In the second case, the request is sent again with the new
 * key.
 */
import Stripe from 'stripe';
import type { Secrets } from '../secrets.ts';

type HttpClient = ReturnType<typeof Stripe.createNodeHttpClient>;

export function withCurrentKey(secrets: Secrets): HttpClient {
  const client = Stripe.createNodeHttpClient();
  const { makeRequest } = client;
  client.makeRequest = async (...[host, port, path, method, headers, ...rest]) => {
    const send = (key: string) => {
      const authorized = { ...headers, Authorization: `Bearer ${key}` };
      return makeRequest.call(client, host, port, path, method, authorized, ...rest);
    };
    const key = await secrets('stripe-secret-key');
    const response = await send(key);
    if (response.getStatusCode() !== 401) return response;
    const renewed = await secrets('stripe-secret-key', key);
    return renewed === key ? response : send(renewed);
  };
  return client;
}
