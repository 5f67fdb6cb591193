/**
 * Approval of experts (spec §3, contract §3).
 *
 * An expert is approved when the payment account is verified, or the sandbox or an operator says
 * so, and no operator has revoked it.
 */
import { changeExpert } from '../accounts/change-user.ts';
import { type Approval, type Expert, isApproved } from '../model/account.ts';
import type { Action, Decision } from '../model/audit.ts';
import { accepted } from '../model/identity.ts';
import type { Job } from '../model/job.ts';
import type { PaymentAccount } from '../model/payment.ts';
import type { World } from '../ports/world.ts';
import { auditEntry, newJob } from '../records.ts';
import { withLastDay } from './scan-expiry.ts';

type Needs = Pick<World, 'accounts' | 'clock' | 'random'>;
type ReviewNeeds = Needs & Pick<World, 'retention'>;

/**
 * What the sandbox does after registration: approves as if the provider had verified the account,
 * and accepts the identity documents, which is on record. Doing it again changes nothing, nor does it overrule a review
 * that came meanwhile.
 */
export async function approveExpert(expertId: string, needs: ReviewNeeds): Promise<void> {
  const subject = { kind: 'user', id: expertId } as const;
  await changeExpert(expertId, needs, expert => {
    if (expert.approval.granted && expert.identityReview !== 'pending') return undefined;
    const { after: reviewed, jobs: later } = reviewedBySandbox(expert, needs);
    const { after, jobs } = withApproval(reviewed, { granted: true }, needs);
    return {
      after,
      jobs: [...jobs, ...later],
      audit: auditEntry({ subject, who: 'sandbox', what: 'approved in sandbox', why: null }, needs),
    };
  });
}

/** As it is, once somebody has reviewed it. */
function reviewedBySandbox(expert: Expert, needs: ReviewNeeds): { after: Expert; jobs: Job[] } {
  if (expert.identityReview !== 'pending') return { after: expert, jobs: [] };
  const { after, job } = withLastDay(accepted(expert), needs);
  return { after, jobs: [job] };
}

/**
 * What the payment provider says of the expert's account, once per event of theirs. Who is no longer verified
 * is told the way back.
 *
 * @param findAccount asks the provider; asked after each read of the expert, so that an event which
 *   is overtaken by a later one does not write what has become untrue
 */
export async function noteVerification(
  expertId: string,
  findAccount: () => Promise<PaymentAccount | undefined>,
  eventId: string | undefined,
  needs: Needs,
): Promise<void> {
  await changeExpert(expertId, needs, async before => {
    const { verified = false, restricted = false } = (await findAccount()) ?? {};
    const { paymentAccountPretended, ...expert } = before;
    return { ...withAccount(expert, { verified, restricted }, needs), ...(eventId && { eventId }) };
  });
}

/** What the sandbox says in the provider's place, until that next reports (contract §3). */
export function pretendAccount(
  expertId: string,
  state: 'verified' | 'restricted',
  needs: Needs,
): Promise<Expert> {
  const account = { verified: state === 'verified', restricted: state === 'restricted' };
  return changeExpert(expertId, needs, expert =>
    withAccount({ ...expert, paymentAccountPretended: true }, account, needs),
  );
}

function withAccount(
  expert: Expert,
  { verified, restricted }: Pick<PaymentAccount, 'verified' | 'restricted'>,
  needs: Pick<World, 'clock' | 'random'>,
): { after: Expert; jobs: Job[] } {
  const told = { ...expert, paymentAccountRestricted: restricted };
  const { after, jobs } = withApproval(told, { paymentAccountVerified: verified }, needs);
  const attention = { kind: 'mail', mail: 'payment-account-attention', userId: expert.id } as const;
  const lost = expert.approval.paymentAccountVerified && !verified;
  return { after, jobs: lost ? [...jobs, newJob(attention, needs)] : jobs };
}

/** An operator's word: sets the approval, and lifts or places a revocation. */
export function setApproval(
  expert: Expert,
  approved: boolean,
  decision: Decision,
  needs: Needs,
): Promise<Expert> {
  return changeExpert(
    expert.id,
    needs,
    current => decided(current, approved, decision, approved ? 'approved' : 'revoked', needs),
    expert,
  );
}

/** The other of approved and not (spec §3.6), in the sandbox only; acts as an operator would. */
export function toggleApproval(expertId: string, needs: Needs): Promise<Expert> {
  const decision = { who: `sandbox:${expertId}`, why: null };
  return changeExpert(expertId, needs, expert =>
    decided(expert, !isApproved(expert), decision, 'toggled in sandbox', needs),
  );
}

function decided(expert: Expert, approved: boolean, decision: Decision, what: Action, needs: Needs) {
  return {
    ...withApproval(expert, approved ? { granted: true, revoked: false } : { revoked: true }, needs),
    audit: auditEntry({ subject: { kind: 'user', id: expert.id }, what, ...decision }, needs),
  };
}

/** With the approval mail, once for each time an expert becomes approved. */
function withApproval(
  before: Expert,
  change: Partial<Approval>,
  needs: Pick<World, 'clock' | 'random'>,
): { after: Expert; jobs: Job[] } {
  const after = { ...before, approval: { ...before.approval, ...change } };
  const becameApproved = !isApproved(before) && isApproved(after);
  const becameVerified = !before.approval.paymentAccountVerified && after.approval.paymentAccountVerified;
  const mail = { kind: 'mail', mail: 'expert-approved', userId: after.id } as const;
  const paying = { kind: 'pay-owed', expertId: after.id } as const;
  return {
    after,
    jobs: [
      ...(becameApproved ? [newJob(mail, needs)] : []),
      ...(becameVerified ? [newJob(paying, needs)] : []),
    ],
  };
}
