/**
 * Page with the requirements that an expert meets before clients see the offers: a verified e-mail address, a verified
 * identity, and a payment account.
 */
import { useEffect } from 'preact/hooks';
import type { Expert, ResubmitIdentityDocumentsData } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api-client.ts';
import { formatDate, t } from '../../core/language.ts';
import { useRefreshWhile } from '../../core/polling.ts';
import { useOnReturn } from '../../core/resource.ts';
import { refreshUser, replaceUser } from '../../core/session.ts';
import { DialogButton } from '../../ui/dialog.tsx';
import { Form, SubmitButton } from '../../ui/form.tsx';
import { Badge, Card } from '../../ui/page.tsx';
import { SettingRow } from '../../ui/setting-row.tsx';
import { ScanFields } from '../guest/expert-steps.tsx';
import { AccountFrame } from './account-frame.tsx';
import { ApprovalRevokedNotice, ResendVerification } from './account-status.tsx';
import { PaymentAccountRow } from './payment-account.tsx';

const REVIEW_TONES = { pending: 'warning', accepted: 'success', rejected: 'danger' } as const;

export function VerificationPage({ user }: { user: Expert }) {
  useEffect(() => void refreshUser(), []);
  useOnReturn(() => void refreshUser());
  useRefreshWhile(user.paymentAccount === 'incomplete' || user.identityReview === 'pending', refreshUser);
  const { emailVerified } = user;
  return (
    <AccountFrame user={user} title={t('verification')} lead={t('verificationLead')}>
      {user.approvalRevoked && <ApprovalRevokedNotice />}
      <Card>
        <SettingRow
          title={t('email')}
          state={
            <Badge tone={emailVerified ? 'success' : 'warning'}>
              {t(emailVerified ? 'verified' : 'notVerified')}
            </Badge>
          }
          text={user.email}
        >
          {!emailVerified && <ResendVerification />}
        </SettingRow>
        <IdentityRow user={user} />
        <PaymentAccountRow user={user} />
      </Card>
    </AccountFrame>
  );
}

const IdentityRow = ({
  user: { identityReview, identityReviewReason, identityDocumentsReceivedAt: receivedAt },
}: {
  user: Expert;
}) => (
  <SettingRow
    title={t('identity')}
    state={<Badge tone={REVIEW_TONES[identityReview]}>{t(`identity.${identityReview}`)}</Badge>}
    text={
      identityReviewReason
        ? t('because', { reason: identityReviewReason })
        : identityReview === 'pending' && receivedAt && t('scansReceived', { date: formatDate(receivedAt) })
    }
  >
    {identityReview === 'rejected' && (
      <DialogButton text={t('replaceScans')} kind="">
        {close => (
          <Form
            label={t('replaceScans')}
            onSubmit={async (body: ResubmitIdentityDocumentsData['body'], options) => {
              replaceUser(await api.resubmitIdentityDocuments({ body, ...options }));
              close();
            }}
          >
            <ScanFields />
            <SubmitButton>{t('sendScans')}</SubmitButton>
          </Form>
        )}
      </DialogButton>
    )}
  </SettingRow>
);
