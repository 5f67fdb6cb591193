/** Accounts of experts at the payment provider (infra/docs/api/approval.md#payment-account). */
import { changeExpert, decideNoChange } from '../accounts/change-user.ts';
import { type PasswordProof, requireCurrentPassword } from '../accounts/current-password.ts';
import type { CodeDependencies } from '../accounts/second-factor.ts';
import { decideAccountChange, tasksAdded } from '../changes.ts';
import { CachedProviderError, DomainError } from '../errors.ts';
import type { Expert } from '../model/accounts/account.ts';
import type { PaymentAccount } from '../model/payments/payment.ts';
import { findPartner, getFrontendUrl } from '../partners/frontend.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { runUnitOfWork } from '../unit-of-work.ts';
import { detachPaymentAccount, recordVerification } from './approval.ts';

type Deps = Pick<
  Dependencies,
  'accounts' | 'alarms' | 'partners' | 'passwordHasher' | 'payments' | 'unitOfWork'
> &
  CodeDependencies;

/**
 * Opens the page of the payment provider on which the expert is verified or changes the bank account for payouts.
 *
 * Opens an account when the expert has none, or when the account has vanished at the provider. Otherwise reads the
 * state of the account from the provider, because an event about a change can be lost. The expert gets a mail, because
 * the page sets the bank account for payouts.
 * @returns the URL of the provider's page: its dashboard for a verified account, its onboarding for any other
 * @throws FieldError or LimitExceeded as `requireCurrentPassword`
 * @throws DomainError `payment-accounts-unavailable` when the provider refuses to open accounts for this platform
 */
export async function openProviderPage(expert: Expert, proof: PasswordProof, deps: Deps): Promise<string> {
  const { useCode } = await requireCurrentPassword(expert, proof, deps);
  const url = await createPageLink(expert, deps);
  // The mail is stored, and the code used up, before anybody can use the link.
  const decide = () => ({
    result: undefined,
    changes: tasksAdded([{ kind: 'mail', mail: 'payment-account-opened', userId: expert.id }], deps),
  });
  await runUnitOfWork({ useCode, decide, respond: () => undefined }, deps);
  return url;
}

async function createPageLink(expert: Expert, deps: Deps): Promise<string> {
  const { paymentAccountId } = expert;
  const frontendUrl = getFrontendUrl(await findPartner(expert, deps));
  const createLink = (accountId: string) => deps.payments.createOnboardingLink(accountId, frontendUrl);
  if (!paymentAccountId) return createLink(await openAccount(expert, deps));
  const account = await deps.payments.findAccount(paymentAccountId);
  if (!account) {
    const detached = await detachVanishedAccount(expert, paymentAccountId, deps);
    return createLink(await openAccount(detached, deps));
  }
  await updateVerification(expert, account, deps);
  return account.verified ? deps.payments.createLoginLink(paymentAccountId) : createLink(paymentAccountId);
}

async function updateVerification(
  expert: Expert,
  { id, verified, restricted }: PaymentAccount,
  deps: Deps,
): Promise<void> {
  const isSame =
    verified === expert.approval.paymentAccountVerified && restricted === expert.paymentAccountRestricted;
  if (!isSame || expert.paymentAccountSimulated) {
    await recordVerification(expert.id, () => deps.payments.findAccount(id), deps);
  }
}

/** Detaches an account that the provider no longer knows, unless a concurrent request has done it. */
const detachVanishedAccount = (expert: Expert, accountId: string, deps: Deps): Promise<Expert> =>
  changeExpert(expert.id, deps, found =>
    found.paymentAccountId === accountId ? detachPaymentAccount(found, deps) : decideNoChange(found),
  );

async function openAccount(expert: Expert, deps: Deps): Promise<string> {
  const { id, paymentAccountTry: tried = 0 } = expert;
  try {
    const accountId = await deps.payments.openAccount(expert, `account-${id}-${tried}`);
    await changeExpert(id, deps, found =>
      found.paymentAccountId === accountId
        ? decideNoChange(found)
        : decideAccountChange(found, { ...found, paymentAccountId: accountId }),
    );
    return accountId;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'payment-accounts-unavailable') {
      deps.alarms.raise('payment accounts unavailable');
    }
    // The provider repeats this error for a day under the same idempotency key; the next attempt uses a new key.
    if (error instanceof DomainError && error.cause instanceof CachedProviderError) {
      await changeExpert(id, deps, found =>
        decideAccountChange(found, { ...found, paymentAccountTry: tried + 1 }),
      );
    }
    throw error;
  }
}

/**
 * Handles a provider event about a payment account. The current state is read from the provider, because events can be
 * late, duplicated or out of order.
 * @returns whether the account belongs to a registered expert
 */
export async function handleAccountUpdate(
  { accountId }: { readonly accountId: string },
  deps: Pick<Dependencies, 'accounts' | 'clock' | 'payments' | 'random' | 'unitOfWork'>,
): Promise<boolean> {
  const account = await deps.payments.findAccount(accountId);
  const expert = account?.expertId ? await deps.accounts.find(account.expertId) : undefined;
  if (expert?.role !== 'expert' || expert.paymentAccountId !== accountId) return false;

  await recordVerification(expert.id, () => deps.payments.findAccount(accountId), deps);
  return true;
}
