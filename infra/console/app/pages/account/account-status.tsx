/**
 * Notice with the next step for users whose e-mail address is not verified, and for experts who are not approved or not
 * identified yet.
 */
import { useState } from 'preact/hooks';
import type { User } from '../../../../client/runtime/index.ts';
import { api, TURNSTILE_TOKEN } from '../../core/api-client.ts';
import { t } from '../../core/language.ts';
import { useOnReturn } from '../../core/resource.ts';
import { refreshUser } from '../../core/session.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { ButtonLink } from '../../ui/buttons.tsx';
import { Notice } from '../../ui/page.tsx';

export function AccountStatusNotice({ user }: { user: User }) {
  useOnReturn(() => void (isFullyVerified(user) || refreshUser()));
  if (!user.emailVerified) {
    return (
      <Notice tone="warning" text={t('unverified', { email: user.email })}>
        <ResendVerification />
      </Notice>
    );
  }
  if (user.role !== 'expert' || isFullyVerified(user)) return null;
  const isRejected = user.identityReview === 'rejected';
  const key = isRejected ? 'identityRejected' : user.approved ? 'identityPending' : 'notApproved';
  return (
    <Notice tone="warning" text={t(key)}>
      {isRejected && user.identityReviewReason && (
        <p>{t('because', { reason: user.identityReviewReason })}</p>
      )}
      <ButtonLink href="/account/verification" text={t('toVerification')} />
    </Notice>
  );
}

const isFullyVerified = (user: User): boolean =>
  user.emailVerified && (user.role === 'client' || (user.approved && user.identityReview === 'accepted'));

export function ResendVerification() {
  const [isSent, setIsSent] = useState(false);
  if (isSent) return <strong>{t('verificationSent')}</strong>;
  return (
    <ActionButton
      action={async () => {
        await api.resendVerification({ body: { turnstileToken: TURNSTILE_TOKEN } });
        setIsSent(true);
      }}
      text={t('sendVerification')}
    />
  );
}
