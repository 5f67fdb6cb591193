/** Experts' Stripe accounts and their onboarding pages (infra/docs/api/approval.md#payment-account). */

import Stripe from 'stripe';
import type { Expert } from '../../domain/model/account.ts';
import type { Payments } from '../../domain/ports/payments.ts';
import { callStripe, type GetStripeClient, ignoreUnknownAccount } from './client.ts';

type AccountMethods = Pick<Payments, 'openAccount' | 'createOnboardingLink' | 'findAccount'>;

export function stripeAccounts(getStripe: GetStripeClient, frontendUrl: string): AccountMethods {
  return {
    async openAccount(expert, key) {
      const { iban } = expert.bankAccount;
      const createAccount = async (params: Stripe.AccountCreateParams, idempotencyKey: string) =>
        (await getStripe()).accounts.create(params, { idempotencyKey });
      const account = await callStripe(() =>
        createAccount(
          { ...createAccountParameters(expert), external_account: createBankAccountParameters(expert, iban) },
          key,
        ).catch(error => {
          if (!isBankAccountError(error)) throw error;
          // The account is created without this bank account. The expert enters another one on Stripe's onboarding
          // page.
          return createAccount(createAccountParameters(expert), `${key}-without-bank-account`);
        }),
      );
      return account.id;
    },

    async createOnboardingLink(accountId) {
      const link = await callStripe(async () =>
        (await getStripe()).accountLinks.create({
          account: accountId,
          type: 'account_onboarding',
          return_url: `${frontendUrl}/payment-account/done`,
          refresh_url: `${frontendUrl}/payment-account/again`,
        }),
      );
      return link.url;
    },

    async findAccount(accountId) {
      const account = await callStripe(async () =>
        (await getStripe()).accounts.retrieve(accountId).catch(ignoreUnknownAccount),
      );
      if (!account) return undefined;
      const verified = account.charges_enabled && account.payouts_enabled;
      const restricted = !verified && isRestricted(account);
      return { id: account.id, expertId: account.metadata?.expertId ?? null, verified, restricted };
    },
  };
}

/** Returns whether Stripe has restricted a submitted account. A pending verification is not a restriction. */
const isRestricted = ({ details_submitted, requirements }: Stripe.Account) =>
  details_submitted && requirements?.disabled_reason !== 'requirements.pending_verification';

const BANK_ACCOUNT_FIELD = /^(external_account|bank_account|account_number|routing_number)/;

/**
 * Returns whether Stripe rejected the bank account. A valid IBAN may belong to a bank that Stripe does not pay out to,
 * and Stripe's test mode accepts only a few IBANs.
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
    capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
    metadata: { expertId: id },
  };
}
