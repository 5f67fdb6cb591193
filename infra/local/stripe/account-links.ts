/** Links to the onboarding page: each leads there once, within minutes; later it leads to `refresh_url`. */
import { type Call, existing, required, requiredUrl, StripeError } from './call.ts';
import { complete } from './complete.ts';
import { type AccountLink, newId } from './objects.ts';

const LIFETIME_SECONDS = 300;

/** Stripe tells no id of a link: its address is all there is. */
export function createAccountLink({ params, store, url, now }: Call): Omit<AccountLink, 'id'> {
  const account = required(params, 'account');
  const { type } = existing(store.find('account', account), 'account', account, 'account');
  if (params.get('type') === 'account_update' && type !== 'custom') {
    throw new StripeError(400, 'You cannot create `account_update` type Account Links for this account.');
  }
  const link = newId('link_');
  const { id, ...answer } = store.put<AccountLink>(
    complete('account_link', {
      id: link,
      object: 'account_link',
      created: now(),
      expires_at: now() + LIFETIME_SECONDS,
      url: `${url}/onboarding/${account}/${link}`,
      hidden: {
        account,
        refresh_url: requiredUrl(params, 'refresh_url'),
        return_url: requiredUrl(params, 'return_url'),
        state: 'new',
      },
    }),
  );
  return answer;
}
