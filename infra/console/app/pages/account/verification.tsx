/** What an expert has to prove: who they are, and where the money goes (infra/docs/api/conventions.md). */
import { useState } from 'preact/hooks';
import type { Expert, ResubmitIdentityDocumentsData } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api.ts';
import { useTexts } from '../../core/language.ts';
import { useReturn } from '../../core/resource.ts';
import { refresh, session } from '../../core/session.ts';
import { Form, Submit } from '../../ui/form.tsx';
import { Badge, Card, Notice } from '../../ui/page.tsx';
import { Scans } from '../guest/register-expert.tsx';
import { AccountFrame } from './frame.tsx';
import { OpenPaymentAccount } from './open-payment-account.tsx';

const REVIEW = { pending: 'warning', accepted: 'success', rejected: 'danger' } as const;
const ACCOUNT = { none: 'plain', incomplete: 'warning', verified: 'success', restricted: 'danger' } as const;

export function VerificationPage({ user }: { user: Expert }) {
  const { t } = useTexts();
  useReturn(() => void refresh());
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
          <Badge tone={ACCOUNT[user.paymentAccount]}>{t(`paymentAccount.${user.paymentAccount}`)}</Badge>
        </p>
        <p>{t('paymentAccountText')}</p>
        <OpenPaymentAccount />
      </Card>
      <Identity user={user} />
    </AccountFrame>
  );
}

function Identity({ user }: { user: Expert }) {
  const { t } = useTexts();
  const [times, setTimes] = useState(0);
  return (
    <Card title={t('identity')}>
      <p>
        <Badge tone={REVIEW[user.identityReview]}>{t(`identity.${user.identityReview}`)}</Badge>
      </p>
      {user.identityReviewReason && <p>{t('because', { reason: user.identityReviewReason })}</p>}
      {times > 0 && (
        <Notice tone="success">
          <p>{t('scansSent')}</p>
        </Notice>
      )}
      <p>{t('identityText')}</p>
      <Form
        key={times}
        label={t('identity')}
        submit={async (body: ResubmitIdentityDocumentsData['body'], attempt) => {
          const now = await api.resubmitIdentityDocuments({ body, ...attempt });
          session.set({ state: 'open', user: now });
          setTimes(times + 1);
        }}
      >
        <Scans />
        <Submit>{t('sendScans')}</Submit>
      </Form>
    </Card>
  );
}
