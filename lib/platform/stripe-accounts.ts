/** Experts' accounts at Stripe, and the pages where they are verified (contract §3). */

import type Stripe from 'stripe';
import type { Expert } from '../domain/model/account.ts';
import type { Payments } from '../domain/ports/market.ts';
import { type Connect, call, unknownAccount } from './stripe-client.ts';

type Accounts = Pick<Payments, 'openAccount' | 'onboardingPage' | 'findAccount'>;

export function stripeAccounts(stripe: Connect, frontendUrl: string): Accounts {
  return {
    async openAccount(expert, key) {
      const account = await call(async () =>
        (await stripe()).accounts.create(accountOf(expert), { idempotencyKey: key }),
      );
      return account.id;
    },

    async onboardingPage(accountId) {
      const link = await call(async () =>
        (await stripe()).accountLinks.create({
          account: accountId,
          type: 'account_onboarding',
          return_url: `${frontendUrl}/payment-account/done`,
          refresh_url: `${frontendUrl}/payment-account/again`,
        }),
      );
      return link.url;
    },

    async findAccount(accountId) {
      const account = await call(async () =>
        (await stripe()).accounts.retrieve(accountId).catch(unknownAccount),
      );
      if (!account) return undefined;
      const verified = account.charges_enabled && account.payouts_enabled;
      const restricted = !verified && isHeldUp(account);
      return { id: account.id, expertId: account.metadata?.expertId ?? null, verified, restricted };
    },
  };
}

/** What Stripe is still looking at is no refusal. */
const isHeldUp = ({ details_submitted, requirements }: Stripe.Account) =>
  details_submitted && requirements?.disabled_reason !== 'requirements.pending_verification';

/** Whether it is a person's or a company's, the expert says on the provider's page (contract §3). */
function accountOf({ id, email, firstName, lastName }: Expert): Stripe.AccountCreateParams {
  return {
    type: 'express',
    country: 'SK',
    email,
    business_profile: {
      name: [firstName, lastName].filter(Boolean).join(' '),
      product_description: 'Znalecké posudky nehnuteľností',
    },
    capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
    metadata: { expertId: id },
  };
}
