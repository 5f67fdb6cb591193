/** Notice that explains why the work on a testimony or its download waits for the payment. */
import type { Testimony, User } from '../../../../client/runtime/index.ts';
import { useTexts } from '../../core/language.ts';
import { TEXTS, type TextKey } from '../../texts/all-texts.ts';
import { Notice } from '../../ui/page.tsx';

interface PaymentNoticeProps {
  readonly testimony: Testimony;
  readonly user: User;
}

export function PaymentNotice({ testimony, user }: PaymentNoticeProps) {
  const { t } = useTexts();
  const key = findPaymentNotice(testimony, user);
  if (!key) return null;
  const isCalm = key.endsWith('.cancelled') || key === 'wait.client.processing.offered';
  return (
    <Notice tone={isCalm ? 'info' : 'warning'}>
      <p>{t(key)}</p>
    </Notice>
  );
}

/** Returns the text of the notice, or undefined while the payment delays nothing. */
export function findPaymentNotice(testimony: Testimony, user: User): TextKey | undefined {
  const { state, payment } = testimony;
  const status = user.role === 'client' ? payment?.status : findExpertReason(testimony, user);
  const key = `wait.${user.role}.${status}.${state}`;
  return key in TEXTS ? (key as TextKey) : undefined;
}

/**
 * Returns why an expert has to wait. Experts do not see the payment: after the payout was sent, only the missing action
 * shows that the payment is disputed or goes back to the client.
 */
function findExpertReason({ state, payout, allowedActions }: Testimony, user: User): string | undefined {
  const isPossible = allowedActions.includes(state === 'accepted' ? 'complete' : 'download');
  if (!payout || isPossible || !user.emailVerified) return undefined;
  return payout.reason === 'disputed' || payout.reason === 'refunding' ? payout.reason : 'other';
}
