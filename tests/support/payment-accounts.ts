/** Payment accounts at the payment provider, and provider events with valid signatures. */

import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { inject } from 'vitest';
import { PASSWORD } from './builders.ts';
import type { Service, ServiceResponse } from './start-service.ts';
import { callTestControl } from './stripe-provider.ts';

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
  /** Age of the signature in seconds. */
  readonly age?: number;
}

/**
 * Signs the event with the provider's own library and sends it to the service. By default, events about accounts are
 * signed with the secret for connected accounts, and others with the platform's secret.
 */
export function sendEvent(
  service: Service,
  event: object,
  signing: SignatureOptions = {},
): Promise<ServiceResponse> {
  const payload = JSON.stringify(event);
  const isAboutAccount = 'type' in event && String(event.type).startsWith('account.');
  const secret = isAboutAccount ? 'whsec_connect' : 'whsec_platform';
  return sendSignedPayload(service, payload, signPayload(service, payload, { secret, ...signing }));
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

/** Registers an expert who has opened the provider's onboarding page. */
export async function createPaymentAccount(service: Service, email: string) {
  const { token, id } = await service.registerExpert({ email });
  const { data } = (await service.post('/me/payment-account', { currentPassword: PASSWORD }, { token })).body;
  return { token, id, account: readAccountId(data.url) };
}

export function readAccountId(url: string): string {
  return /acct_\w+/.exec(url)?.[0] ?? '';
}

/** Makes the provider report the account as verified or restricted. */
export async function setAccountVerified(account: string, verified: boolean): Promise<void> {
  await callTestControl(inject('emulators').stripe, `accounts/${account}`, {
    charges_enabled: verified,
    payouts_enabled: verified,
    details_submitted: true,
  });
}
