/** Texts that explain why the work on a testimony or its download waits for the payment. */
import type { Testimony, User } from '../../../../client/runtime/index.ts';
import { TEXTS, type TextKey } from '../../texts/all-texts.ts';

/** Returns the text, or undefined while the payment delays nothing. */
export function findPaymentText(testimony: Testimony, user: User): TextKey | undefined {
  const { state, payment } = testimony;
  const status = user.role === 'client' ? payment?.status : findExpertReason(testimony, user);
  const key = `wait.${user.role}.${status}.${state}`;
  return key in TEXTS ? (key as TextKey) : undefined;
}

/**
 * Returns why an expert has to wait. Experts do not see the payment: after the payout was sent, only the missing action
 * shows that the payment is disputed or goes back to the client. An infected document cannot be downloaded either.
 */
function findExpertReason(
  { state, payout, documentCheck, allowedActions }: Testimony,
  user: User,
): string | undefined {
  const isPossible = allowedActions.includes(state === 'accepted' ? 'complete' : 'download');
  if (!payout || isPossible || !user.emailVerified || documentCheck === 'infected') return undefined;
  return payout.reason === 'disputed' || payout.reason === 'refunding' ? payout.reason : 'other';
}
