/** Accounts of experts at the payment provider (infra/docs/api/approval.md#payment-account). */

import { changeExpert, decideNoChange } from '../accounts/change-user.ts';
import { decideAccountChange } from '../changes.ts';
import { CachedProviderError, DomainError } from '../errors.ts';
import type { Expert } from '../model/account.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { recordVerification } from './approval.ts';

type Deps = Pick<Dependencies, 'accounts' | 'clock' | 'payments' | 'random' | 'unitOfWork'>;

/**
 * Starts or continues the onboarding of an expert at the payment provider.
 *
 * Opens an account when the expert has none. Otherwise reads the state of the account from the provider, because an
 * event about a change can be lost.
 * @returns the URL of the provider's onboarding page
 */
export async function startOnboarding(expert: Expert, deps: Deps): Promise<string> {
  const { paymentAccountId, approval } = expert;
  const accountId = paymentAccountId ?? (await openAccount(expert, deps));
  if (paymentAccountId) {
    const findAccount = () => deps.payments.findAccount(accountId);
    const { verified = false, restricted = false } = (await findAccount()) ?? {};
    const isSame =
      verified === approval.paymentAccountVerified && restricted === expert.paymentAccountRestricted;
    if (!isSame || expert.paymentAccountSimulated) {
      await recordVerification(expert.id, findAccount, undefined, deps);
    }
  }
  return deps.payments.createOnboardingLink(accountId);
}

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
 * Handles a provider event about a payment account. Reads the current state from the provider, because events can be
 * late, duplicated or out of order.
 * @returns whether the account belongs to a registered expert
 */
export async function handleAccountUpdate(
  { id, accountId }: { readonly id: string; readonly accountId: string },
  deps: Pick<Dependencies, 'accounts' | 'clock' | 'payments' | 'random' | 'unitOfWork'>,
): Promise<boolean> {
  const account = await deps.payments.findAccount(accountId);
  const expert = account?.expertId ? await deps.accounts.find(account.expertId) : undefined;
  if (expert?.role !== 'expert' || expert.paymentAccountId !== accountId) return false;

  await recordVerification(expert.id, () => deps.payments.findAccount(accountId), id, deps);
  return true;
}
