/**
 * Stripe's own HTTP client, but with the key of today: one that was replaced while this Lambda was
 * warm is read again, at the latest when Stripe does not know the old one any more (401).
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
    const answer = await send(key);
    if (answer.getStatusCode() !== 401) return answer;
    const renewed = await secrets('stripe-secret-key', key);
    return renewed === key ? answer : send(renewed);
  };
  return client;
}
