/** Operations on connected accounts and on the links to their pages. */
import type Stripe from 'stripe';
import { StripeError } from '../responses.ts';
import type { Account, AccountLink, LoginLink, StripeApiRequest, StripeEmulator } from '../types.ts';

type Verification = Pick<Account, 'charges_enabled' | 'details_submitted' | 'payouts_enabled'>;

/** The verification of an account that can receive payments and payouts. */
export const VERIFIED_ACCOUNT: Verification = {
  charges_enabled: true,
  details_submitted: true,
  payouts_enabled: true,
};

/** Verification of an account that Stripe has restricted, although its owner has submitted all details. */
export const RESTRICTED_ACCOUNT: Verification = {
  ...VERIFIED_ACCOUNT,
  charges_enabled: false,
  payouts_enabled: false,
};

const LINK_LIFETIME_SECONDS = 300;

/** Creates an unverified account. */
export function createAccount({ params, store }: StripeApiRequest<Stripe.AccountCreateParams>): Account {
  const { capabilities = {}, country = 'SK', email, metadata, type } = params;
  return store.create('account', {
    country,
    email,
    metadata,
    type,
    ...RESTRICTED_ACCOUNT,
    details_submitted: false,
    capabilities: createCapabilities(Object.keys(capabilities), false),
  });
}

/**
 * Returns an account.
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
  const { charges_enabled } = { ...account, ...change };
  const capabilities = createCapabilities(Object.keys(account.capabilities ?? {}), charges_enabled);
  const updated = store.update(account, {
    ...change,
    capabilities: { ...capabilities, ...changedCapabilities },
  });
  webhooks.send('account.updated', updated, account.id);
  return updated;
}

const createCapabilities = (names: readonly string[], isActive: boolean): Account['capabilities'] =>
  Object.fromEntries(names.map(name => [name, isActive ? 'active' : 'inactive']));

type LinkParams = Stripe.AccountLinkCreateParams & Pick<AccountLink['hidden'], 'refresh_url' | 'return_url'>;

/** Creates a link for one visit to the onboarding page. Returns the link object without its id, as Stripe does. */
export function createAccountLink(call: StripeApiRequest<LinkParams>): Omit<AccountLink, 'id'> {
  const { params, store, now, url } = call;
  const { account, refresh_url, return_url } = params;
  store.get('account', account, 'account');
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
 * @throws StripeError when the account does not exist or has not completed onboarding
 */
export function createLoginLink(call: StripeApiRequest): Omit<LoginLink, 'id'> {
  const { store, url } = call;
  const { id: account, details_submitted } = retrieveAccount(call);
  if (!details_submitted) {
    const message = 'Cannot create a login link for an account that has not completed onboarding.';
    throw new StripeError(400, message);
  }
  const linkId = store.createId('link_');
  const { id, ...link } = store.create('login_link', {
    id: linkId,
    url: `${url}/express/${account}/${linkId}`,
    hidden: { account, isUsed: false },
  });
  return link;
}
