/**
 * Approval of experts (spec §3, contract §3).
 *
 * An expert is approved when the payment account is verified, or the sandbox or an operator says
 * so, and no operator has revoked it.
 */
import type { Expert } from './accounts.ts';
import { type Job, newJob } from './jobs.ts';
import { Refusal } from './refusal.ts';
import type { World } from './world.ts';

export interface Approval {
  readonly paymentAccountVerified: boolean;
  /** By the sandbox or an operator. */
  readonly granted: boolean;
  /** By an operator; only an operator lifts it. */
  readonly revoked: boolean;
}

export const NOT_APPROVED: Approval = { paymentAccountVerified: false, granted: false, revoked: false };

export function isApproved({ approval }: Pick<Expert, 'approval'>): boolean {
  return (approval.paymentAccountVerified || approval.granted) && !approval.revoked;
}

const TRIES = 5;

/**
 * What the sandbox does after registration (contract §3): approves as if the provider had verified
 * the account, and accepts the identity documents. Doing it again changes nothing.
 */
export async function approveExpert(
  expertId: string,
  needs: Pick<World, 'accounts' | 'clock' | 'random'>,
): Promise<void> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const expert = await needs.accounts.find(expertId);
    if (expert?.role !== 'expert') throw new Refusal('not-found');
    if (expert.approval.granted) return;

    const approved: Expert = {
      ...expert,
      approval: { ...expert.approval, granted: true },
      identityReview: 'accepted',
    };
    if (await needs.accounts.update(approved, lettersFor(expert, approved, needs))) return;
  }
  throw new Refusal('unavailable');
}

/** The approval mail, once for each time an expert becomes approved. */
function lettersFor(before: Expert, after: Expert, needs: Pick<World, 'clock' | 'random'>): Job[] {
  const becameApproved = !isApproved(before) && isApproved(after);
  return becameApproved ? [newJob({ kind: 'mail', mail: 'expert-approved', userId: after.id }, needs)] : [];
}
