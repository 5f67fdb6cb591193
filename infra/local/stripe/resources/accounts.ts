/** Operations on connected accounts and on the links to their onboarding page. */
import { isValidIBAN } from 'ibantools';
import type Stripe from 'stripe';
import { StripeError } from '../responses.ts';
import type { Account, AccountLink, LoginLink, StripeApiRequest, StripeEmulator } from '../types.ts';

type Verification = Pick<Account, 'charges_enabled' | 'details_submitted' | 'payouts_enabled'>;

/** The verification of an account that can receive payments and payouts. */
export const VERIFIED: Verification = {
  charges_enabled: true,
  details_submitted: true,
  payouts_enabled: true,
};

/**
 * The verification of an account whose owner has submitted all details, but which Stripe has restricted because of a
 * problem.
 */
export const RESTRICTED: Verification = {
  charges_enabled: false,
  details_submitted: true,
  payouts_enabled: false,
};

const UNVERIFIED: Verification = { charges_enabled: false, details_submitted: false, payouts_enabled: false };

const LINK_LIFETIME_SECONDS = 300;

/** Creates an unverified account. */
export function createAccount({ params, store }: StripeApiRequest<Stripe.AccountCreateParams>): Account {
  const requested = Object.entries(params.capabilities ?? {}).flatMap(([name, { requested }]) =>
    requested ? name : [],
  );
  if (requested.includes('transfers') && !requested.includes('card_payments')) {
    throw new StripeError(
      400,
      'Your platform needs approval for accounts to have requested the `transfers` capability without the `card_payments` capability.',
      { param: 'capabilities' },
    );
  }
  assertBankAccount(params.external_account);
  const { business_type, country = 'SK', email, metadata, type = 'none' } = params;
  return store.create('account', {
    business_profile: { ...params.business_profile } as Stripe.Account.BusinessProfile,
    business_type: business_type ?? null,
    country,
    default_currency: 'eur',
    email,
    metadata,
    type,
    ...verificationMembers(UNVERIFIED, requested),
  });
}

/**
 * Returns an account.
 *
 * @throws StripeError `account_invalid` when the account does not exist; as at Stripe, the error does not reveal
 *   whether another platform has an account with this id
 */
export function retrieveAccount({ id, store }: StripeApiRequest): Account {
  const found = store.find('account', id);
  if (found) return found;
  const message = `The provided key does not have access to account '${id}' (or that account does not exist).`;
  throw new StripeError(403, message, { code: 'account_invalid' });
}

/** Changes the verification of an account and sends `account.updated`. */
export function updateVerification(
  { store, webhooks }: StripeEmulator,
  account: Account,
  { capabilities: changedCapabilities, ...change }: Partial<Verification & Pick<Account, 'capabilities'>>,
): Account {
  const { charges_enabled, details_submitted, payouts_enabled } = { ...account, ...change };
  const verification = { charges_enabled, details_submitted, payouts_enabled };
  const members = verificationMembers(verification, Object.keys(account.capabilities ?? {}));
  const capabilities = { ...members.capabilities, ...changedCapabilities };
  const updated = store.update(account, { ...members, capabilities });
  webhooks.send('account.updated', updated, account.id);
  return updated;
}

/** Returns the members of an account that depend on its verification. */
function verificationMembers(verification: Verification, capabilities: readonly string[]) {
  const { charges_enabled, payouts_enabled } = verification;
  const missing = charges_enabled && payouts_enabled ? [] : ['individual.verification.document'];
  const status = charges_enabled ? ('active' as const) : ('inactive' as const);
  return {
    ...verification,
    capabilities: Object.fromEntries(capabilities.map(name => [name, status])),
    requirements: {
      alternatives: [],
      current_deadline: null,
      currently_due: missing,
      disabled_reason: missing.length > 0 ? ('requirements.past_due' as const) : null,
      errors: [],
      eventually_due: missing,
      past_due: missing,
      pending_verification: [],
    },
  };
}

/** Rejects bank accounts that are not in euros, or whose IBAN is invalid or not from the given country. */
function assertBankAccount(account: Stripe.AccountCreateParams['external_account']): void {
  if (typeof account !== 'object') return;
  const reject = (member: string, message: string, code: string): never => {
    throw new StripeError(400, message, { code, param: `external_account[${member}]` });
  };
  if (account.object !== 'bank_account') {
    throw reject('object', `Invalid object: ${account.object}`, 'parameter_invalid_string');
  }
  const { country, currency, account_number } = account;
  if (currency !== 'eur') {
    reject('currency', `${currency} is not supported for ${country}.`, 'bank_account_unusable');
  }
  if (!account_number.startsWith(country) || !isValidIBAN(account_number)) {
    reject('account_number', 'You must use a valid IBAN.', 'account_number_invalid');
  }
}

type LinkParams = Stripe.AccountLinkCreateParams & Pick<AccountLink['hidden'], 'refresh_url' | 'return_url'>;

/** Creates a link for one visit to the onboarding page. Returns the link object without its id, as Stripe does. */
export function createAccountLink(call: StripeApiRequest<LinkParams>): Omit<AccountLink, 'id'> {
  const { params, store, now, url } = call;
  const { account, refresh_url, return_url } = params;
  const { type } = store.get('account', account, 'account');
  if (params.type === 'account_update' && type !== 'custom') {
    throw new StripeError(400, 'You cannot create `account_update` type Account Links for this account.');
  }
  const linkId = store.createId('link_');
  const { id, ...link } = store.create('account_link', {
    id: linkId,
    expires_at: now() + LINK_LIFETIME_SECONDS,
    url: `${url}/onboarding/${account}/${linkId}`,
    hidden: { account, refresh_url, return_url, state: 'new' },
  });
  return link;
}

/**
 * Creates a link for one visit to the page where the owner of an account manages it.
 *
 * @throws StripeError when the account does not exist, is not an Express account, or has not completed onboarding
 */
export function createLoginLink(call: StripeApiRequest): Omit<LoginLink, 'id'> {
  const { store, url } = call;
  const { id: account, type, details_submitted } = retrieveAccount(call);
  if (type !== 'express') {
    const message = `Cannot create a login link for the account ${account}, which is not an Express account.`;
    throw new StripeError(400, message);
  }
  if (!details_submitted) {
    throw new StripeError(
      400,
      'Cannot create a login link for an account that has not completed onboarding.',
    );
  }
  const linkId = store.createId('link_');
  const { id, ...link } = store.create('login_link', {
    id: linkId,
    url: `${url}/express/${account}/${linkId}`,
    hidden: { account, isUsed: false },
  });
  return link;
}
