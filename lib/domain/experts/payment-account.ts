/** The payment provider's account of an expert (contract §3). */
import { changeExpert } from '../accounts/change-user.ts';
import type { Expert } from '../model/account.ts';
import type { World } from '../ports/world.ts';
import { noteVerification } from './approval.ts';

/** The page where the expert's account gets verified, opening the account when there is none. */
export async function startOnboarding(
  expert: Expert,
  needs: Pick<World, 'accounts' | 'payments'>,
): Promise<string> {
  const accountId = expert.paymentAccountId ?? (await needs.payments.openAccount(expert));
  if (!expert.paymentAccountId) {
    await changeExpert(expert.id, needs, found =>
      found.paymentAccountId === accountId ? undefined : { after: { ...found, paymentAccountId: accountId } },
    );
  }
  return needs.payments.onboardingPage(accountId);
}

/**
 * Takes over the state of the account that an event is about, as the provider gives it now: events
 * come late, twice and out of order.
 * @returns whether the account is that of one of our experts
 */
export async function accountUpdated(
  { id, accountId }: { readonly id: string; readonly accountId: string },
  needs: Pick<World, 'accounts' | 'clock' | 'payments' | 'random'>,
): Promise<boolean> {
  const account = await needs.payments.findAccount(accountId);
  const expert = account?.expertId ? await needs.accounts.find(account.expertId) : undefined;
  if (expert?.role !== 'expert' || expert.paymentAccountId !== accountId) return false;

  await noteVerification(expert.id, () => needs.payments.findAccount(accountId), id, needs);
  return true;
}
