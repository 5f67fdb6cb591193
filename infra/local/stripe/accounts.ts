/** Connected accounts: what they may do follows from whether they are verified. */
import { isValidIBAN } from 'ibantools';
import { type Call, existing, mapOf, StripeError } from './call.ts';
import { complete } from './complete.ts';
import { type Account, newId } from './objects.ts';
import type { Provider } from './provider.ts';

/** What verification turns on. */
export type Verification = Pick<Account, 'charges_enabled' | 'details_submitted' | 'payouts_enabled'>;

export const VERIFIED: Verification = {
  charges_enabled: true,
  details_submitted: true,
  payouts_enabled: true,
};

/** Something was found wanting after everything had been handed in. */
export const RESTRICTED: Verification = {
  charges_enabled: false,
  details_submitted: true,
  payouts_enabled: false,
};

const UNVERIFIED: Verification = { charges_enabled: false, details_submitted: false, payouts_enabled: false };

export function createAccount({ params, store, now }: Call): Account {
  const requested = requestedCapabilities(params);
  if (requested.includes('transfers') && !requested.includes('card_payments')) {
    throw new StripeError(
      400,
      'Your platform needs approval for accounts to have requested the `transfers` capability without the `card_payments` capability.',
      { param: 'capabilities' },
    );
  }
  refuseUnlessPayable(params);
  const account: Account = complete('account', {
    id: newId('acct_'),
    object: 'account',
    business_profile: { ...mapOf(params, 'business_profile') },
    business_type: params.get('business_type'),
    capabilities: {},
    country: params.get('country') ?? 'SK',
    created: now(),
    default_currency: 'eur',
    email: params.get('email'),
    metadata: mapOf(params, 'metadata'),
    type: params.get('type') ?? 'none',
    ...UNVERIFIED,
  });
  return store.put(withVerification(account, UNVERIFIED, requested));
}

/** Stripe does not say whether an account exists that is none of the platform's. */
export function showAccount({ id, store }: Call): Account {
  const found = store.find('account', id);
  if (found) return found;
  const message = `The provided key does not have access to account '${id}' (or that account does not exist).`;
  throw new StripeError(403, message, { code: 'account_invalid' });
}

/** Its owner, or Stripe, changes what is known of an account; the platform is told. */
export async function changeAccount(provider: Provider, account: Account, change: Partial<Verification>) {
  const changed = provider.store.put(withVerification(account, change));
  await provider.webhooks.send('account.updated', changed, account.id);
  return changed;
}

/** The same account with the verification that follows from `change`: capabilities and requirements agree with it. */
function withVerification(
  account: Account,
  change: Partial<Verification>,
  capabilities = Object.keys(account.capabilities),
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
      alternatives: [],
      current_deadline: null,
      currently_due: missing,
      disabled_reason: missing.length > 0 ? 'requirements.past_due' : null,
      errors: [],
      eventually_due: missing,
      past_due: missing,
      pending_verification: [],
    },
  };
}

/** Money goes only to accounts that may have it. */
export function refuseUnlessTransferable(provider: Provider, destination: string, param: string): Account {
  const account = existing(provider.store.find('account', destination), 'destination', destination, param);
  if (account.capabilities.transfers === 'active') return account;
  throw new StripeError(
    400,
    'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments',
    { code: 'insufficient_capabilities_for_transfer', param },
  );
}

/** A bank account is an IBAN of the country that is said. */
function refuseUnlessPayable(params: URLSearchParams): void {
  const own = mapOf(params, 'external_account');
  if (Object.keys(own).length === 0) return;
  const { object, country = '', currency, account_number = '' } = own;
  const refuse = (member: string, message: string, code: string) => {
    throw new StripeError(400, message, { code, param: `external_account[${member}]` });
  };
  if (object !== 'bank_account') refuse('object', `Invalid object: ${object}`, 'parameter_invalid_string');
  if (currency !== 'eur')
    refuse('currency', `${currency} is not supported for ${country}.`, 'bank_account_unusable');
  if (!account_number.startsWith(country) || !isValidIBAN(account_number))
    refuse('account_number', 'You must use a valid IBAN.', 'account_number_invalid');
}

function requestedCapabilities(params: URLSearchParams): string[] {
  return [...params].flatMap(([name, value]) =>
    value === 'true' ? (/^capabilities\[(\w+)\]\[requested\]$/.exec(name)?.slice(1) ?? []) : [],
  );
}
