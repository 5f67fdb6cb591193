/** The payment provider's account of an expert (contract §3). */
import { changeExpert } from '../accounts/change-user.ts';
import { AnsweredFailure, Refusal } from '../errors.ts';
import type { Expert } from '../model/account.ts';
import type { World } from '../ports/world.ts';
import { noteVerification } from './approval.ts';

type Needs = Pick<World, 'accounts' | 'clock' | 'payments' | 'random'>;

/**
 * The page where the expert's account gets verified, opening the account when there is none. The state of one
 * that there is already is read again, so that a lost event heals.
 */
export async function startOnboarding(expert: Expert, needs: Needs): Promise<string> {
  const { paymentAccountId, approval } = expert;
  const accountId = paymentAccountId ?? (await openAccount(expert, needs));
  if (paymentAccountId) {
    const findAccount = () => needs.payments.findAccount(accountId);
    const { verified = false, restricted = false } = (await findAccount()) ?? {};
    const isSame =
      verified === approval.paymentAccountVerified && restricted === expert.paymentAccountRestricted;
    if (!isSame || expert.paymentAccountPretended) {
      await noteVerification(expert.id, findAccount, undefined, needs);
    }
  }
  return needs.payments.onboardingPage(accountId);
}

async function openAccount(expert: Expert, needs: Needs): Promise<string> {
  const { id, paymentAccountTry: tried = 0 } = expert;
  try {
    const accountId = await needs.payments.openAccount(expert, `account-${id}-${tried}`);
    await changeExpert(id, needs, found =>
      found.paymentAccountId === accountId ? undefined : { after: { ...found, paymentAccountId: accountId } },
    );
    return accountId;
  } catch (error) {
    // The provider would repeat this answer for a day: whoever asks again asks anew.
    if (error instanceof Refusal && error.cause instanceof AnsweredFailure) {
      await changeExpert(id, needs, found => ({ after: { ...found, paymentAccountTry: tried + 1 } }));
    }
    throw error;
  }
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
