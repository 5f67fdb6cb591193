/** Page with an expert's approval, payment account and identity review. */
import { useEffect, useState } from 'preact/hooks';
import type { Expert, ResubmitIdentityDocumentsData } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api-client.ts';
import { t } from '../../core/language.ts';
import { useRefreshWhile } from '../../core/polling.ts';
import { useOnReturn } from '../../core/resource.ts';
import { refreshUser, replaceUser } from '../../core/session.ts';
import { Form, SubmitButton } from '../../ui/form.tsx';
import { Badge, Card, Notice } from '../../ui/page.tsx';
import { ScanFields } from '../guest/expert-steps.tsx';
import { AccountFrame } from './account-frame.tsx';
import { OpenPaymentAccountForm } from './open-payment-account-form.tsx';

const REVIEW_TONES = { pending: 'warning', accepted: 'success', rejected: 'danger' } as const;
const PAYMENT_ACCOUNT_TONES = {
  none: 'plain',
  incomplete: 'warning',
  verified: 'success',
  restricted: 'danger',
} as const;

export function VerificationPage({ user }: { user: Expert }) {
  useEffect(() => void refreshUser(), []);
  useOnReturn(() => void refreshUser());
  useRefreshWhile(user.paymentAccount === 'incomplete', refreshUser);
  return (
    <AccountFrame user={user} title={t('verification')} lead={t('verificationLead')}>
      <Card title={t('approval')}>
        <p>
          <Badge tone={user.approved ? 'success' : 'warning'}>
            {t(user.approved ? 'approved' : 'unapproved')}
          </Badge>
        </p>
        <p>{t(user.approved ? 'approvedText' : 'unapprovedText')}</p>
      </Card>
      <Card title={t('paymentAccount')}>
        <p>
          <Badge tone={PAYMENT_ACCOUNT_TONES[user.paymentAccount]}>
            {t(`paymentAccount.${user.paymentAccount}`)}
          </Badge>
        </p>
        <p>{t(user.paymentAccount === 'verified' ? 'paymentAccountChange' : 'paymentAccountText')}</p>
        <OpenPaymentAccountForm />
      </Card>
      <IdentityCard user={user} />
    </AccountFrame>
  );
}

function IdentityCard({ user }: { user: Expert }) {
  const [submissionCount, setSubmissionCount] = useState(0);
  useRefreshWhile(user.identityReview === 'pending', refreshUser);
  const form = (
    <Form
      key={submissionCount}
      label={t('identity')}
      onSubmit={async (body: ResubmitIdentityDocumentsData['body'], options) => {
        replaceUser(await api.resubmitIdentityDocuments({ body, ...options }));
        setSubmissionCount(submissionCount + 1);
      }}
    >
      <p>{t('identityText')}</p>
      <ScanFields />
      <SubmitButton>{t('sendScans')}</SubmitButton>
    </Form>
  );
  return (
    <Card title={t('identity')}>
      <p>
        <Badge tone={REVIEW_TONES[user.identityReview]}>{t(`identity.${user.identityReview}`)}</Badge>
      </p>
      {user.identityReviewReason && <p>{t('because', { reason: user.identityReviewReason })}</p>}
      {submissionCount > 0 && <Notice tone="success" text={t('scansSent')} />}
      {user.identityReview === 'accepted' ? (
        <details class="details">
          <summary>{t('replaceScans')}</summary>
          {form}
        </details>
      ) : (
        form
      )}
    </Card>
  );
}
