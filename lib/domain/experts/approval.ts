/**
 * Approval of experts (infra/docs/api/approval.md).
 *
 * An expert is approved when the payment account is verified, or the sandbox or an operator says
 * so, and no operator has revoked it.
 */
import { changeExpert } from '../accounts/change-user.ts';
import { type Approval, type Expert, isApproved } from '../model/account.ts';
import type { AuditAction, Decision } from '../model/audit.ts';
import { acceptIdentity } from '../model/identity.ts';
import type { Job } from '../model/job.ts';
import type { PaymentAccount } from '../model/payment.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { createAuditEntry, createJob } from '../records.ts';
import { withScanExpiry } from './scan-expiry.ts';

type Deps = Pick<Dependencies, 'accounts' | 'clock' | 'random'>;
type ReviewDependencies = Deps & Pick<Dependencies, 'retention'>;

/**
 * What the sandbox does after registration: approves as if the provider had verified the account,
 * and accepts the identity documents, which is on record. Doing it again changes nothing, nor does it overrule a review
 * that came meanwhile.
 */
export async function approveExpert(expertId: string, deps: ReviewDependencies): Promise<void> {
  const subject = { kind: 'user', id: expertId } as const;
  await changeExpert(expertId, deps, expert => {
    if (expert.approval.granted && expert.identityReview !== 'pending') return undefined;
    const { after: reviewed, jobs: later } = acceptBySandbox(expert, deps);
    const { after, jobs } = withApproval(reviewed, { granted: true }, deps);
    return {
      after,
      jobs: [...jobs, ...later],
      audit: createAuditEntry({ subject, who: 'sandbox', what: 'approved in sandbox', why: null }, deps),
    };
  });
}

/** As it is, once somebody has reviewed it. */
function acceptBySandbox(expert: Expert, deps: ReviewDependencies): { after: Expert; jobs: Job[] } {
  if (expert.identityReview !== 'pending') return { after: expert, jobs: [] };
  const { after, job } = withScanExpiry(acceptIdentity(expert), deps);
  return { after, jobs: [job] };
}

/**
 * What the payment provider says of the expert's account, once per event of theirs. Who is no longer verified
 * is told the way back.
 *
 * @param findAccount asks the provider; asked after each read of the expert, so that an event which
 *   is overtaken by a later one does not write what has become untrue
 */
export async function recordVerification(
  expertId: string,
  findAccount: () => Promise<PaymentAccount | undefined>,
  eventId: string | undefined,
  deps: Deps,
): Promise<void> {
  await changeExpert(expertId, deps, async before => {
    const { verified = false, restricted = false } = (await findAccount()) ?? {};
    const { paymentAccountPretended, ...expert } = before;
    return { ...withPaymentAccount(expert, { verified, restricted }, deps), ...(eventId && { eventId }) };
  });
}

/** What the sandbox says in the provider's place, until that next reports (infra/docs/api/approval.md). */
export function simulatePaymentAccount(
  expertId: string,
  state: 'verified' | 'restricted',
  deps: Deps,
): Promise<Expert> {
  const account = { verified: state === 'verified', restricted: state === 'restricted' };
  return changeExpert(expertId, deps, expert =>
    withPaymentAccount({ ...expert, paymentAccountPretended: true }, account, deps),
  );
}

function withPaymentAccount(
  expert: Expert,
  { verified, restricted }: Pick<PaymentAccount, 'verified' | 'restricted'>,
  deps: Pick<Dependencies, 'clock' | 'random'>,
): { after: Expert; jobs: Job[] } {
  const told = { ...expert, paymentAccountRestricted: restricted };
  const { after, jobs } = withApproval(told, { paymentAccountVerified: verified }, deps);
  const attention = { kind: 'mail', mail: 'payment-account-attention', userId: expert.id } as const;
  const lost = expert.approval.paymentAccountVerified && !verified;
  return { after, jobs: lost ? [...jobs, createJob(attention, deps)] : jobs };
}

/** An operator's word: sets the approval, and lifts or places a revocation. */
export function setApproval(
  expert: Expert,
  approved: boolean,
  decision: Decision,
  deps: Deps,
): Promise<Expert> {
  return changeExpert(
    expert.id,
    deps,
    current => applyDecision(current, approved, decision, approved ? 'approved' : 'revoked', deps),
    expert,
  );
}

/** The other of approved and not (infra/docs/api/approval.md), in the sandbox only; acts as an operator would. */
export function toggleApproval(expertId: string, deps: Deps): Promise<Expert> {
  const decision = { who: `sandbox:${expertId}`, why: null };
  return changeExpert(expertId, deps, expert =>
    applyDecision(expert, !isApproved(expert), decision, 'toggled in sandbox', deps),
  );
}

function applyDecision(expert: Expert, approved: boolean, decision: Decision, what: AuditAction, deps: Deps) {
  return {
    ...withApproval(expert, approved ? { granted: true, revoked: false } : { revoked: true }, deps),
    audit: createAuditEntry({ subject: { kind: 'user', id: expert.id }, what, ...decision }, deps),
  };
}

/** With the approval mail, once for each time an expert becomes approved. */
function withApproval(
  before: Expert,
  change: Partial<Approval>,
  deps: Pick<Dependencies, 'clock' | 'random'>,
): { after: Expert; jobs: Job[] } {
  const after = { ...before, approval: { ...before.approval, ...change } };
  const becameApproved = !isApproved(before) && isApproved(after);
  const becameVerified = !before.approval.paymentAccountVerified && after.approval.paymentAccountVerified;
  const mail = { kind: 'mail', mail: 'expert-approved', userId: after.id } as const;
  const paying = { kind: 'pay-owed', expertId: after.id } as const;
  return {
    after,
    jobs: [
      ...(becameApproved ? [createJob(mail, deps)] : []),
      ...(becameVerified ? [createJob(paying, deps)] : []),
    ],
  };
}
