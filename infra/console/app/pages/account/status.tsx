/** What stands between this person and what they came for, with the way out. */
import { useState } from 'preact/hooks';
import type { User } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api.ts';
import { useTexts } from '../../core/language.ts';
import { useReturn } from '../../core/resource.ts';
import { refresh } from '../../core/session.ts';
import { Act } from '../../ui/act.tsx';
import { CHALLENGE } from '../guest/challenge.ts';

export function AccountStatus({ user }: { user: User }) {
  const { t } = useTexts();
  useReturn(() => void (isClear(user) || refresh()));
  if (!user.emailVerified) return <Unverified email={user.email} />;
  if (user.role !== 'expert' || isClear(user)) return null;
  const rejected = user.identityReview === 'rejected';
  const key = rejected ? 'identityRejected' : user.approved ? 'identityPending' : 'notApproved';
  return (
    <div class="notice warning" role="status">
      <p>{t(key)}</p>
      {rejected && user.identityReviewReason && <p>{t('because', { reason: user.identityReviewReason })}</p>}
      <p>
        <a class="button" href="/account/verification">
          {t('toVerification')}
        </a>
      </p>
    </div>
  );
}

const isClear = (user: User): boolean =>
  user.emailVerified && (user.role === 'client' || (user.approved && user.identityReview === 'accepted'));

function Unverified({ email }: { email: string }) {
  const { t } = useTexts();
  const [sent, setSent] = useState(false);
  async function resend(): Promise<void> {
    await api.resendVerification({ body: { email, turnstileToken: CHALLENGE } });
    setSent(true);
  }
  return (
    <div class="notice warning" role="status">
      <p>{t('unverified', { email })}</p>
      {sent ? (
        <p>
          <strong>{t('verificationSent')}</strong>
        </p>
      ) : (
        <p class="actions">
          <Act act={resend}>{t('sendVerification')}</Act>
          <Act act={refresh} kind="quiet">
            {t('verifiedMeanwhile')}
          </Act>
        </p>
      )}
    </div>
  );
}
