/** Notice about the first requirement that an account does not meet, with the next step. */
import { useState } from 'preact/hooks';
import type { User } from '../../../../client/runtime/index.ts';
import { api, TURNSTILE_TOKEN } from '../../core/api-client.ts';
import { t } from '../../core/language.ts';
import { useOnReturn } from '../../core/resource.ts';
import { SERVICE_FACTS } from '../../core/service-facts.ts';
import { refreshUser } from '../../core/session.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { ButtonLink } from '../../ui/buttons.tsx';
import { Notice } from '../../ui/page.tsx';
import { findAccountNotice } from './account-notice.ts';

export function AccountStatusNotice({ user }: { user: User }) {
  const key = findAccountNotice(user);
  useOnReturn(() => void (key && refreshUser()));
  if (!key) return null;
  if (!user.emailVerified) {
    return (
      <Notice tone="warning" text={t(key, { email: user.email })}>
        <ResendVerification />
      </Notice>
    );
  }
  if (key === 'approvalRevoked') return <ApprovalRevokedNotice />;
  const reason = user.role === 'expert' && user.identityReviewReason;
  return (
    <Notice tone="warning" text={t(key)}>
      {key === 'identityRejected' && reason && <p>{t('because', { reason })}</p>}
      {key !== 'identityPending' && <ButtonLink href="/account/verification" text={t('toVerification')} />}
    </Notice>
  );
}

export const ApprovalRevokedNotice = () => (
  <Notice
    tone="warning"
    text={
      <>
        {t('approvalRevoked')}{' '}
        <a href={SERVICE_FACTS.contact}>{SERVICE_FACTS.contact.replace('mailto:', '')}</a>
      </>
    }
  />
);

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
