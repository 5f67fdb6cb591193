/** The payment provider's account of an expert (infra/docs/api/approval.md). */
import { changeExpert } from '../accounts/change-user.ts';
import { CachedProviderError, DomainError } from '../errors.ts';
import type { Expert } from '../model/account.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { recordVerification } from './approval.ts';

type Deps = Pick<Dependencies, 'accounts' | 'clock' | 'payments' | 'random'>;

/**
 * The page where the expert's account gets verified, opening the account when there is none. The state of one
 * that there is already is read again, so that a lost event heals.
 */
export async function startOnboarding(expert: Expert, deps: Deps): Promise<string> {
  const { paymentAccountId, approval } = expert;
  const accountId = paymentAccountId ?? (await openAccount(expert, deps));
  if (paymentAccountId) {
    const findAccount = () => deps.payments.findAccount(accountId);
    const { verified = false, restricted = false } = (await findAccount()) ?? {};
    const isSame =
      verified === approval.paymentAccountVerified && restricted === expert.paymentAccountRestricted;
    if (!isSame || expert.paymentAccountPretended) {
      await recordVerification(expert.id, findAccount, undefined, deps);
    }
  }
  return deps.payments.onboardingPage(accountId);
}

async function openAccount(expert: Expert, deps: Deps): Promise<string> {
  const { id, paymentAccountTry: tried = 0 } = expert;
  try {
    const accountId = await deps.payments.openAccount(expert, `account-${id}-${tried}`);
    await changeExpert(id, deps, found =>
      found.paymentAccountId === accountId ? undefined : { after: { ...found, paymentAccountId: accountId } },
    );
    return accountId;
  } catch (error) {
    // The provider would repeat this answer for a day: whoever asks again asks anew.
    if (error instanceof DomainError && error.cause instanceof CachedProviderError) {
      await changeExpert(id, deps, found => ({ after: { ...found, paymentAccountTry: tried + 1 } }));
    }
    throw error;
  }
}

/**
 * Takes over the state of the account that an event is about, as the provider gives it now: events
 * come late, twice and out of order.
 * @returns whether the account is that of one of our experts
 */
export async function handleAccountUpdate(
  { id, accountId }: { readonly id: string; readonly accountId: string },
  deps: Pick<Dependencies, 'accounts' | 'clock' | 'payments' | 'random'>,
): Promise<boolean> {
  const account = await deps.payments.findAccount(accountId);
  const expert = account?.expertId ? await deps.accounts.find(account.expertId) : undefined;
  if (expert?.role !== 'expert' || expert.paymentAccountId !== accountId) return false;

  await recordVerification(expert.id, () => deps.payments.findAccount(accountId), id, deps);
  return true;
}
