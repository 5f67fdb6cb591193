/** Connected accounts and the links to their onboarding page. */
import { type Call, existing, mapOf, required, requiredUrl } from './call.ts';
import { type Account, type AccountLink, newId, nowInSeconds } from './objects.ts';

const LINK_LIFETIME_SECONDS = 3600;

/** What verification turns on. */
export type Verification = Pick<Account, 'charges_enabled' | 'details_submitted' | 'payouts_enabled'>;

export const VERIFIED: Verification = {
  charges_enabled: true,
  details_submitted: true,
  payouts_enabled: true,
};

const UNVERIFIED: Verification = { charges_enabled: false, details_submitted: false, payouts_enabled: false };

export function createAccount({ params, store }: Call): Account {
  const account: Account = {
    id: newId('acct_'),
    object: 'account',
    business_type: params.get('business_type'),
    country: params.get('country') ?? 'SK',
    created: nowInSeconds(),
    default_currency: 'eur',
    email: params.get('email'),
    metadata: mapOf(params, 'metadata'),
    type: required(params, 'type'),
    ...UNVERIFIED,
  };
  return store.put(withVerification(account, UNVERIFIED, requestedCapabilities(params)));
}

export function showAccount({ id, store }: Call): Account {
  return existing(store.find('account', id), 'account', id);
}

export function createAccountLink({ params, store, url }: Call): object {
  const account = required(params, 'account');
  existing(store.find('account', account), 'account', account, 'account');
  required(params, 'type');
  const link: AccountLink = store.put({
    id: newId('link_'),
    object: 'account_link',
    account,
    created: nowInSeconds(),
    expires_at: nowInSeconds() + LINK_LIFETIME_SECONDS,
    refresh_url: requiredUrl(params, 'refresh_url'),
    return_url: requiredUrl(params, 'return_url'),
  });
  const { object, created, expires_at } = link;
  return { object, created, expires_at, url: `${url}/onboarding/${account}/${link.id}` };
}

/** The same account with the verification that follows from `change`: capabilities and requirements agree with it. */
export function withVerification(
  account: Account,
  change: Partial<Verification>,
  capabilities = Object.keys((account.capabilities as object | undefined) ?? {}),
): Account {
  const changed = { ...account, ...change };
  const missing =
    changed.charges_enabled && changed.payouts_enabled ? [] : ['individual.verification.document'];
  return {
    ...changed,
    capabilities: Object.fromEntries(
      capabilities.map(name => [name, changed.charges_enabled ? 'active' : 'inactive']),
    ),
    requirements: {
      currently_due: missing,
      disabled_reason: missing.length > 0 ? 'requirements.past_due' : null,
      errors: [],
      eventually_due: missing,
      past_due: missing,
      pending_verification: [],
    },
  };
}

function requestedCapabilities(params: URLSearchParams): string[] {
  return [...params.keys()].flatMap(name => /^capabilities\[(\w+)\]\[requested\]$/.exec(name)?.[1] ?? []);
}
