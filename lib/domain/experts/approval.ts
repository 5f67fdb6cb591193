/** Approval of experts (infra/docs/api/approval.md#approved). */
import { changeExpert, decideNoChange } from '../accounts/change-user.ts';
import { createRegionListsJobs } from '../accounts/region-lists.ts';
import { auditChanges, createJob, decideAccountChange, jobsAdded } from '../changes.ts';
import { createScanExpiryJobs, getRetentionDays, restartScanRetention } from '../files/identity-documents.ts';
import { type Approval, acceptIdentity, type Expert, isApproved } from '../model/accounts/account.ts';
import type { AuditAction, OperatorDecision } from '../model/activity/audit.ts';
import type { Change, Decision } from '../model/change.ts';
import type { PaymentAccount } from '../model/payments/payment.ts';
import type { DecisionDependencies, Dependencies } from '../ports/dependencies.ts';

type Deps = DecisionDependencies & Pick<Dependencies, 'accounts' | 'unitOfWork'>;
export type ReviewDependencies = Deps & Pick<Dependencies, 'retention'>;

/**
 * Approves an expert in the sandbox after registration: grants the approval and accepts a pending identity review. The
 * sandbox does so only once, so a name that the expert sets later waits for a review.
 */
export async function approveExpert(expertId: string, deps: ReviewDependencies): Promise<void> {
  await changeExpert(expertId, deps, expert => {
    if (expert.approvedBySandbox) return decideNoChange(expert);
    const granted = withApproval({ ...expert, approvedBySandbox: true }, { granted: true });
    const audit = auditChanges(
      { subjectId: expertId, who: 'sandbox', what: 'approved in sandbox', why: null },
      deps,
    );
    if (expert.identityReview !== 'pending') return decideChange(expert, granted, deps, audit);
    const days = getRetentionDays('accepted', deps);
    return decideChange(expert, restartScanRetention(acceptIdentity(granted), days, deps), deps, audit);
  });
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
    return decideChange(before, withPaymentAccount(expert, { verified, restricted }), deps);
  });
}

/** Detaches a payment account that no longer exists at the provider from its expert, so that another can be opened. */
export function detachPaymentAccount(expert: Expert, deps: DecisionDependencies): Decision<Expert> {
  const { paymentAccountSimulated, paymentAccountTry: tried = 0, ...others } = expert;
  // The number of the attempt is part of the idempotency key. With the former key, the provider would return the
  // vanished account.
  const detached = { ...others, paymentAccountId: null, paymentAccountTry: tried + 1 };
  const after = withPaymentAccount(detached, { verified: false, restricted: false });
  const why = `${expert.paymentAccountId} no longer exists.`;
  const action = {
    subjectId: expert.id,
    who: 'payment provider',
    what: 'payment account detached',
    why,
  } as const;
  return decideChange(expert, after, deps, auditChanges(action, deps));
}

/** Simulates a state of the payment account in the sandbox, until the provider's next report replaces it. */
export function simulatePaymentAccount(
  expert: Expert,
  state: 'verified' | 'restricted',
  deps: DecisionDependencies,
): Decision<Expert> {
  const account = { verified: state === 'verified', restricted: state === 'restricted' };
  return decideChange(
    expert,
    withPaymentAccount({ ...expert, paymentAccountSimulated: true }, account),
    deps,
  );
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
  const audit = auditChanges({ subjectId: expert.id, what, ...decision }, deps);
  return decideChange(expert, withApproval(expert, change), deps, audit);
}

const withApproval = (expert: Expert, change: Partial<Approval>): Expert => ({
  ...expert,
  approval: { ...expert.approval, ...change },
});

const withPaymentAccount = (
  expert: Expert,
  { verified, restricted }: Pick<PaymentAccount, 'verified' | 'restricted'>,
): Expert => ({
  ...withApproval(expert, { paymentAccountVerified: verified }),
  paymentAccountRestricted: restricted,
});

/**
 * Decides a change of an expert, with the jobs that follow from it: the approval mail when the expert becomes approved,
 * the owed payouts when the payment account becomes verified, a mail when it no longer is, the update of the lists of
 * experts by region, and the deletion of the scans when their retention period was restarted.
 */
function decideChange(
  before: Expert,
  after: Expert,
  deps: DecisionDependencies,
  further: readonly Change[] = [],
): Decision<Expert> {
  const { id } = after;
  const becameApproved = !isApproved(before) && isApproved(after);
  const wasVerified = before.approval.paymentAccountVerified;
  const isVerified = after.approval.paymentAccountVerified;
  const jobs = [
    ...(becameApproved ? [createJob({ kind: 'mail', mail: 'expert-approved', userId: id }, deps)] : []),
    ...(isVerified && !wasVerified ? [createJob({ kind: 'pay-owed', expertId: id }, deps)] : []),
    ...createRegionListsJobs(before, after, deps),
    ...createScanExpiryJobs(before, after, deps),
    ...(wasVerified && !isVerified
      ? [createJob({ kind: 'mail', mail: 'payment-account-attention', userId: id }, deps)]
      : []),
  ];
  return decideAccountChange(before, after, [...jobsAdded(jobs), ...further]);
}
