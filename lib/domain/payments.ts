/** The payment provider's account of an expert (contract §3). */

import type { Expert } from './accounts.ts';
import { changeExpert, noteVerification } from './approvals.ts';
import type { PaidSession } from './checkouts.ts';
import { settle } from './settlement.ts';
import type { World } from './world.ts';

export interface PaymentAccount {
  readonly id: string;
  /** The expert it was opened for. */
  readonly expertId: string | null;
  readonly verified: boolean;
}

interface AnyEvent {
  readonly id: string;
  /** As the provider names it. */
  readonly type: string;
}

/** The part of a provider's event that matters here. `foreign`: of the other mode, or of no use to us. */
export type PaymentEvent = AnyEvent &
  (
    | { readonly kind: 'account-updated'; readonly accountId: string }
    | { readonly kind: 'paid'; readonly session: PaidSession }
    | { readonly kind: 'foreign' }
  );

/** @returns whether the event was of use */
export async function handleEvent(
  event: PaymentEvent,
  needs: Pick<World, 'accounts' | 'checkouts' | 'clock' | 'payments' | 'random' | 'testimonies'>,
): Promise<'handled' | 'ignored'> {
  if (event.kind === 'foreign') return 'ignored';
  const ours =
    event.kind === 'paid' ? await settle(event.session, event.id, needs) : await accountUpdated(event, needs);
  return ours ? 'handled' : 'ignored';
}

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
async function accountUpdated(
  { id, accountId }: { readonly id: string; readonly accountId: string },
  needs: Pick<World, 'accounts' | 'clock' | 'payments' | 'random'>,
): Promise<boolean> {
  const account = await needs.payments.findAccount(accountId);
  const expert = account?.expertId ? await needs.accounts.find(account.expertId) : undefined;
  if (expert?.role !== 'expert' || expert.paymentAccountId !== accountId) return false;

  const isVerified = async () => (await needs.payments.findAccount(accountId))?.verified ?? false;
  await noteVerification(expert.id, isVerified, id, needs);
  return true;
}
