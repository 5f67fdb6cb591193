/** Approval of experts (infra/docs/api/approval.md#approved). */
import { changeExpert, decideNoChange } from '../accounts/change-user.ts';
import { createRegionListsJobs } from '../accounts/region-lists.ts';
import { addJobs, createJob, decideAccountChange, recordAction, recordDecision } from '../changes.ts';
import { getRetentionDays, scheduleScanExpiry } from '../files/scan-retention.ts';
import { type Approval, acceptIdentity, type Expert, isApproved } from '../model/account.ts';
import type { AuditAction, OperatorDecision } from '../model/audit.ts';
import type { Decision } from '../model/change.ts';
import type { Job } from '../model/job.ts';
import type { PaymentAccount } from '../model/payment.ts';
import type { Dependencies } from '../ports/dependencies.ts';

type DecisionDependencies = Pick<Dependencies, 'clock' | 'random'>;
type Deps = DecisionDependencies & Pick<Dependencies, 'accounts' | 'unitOfWork'>;
export type ReviewDependencies = Deps & Pick<Dependencies, 'retention'>;

/**
 * Approves an expert in the sandbox after registration: grants the approval and accepts a pending identity review. It
 * does so only once, so a name that the expert sets later waits for a review.
 */
export async function approveExpert(expertId: string, deps: ReviewDependencies): Promise<void> {
  await changeExpert(expertId, deps, expert => {
    if (expert.approvedBySandbox) return decideNoChange(expert);
    const { after: reviewed, jobs: later } = acceptBySandbox({ ...expert, approvedBySandbox: true }, deps);
    const { after, jobs } = withApproval(reviewed, { granted: true }, deps);
    const subject = { kind: 'user', id: expertId } as const;
    const audit = recordAction({ subject, who: 'sandbox', what: 'approved in sandbox', why: null }, deps);
    return decideAccountChange(expert, after, [...addJobs([...jobs, ...later]), audit]);
  });
}

function acceptBySandbox(expert: Expert, deps: ReviewDependencies): { after: Expert; jobs: Job[] } {
  if (expert.identityReview !== 'pending') return { after: expert, jobs: [] };
  const { after, job } = scheduleScanExpiry(acceptIdentity(expert), getRetentionDays('accepted', deps), deps);
  return { after, jobs: [job] };
}

/**
 * Records the state of the expert's account at the payment provider, if it has changed. Mails the expert when the
 * account is no longer verified.
 * @param findAccount fetches the account from the provider. The function is called after each read of the expert, so
 *   that an older event does not overwrite the result of a newer event
 */
export async function recordVerification(
  expertId: string,
  findAccount: () => Promise<PaymentAccount | undefined>,
  deps: Deps,
): Promise<void> {
  await changeExpert(expertId, deps, async before => {
    const { verified = false, restricted = false } = (await findAccount()) ?? {};
    const { paymentAccountSimulated, ...expert } = before;
    const { approval, paymentAccountRestricted } = expert;
    const isSame = verified === approval.paymentAccountVerified && restricted === paymentAccountRestricted;
    if (isSame && !paymentAccountSimulated) return decideNoChange(before);
    const { after, jobs } = withPaymentAccount(expert, { verified, restricted }, deps);
    return decideAccountChange(before, after, addJobs(jobs));
  });
}

/** Removes an account that no longer exists at the provider from its expert, so that another one can be opened. */
export function detachPaymentAccount(expert: Expert, deps: DecisionDependencies): Decision<Expert> {
  const { paymentAccountSimulated, paymentAccountTry: tried = 0, ...others } = expert;
  // The number of the attempt is part of the idempotency key. With the former key, the provider would return the
  // vanished account.
  const detached = { ...others, paymentAccountId: null, paymentAccountTry: tried + 1 };
  const { after, jobs } = withPaymentAccount(detached, { verified: false, restricted: false }, deps);
  const why = `${expert.paymentAccountId} no longer exists.`;
  const subject = { kind: 'user', id: expert.id } as const;
  const action = { subject, who: 'payment provider', what: 'payment account detached', why } as const;
  return decideAccountChange(expert, after, [...addJobs(jobs), recordAction(action, deps)]);
}

/** Simulates a state of the payment account in the sandbox, until the provider's next report replaces it. */
export function simulatePaymentAccount(
  expert: Expert,
  { state }: { readonly state: 'verified' | 'restricted' },
  deps: DecisionDependencies,
): Decision<Expert> {
  const account = { verified: state === 'verified', restricted: state === 'restricted' };
  const { after, jobs } = withPaymentAccount({ ...expert, paymentAccountSimulated: true }, account, deps);
  return decideAccountChange(expert, after, addJobs(jobs));
}

function withPaymentAccount(
  expert: Expert,
  { verified, restricted }: Pick<PaymentAccount, 'verified' | 'restricted'>,
  deps: DecisionDependencies,
): { after: Expert; jobs: Job[] } {
  const changed = { ...expert, paymentAccountRestricted: restricted };
  const { after, jobs } = withApproval(changed, { paymentAccountVerified: verified }, deps);
  const attention = { kind: 'mail', mail: 'payment-account-attention', userId: expert.id } as const;
  const lost = expert.approval.paymentAccountVerified && !verified;
  return { after, jobs: lost ? [...jobs, createJob(attention, deps)] : jobs };
}

/** Records an operator's decision: grants the approval and lifts a revocation, or revokes the approval. */
export function setApproval(
  expert: Expert,
  approved: boolean,
  decision: OperatorDecision,
  deps: DecisionDependencies,
): Decision<Expert> {
  return applyDecision(expert, approved, decision, approved ? 'approved' : 'revoked', deps);
}

/** Revokes the approval of an approved expert, and approves any other expert. For the sandbox only. */
export function toggleApproval(expert: Expert, deps: DecisionDependencies): Decision<Expert> {
  const decision = { who: `sandbox:${expert.id}`, why: null };
  return applyDecision(expert, !isApproved(expert), decision, 'toggled in sandbox', deps);
}

function applyDecision(
  expert: Expert,
  approved: boolean,
  decision: OperatorDecision,
  what: AuditAction,
  deps: DecisionDependencies,
): Decision<Expert> {
  const change = approved ? { granted: true, revoked: false } : { revoked: true };
  const { after, jobs } = withApproval(expert, change, deps);
  const audit = recordDecision({ subject: { kind: 'user', id: expert.id }, what, ...decision }, deps);
  return decideAccountChange(expert, after, [...addJobs(jobs), ...audit]);
}

/**
 * Applies a change of the approval and adds its jobs: the approval mail when the expert becomes approved, the owed
 * payouts when the payment account becomes verified, and the update of the lists of experts by region.
 */
function withApproval(
  before: Expert,
  change: Partial<Approval>,
  deps: DecisionDependencies,
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
      ...createRegionListsJobs(before, after, deps),
    ],
  };
}
