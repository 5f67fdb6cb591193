/** HTTP sender of webhooks. It signs messages according to Standard Webhooks and follows no redirects. */
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { getDeadlineSignal } from '../../deadline.ts';
import type { WebhookDeliveryError, WebhookDeliveryResult } from '../../domain/model/webhooks/webhook.ts';
import type { WebhookMessage, WebhookSender } from '../../domain/ports/webhooks.ts';
import { type Environment, isEnabled } from '../environment.ts';
import { AddressNotAllowed, isLocalUrl, isPublicUrl, lookupPublic } from './targets.ts';

/** Maximum time for the whole exchange, from the resolution of the host name to the end of the response. */
const TIMEOUT_MS = 10_000;

/** Maximum number of bytes of the response body that are recorded. */
const MAX_BODY_BYTES = 1024;

interface SenderOptions {
  readonly timeoutMs?: number;
  readonly lookup?: LookupFunction;
}

/** @throws Error when `LOCAL_WEBHOOKS` is on outside the local stack */
export function createWebhookSender(
  environment: Environment,
  { timeoutMs = TIMEOUT_MS, lookup = lookupPublic }: SenderOptions = {},
): WebhookSender {
  const acceptsLocal = isEnabled(environment, 'LOCAL_WEBHOOKS');
  if (acceptsLocal && environment.SECRETS_PATH)
    throw new Error('LOCAL_WEBHOOKS is for the local stack only.');
  const ownHosts = [environment.API_URL, environment.FRONTEND_URL].map(url => URL.parse(url ?? '')?.hostname);
  const isAllowedUrl = (url: URL) =>
    (isPublicUrl(url) && !ownHosts.includes(url.hostname.replace(/\.$/, ''))) ||
    (acceptsLocal && isLocalUrl(url));

  return {
    isAllowed: text => URL.canParse(text) && isAllowedUrl(new URL(text)),

    async send(text, message) {
      const begun = performance.now();
      const finish = (result: Omit<WebhookDeliveryResult, 'durationMs'>): WebhookDeliveryResult => ({
        ...result,
        durationMs: Math.round(performance.now() - begun),
      });
      const url = new URL(text);
      if (!isAllowedUrl(url)) return finish({ status: null, error: 'not-allowed', body: null });
      const timeout = AbortSignal.timeout(timeoutMs);
      const deadline = getDeadlineSignal();
      const signal = deadline ? AbortSignal.any([timeout, deadline]) : timeout;
      let isResolving = false;
      const trackedLookup: LookupFunction = (hostname, options, callback) => {
        isResolving = true;
        lookup(hostname, options, (...result) => {
          isResolving = false;
          callback(...result);
        });
      };
      try {
        const response = await post(url, message, signal, isLocalUrl(url) ? undefined : trackedLookup);
        return finish({
          status: response.statusCode ?? null,
          error: null,
          body: await readBeginning(response),
        });
      } catch (error) {
        const timeoutReason = isResolving ? 'resolver-failed' : 'timeout';
        const reason = signal.aborted ? timeoutReason : classifyError(error);
        return finish({ status: null, error: reason, body: null });
      }
    },
  };
}

/** Sends the request and resolves to the response when its headers have arrived. */
function post(
  url: URL,
  { id, payload, secrets }: WebhookMessage,
  signal: AbortSignal,
  lookup: LookupFunction | undefined,
): Promise<IncomingMessage> {
  const now = new Date();
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(payload),
    'user-agent': 'Trhovisko-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': secrets.map(secret => new Webhook(secret).sign(id, now, payload)).join(' '),
  };
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    // Without an agent, no connection is reused, so that the address of every connection is checked. A response that
    // switches protocols (101) emits only `close`, so the promise is rejected there.
    send(url, { method: 'POST', headers, signal, agent: false, ...(lookup && { lookup }) }, resolve)
      .on('error', reject)
      .on('close', () => reject(new Error('The connection was closed without a response.')))
      .end(payload);
  });
}

/**
 * Reads the beginning of a response body and closes the connection. If the body is interrupted or too slow, the part
 * that has arrived is returned, because the status alone decides whether the event was accepted.
 */
async function readBeginning(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= MAX_BODY_BYTES) break;
    }
  } catch {
    // The rest of the body is not needed.
  }
  response.destroy();
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, MAX_BODY_BYTES));
}

/** Classifies an error. A host name that does not exist is the receiver's fault, other look-up errors can be ours. */
function classifyError(error: unknown): WebhookDeliveryError {
  if (error instanceof AddressNotAllowed) return 'not-allowed';
  const { code = '', cause } = error as { readonly code?: string; readonly cause?: unknown };
  if (cause instanceof AddressNotAllowed) return 'not-allowed';
  if (code === 'ENOTFOUND') return 'not-resolved';
  if (code.startsWith('EAI_')) return 'resolver-failed';
  return /CERT|SSL|TLS|UNABLE_TO|SELF_SIGNED/.test(code) ? 'tls' : 'connection';
}
