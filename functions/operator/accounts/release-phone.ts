/**
 * POST /api/v1/operator/users/{id}/release-phone (infra/docs/api/operators.md)
 *
 * Release a phone number. It is removed from an account whose user does not own the number. A reason is required. The
 * account continues without a phone number.
 */
import { decideNoChange } from '../../../lib/domain/accounts/change-user.ts';
import { auditChanges, decideAccountChange } from '../../../lib/domain/changes.ts';
import type { User } from '../../../lib/domain/model/accounts/account.ts';
import type { OperatorDecision } from '../../../lib/domain/model/activity/audit.ts';
import type { Decision } from '../../../lib/domain/model/change.ts';
import type { DecisionDependencies } from '../../../lib/domain/ports/dependencies.ts';
import { endpointHandler, idempotencyKey, operatorOnly, userById } from '../../../lib/http/index.ts';
import { handleUserDecision, reasonBody } from '../../../lib/http/operator-decisions.ts';
import { createUserView } from '../../../lib/http/views/user-view.ts';
import { accounts, operatorServices } from '../../../lib/platform/wiring.ts';

export const handler = endpointHandler({
  deps: { ...operatorServices, accounts },
  access: operatorOnly,
  resource: userById,
  body: reasonBody,
  idempotent: idempotencyKey,
  response: { status: 200, data: 'User' },
  handle: handleUserDecision(releasePhone, createUserView),
});

/**
 * Removes the phone number from an account whose user does not own it, so that the owner of the number can register. An
 * expert's account then has no number, although registration requires one.
 */
function releasePhone(
  user: User,
  { who, why }: OperatorDecision,
  deps: DecisionDependencies,
): Decision<User> {
  if (user.phone === null) return decideNoChange(user);
  return decideAccountChange(user, { ...user, phone: null }, [
    ...auditChanges({ subjectId: user.id, who, why, what: 'phone released' }, deps),
  ]);
}
