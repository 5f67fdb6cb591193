/** Card that switches the second factor on and off. */
import { useState } from 'preact/hooks';
import type { SecondFactorSecret, User } from '../../../../client/runtime/index.ts';
import { announce } from '../../core/announcements.ts';
import { api } from '../../core/api-client.ts';
import { t } from '../../core/language.ts';
import { refreshUser } from '../../core/session.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Form, SubmitButton } from '../../ui/form.tsx';
import { Card, Notice } from '../../ui/page.tsx';
import { CodeField, CurrentPasswordField, type PasswordProof } from '../../ui/password-field.tsx';
import { QrCode } from './qr-code.tsx';

export function SecondFactorCard({ user }: { user: User }) {
  const [setUp, setSetUp] = useState<SecondFactorSecret>();
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>();

  async function confirm(body: { code: string }): Promise<void> {
    setRecoveryCodes((await api.confirmSecondFactor({ body })).recoveryCodes);
    setSetUp(undefined);
    await refreshUser();
  }
  async function remove(body: PasswordProof): Promise<void> {
    await api.removeSecondFactor({ body });
    setRecoveryCodes(undefined);
    await refreshUser();
  }

  return (
    <Card title={t('secondFactor')}>
      {recoveryCodes && <RecoveryCodes codes={recoveryCodes} />}
      {user.secondFactor ? (
        <>
          <p>{t('secondFactorOn')}</p>
          <Form key="off" label={t('secondFactor')} leaveWarning="never" onSubmit={remove}>
            <CurrentPasswordField />
            <SubmitButton kind="danger">{t('removeSecondFactor')}</SubmitButton>
          </Form>
        </>
      ) : !user.emailVerified ? (
        <p>{t('secondFactorUnverified')}</p>
      ) : setUp ? (
        <Form key="confirm" label={t('secondFactor')} leaveWarning="never" onSubmit={confirm}>
          <p>{t('scanQrCode')}</p>
          <QrCode text={setUp.uri} />
          <p>
            {t('secretByHand')} <code>{setUp.secret}</code>{' '}
            <CopyButton label={t('copy')} text={() => setUp.secret} />
          </p>
          <CodeField />
          <SubmitButton>{t('confirmSecondFactor')}</SubmitButton>
        </Form>
      ) : (
        <>
          <p>{t('secondFactorLead')}</p>
          <Form
            key="on"
            label={t('secondFactor')}
            leaveWarning="never"
            onSubmit={async (body: PasswordProof) => {
              setSetUp(await api.setUpSecondFactor({ body }));
              announce(t('stepDone', { step: 1 }));
            }}
          >
            <CurrentPasswordField />
            <SubmitButton>{t('setUpSecondFactor')}</SubmitButton>
          </Form>
        </>
      )}
    </Card>
  );
}

const RecoveryCodes = ({ codes }: { codes: readonly string[] }) => (
  <>
    <Notice tone="success" text={t('secondFactorConfirmed')} />
    <p>{t('recoveryCodesLead')}</p>
    <ul class="codes" aria-label={t('recoveryCodes')}>
      {codes.map(code => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </ul>
    <p>
      <CopyButton label={t('copy')} text={() => codes.join('\n')} />
    </p>
  </>
);
