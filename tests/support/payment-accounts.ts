/** The payment provider's side: its accounts, and events as it signs and sends them. */
import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { inject } from 'vitest';
import type { Service, ServiceResponse } from './start-service.ts';
import { controlProvider } from './stripe-provider.ts';

export interface StripeEvent {
  readonly id: string;
  readonly type: string;
  readonly livemode: boolean;
  readonly data: { readonly object: Readonly<Record<string, unknown>> };
}

export function accountUpdatedEvent(account: string, change: Partial<StripeEvent> = {}): StripeEvent {
  return {
    id: `evt_${randomUUID()}`,
    type: 'account.updated',
    livemode: false,
    data: { object: { id: account, object: 'account' } },
    ...change,
  };
}

interface SignatureOptions {
  readonly secret?: string;
  /** Seconds since the event was signed. */
  readonly age?: number;
}

/** Sends the event as the provider would, signed by its own library. */
export function sendEvent(
  service: Service,
  event: object,
  signing: SignatureOptions = {},
): Promise<ServiceResponse> {
  const payload = JSON.stringify(event);
  return sendSignedPayload(service, payload, signPayload(service, payload, signing));
}

export function sendSignedPayload(
  service: Service,
  payload: string,
  signature: string,
): Promise<ServiceResponse> {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature };
  return service.post('/webhooks/stripe', Buffer.from(payload), { headers });
}

export function signPayload(
  { deps }: Service,
  payload: string,
  { secret = 'whsec_connect', age = 0 }: SignatureOptions = {},
): string {
  const timestamp = Math.floor(deps.clock.now().getTime() / 1000) - age;
  return Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
}

/** An expert who has been to the page of the provider. */
export async function createPaymentAccount(service: Service, email: string) {
  const { token, id } = await service.registerExpert({ email });
  const { data } = (await service.post('/me/payment-account', undefined, { token })).body;
  return { token, id, account: readAccountId(data.url) };
}

/** The account that an onboarding page is for. */
export function readAccountId(url: string): string {
  return /acct_\w+/.exec(url)?.[0] ?? '';
}

/** Has the provider find the account in order, or no longer. */
export async function setAccountVerified(account: string, verified: boolean): Promise<void> {
  await controlProvider(inject('emulators').stripe, `accounts/${account}`, {
    charges_enabled: verified,
    payouts_enabled: verified,
    details_submitted: true,
  });
}
