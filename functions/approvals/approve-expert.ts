/**
 * Invoked directly with `{ "expertId": "<uuid>", "causedBy": "<request id>" }` (infra/docs/api/approval.md)
 *
 * Approves an expert as if the payment provider had verified the payment account. It fails outside the sandbox. A
 * repeated invocation changes nothing and sends no mail.
 */
import { approveExpert } from '../../lib/domain/experts/approval.ts';
import { invocationHandler } from '../../lib/http/worker.ts';
import { log, withJobContext } from '../../lib/log.ts';
import {
  accounts,
  automaticApprovalSetting,
  clock,
  random,
  retention,
  unitOfWork,
} from '../../lib/platform/wiring.ts';

interface ApprovalEvent {
  readonly expertId: string;
  /** Id of the request that registered the expert. */
  readonly causedBy?: string;
}

export const handler = invocationHandler(({ expertId, causedBy }: ApprovalEvent) =>
  withJobContext({ userId: expertId, ...(causedBy && { causedBy }) }, async () => {
    if (!automaticApprovalSetting.isEnabled) throw new Error('Only the sandbox approves by itself.');
    await approveExpert(expertId, { accounts, clock, random, retention, unitOfWork });
    log.info({ event: 'expert.approved' });
  }),
);
