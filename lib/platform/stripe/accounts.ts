/** Experts' Stripe accounts and their onboarding pages (infra/docs/api/approval.md#payment-account). */

import Stripe from 'stripe';
import { CachedProviderError, DomainError } from '../../domain/errors.ts';
import type { Expert } from '../../domain/model/accounts/account.ts';
import type { Payments } from '../../domain/ports/payments.ts';
import { log } from '../../log.ts';
import { callStripe, type GetStripeClient, ignoreUnknownAccount, SINGLE_ATTEMPT } from './client.ts';

type AccountMethods = Pick<
  Payments,
  'openAccount' | 'createOnboardingLink' | 'createLoginLink' | 'findAccount'
>;

/**
 * Stripe takes seconds to open an account, longer than for other requests. The attempts with and without the bank
 * account share this time.
 */
const OPENING_DEADLINE_MS = 20_000;

export function stripeAccounts(getStripe: GetStripeClient, ownFrontendUrl: string): AccountMethods {
  return {
    async openAccount(expert, key) {
      const { iban } = expert.bankAccount;
      const deadline = Date.now() + OPENING_DEADLINE_MS;
      const createAccount = async (params: Stripe.AccountCreateParams, idempotencyKey: string) => {
        const timeout = Math.max(1, deadline - Date.now());
        return (await getStripe()).accounts.create(params, { idempotencyKey, timeout, ...SINGLE_ATTEMPT });
      };
      const account = await callStripe(() =>
        createAccount(
          { ...createAccountParameters(expert), external_account: createBankAccountParameters(expert, iban) },
          key,
        ).catch(error => {
          assertPlatformAccepted(error);
          if (!isBankAccountError(error)) throw error;
          // The account is created without the rejected bank account. The expert enters another one on Stripe's
          // onboarding page.
          return createAccount(createAccountParameters(expert), `${key}-without-bank-account`);
        }),
      );
      return account.id;
    },

    async createOnboardingLink(accountId, frontendUrl = ownFrontendUrl) {
      const params: Stripe.AccountLinkCreateParams = {
        account: accountId,
        type: 'account_onboarding',
        return_url: `${frontendUrl}/payment-account/done`,
        refresh_url: `${frontendUrl}/payment-account/again`,
      };
      const link = await callStripe(async () =>
        (await getStripe()).accountLinks.create(params, SINGLE_ATTEMPT),
      );
      return link.url;
    },

    async createLoginLink(accountId) {
      const link = await callStripe(async () =>
        (await getStripe()).accounts.createLoginLink(accountId, undefined, SINGLE_ATTEMPT),
      );
      return link.url;
    },

    async findAccount(accountId) {
      const account = await callStripe(async () =>
        (await getStripe()).accounts.retrieve(accountId).catch(ignoreUnknownAccount),
      );
      if (!account) return undefined;
      const verified = account.capabilities?.transfers === 'active' && account.payouts_enabled;
      const restricted = !verified && isRestricted(account);
      return { id: account.id, expertId: account.metadata?.expertId ?? null, verified, restricted };
    },
  };
}

/**
 * Matches the errors with which Stripe refuses to open any account until the platform has completed its profile,
 * agreement or activation (infra/docs/deployment.md). These errors have no code.
 */
const PLATFORM_REFUSAL =
  /platform profile|questionnaire|signed up for Connect|responsibilities of managing losses|platform needs approval/i;

/**
 * @throws DomainError `payment-accounts-unavailable` when Stripe refuses the platform and not the request. Stripe's
 * message is logged
 */
function assertPlatformAccepted(error: unknown): void {
  const isRefusal =
    error instanceof Stripe.errors.StripeError &&
    PLATFORM_REFUSAL.test(error.message) &&
    error.statusCode !== 429;
  if (!isRefusal) return;
  log.error({ event: 'stripe.platform_refused', error });
  const cause = new CachedProviderError(error.message, { cause: error });
  throw new DomainError('payment-accounts-unavailable', { 'retry-after': '3600' }, cause);
}

/** Returns whether Stripe has restricted a submitted account. A pending verification is not a restriction. */
const isRestricted = ({ details_submitted, requirements }: Stripe.Account) =>
  details_submitted && requirements?.disabled_reason !== 'requirements.pending_verification';

const BANK_ACCOUNT_FIELD = /^(external_account|bank_account|account_number|routing_number)/;

/**
 * Returns whether Stripe has rejected the bank account. A valid IBAN may belong to a bank to which Stripe makes no
 * payouts, and Stripe's test mode accepts only a few IBANs.
 */
const isBankAccountError = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  [error.param, error.code].some(field => field && BANK_ACCOUNT_FIELD.test(field));

const formatName = ({ firstName, lastName }: Expert) => [firstName, lastName].filter(Boolean).join(' ');

const createBankAccountParameters = (
  expert: Expert,
  account_number: string,
): Stripe.AccountCreateParams.ExternalAccount => ({
  object: 'bank_account',
  country: 'SK',
  currency: 'eur',
  account_holder_name: formatName(expert),
  account_number,
});

/** Builds the parameters of a new account. Experts choose between person and company on Stripe's onboarding page. */
function createAccountParameters(expert: Expert): Stripe.AccountCreateParams {
  const { id, email } = expert;
  return {
    type: 'express',
    country: 'SK',
    email,
    business_profile: {
      name: formatName(expert),
      product_description: 'Znalecké posudky nehnuteľností',
    },
    // `transfers` would be enough, but needs Stripe's approval of the platform
    // (infra/decisions/0026-payout-capability.md).
    capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
    metadata: { expertId: id },
  };
}
