/** Row that switches the second factor on and off. */
import { useState } from 'preact/hooks';
import type { SecondFactorSecret, User } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api-client.ts';
import { t } from '../../core/language.ts';
import { refreshUser } from '../../core/session.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Form, SubmitButton } from '../../ui/form.tsx';
import { Notice } from '../../ui/page.tsx';
import { PasswordDialog } from '../../ui/password-dialog.tsx';
import { CodeField, type PasswordProof } from '../../ui/password-field.tsx';
import { SettingRow } from '../../ui/setting-row.tsx';
import { QrCode } from './qr-code.tsx';

export function SecondFactorRow({ user }: { user: User }) {
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

  const text = user.secondFactor
    ? 'secondFactorOn'
    : user.emailVerified
      ? 'secondFactorLead'
      : 'secondFactorUnverified';
  return (
    <SettingRow title={t('secondFactor')} text={t(text)}>
      {user.secondFactor ? (
        <PasswordDialog key="off" title={t('removeSecondFactor')} kind="danger" send={remove} />
      ) : setUp ? (
        <Form label={t('secondFactor')} leaveWarning="never" onSubmit={confirm}>
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
        user.emailVerified && (
          <PasswordDialog
            key="on"
            title={t('setUpSecondFactor')}
            send={async (body: PasswordProof) => setSetUp(await api.setUpSecondFactor({ body }))}
          />
        )
      )}
      {recoveryCodes && <RecoveryCodes codes={recoveryCodes} />}
    </SettingRow>
  );
}

const RecoveryCodes = ({ codes }: { codes: readonly string[] }) => (
  <Notice tone="success" text={t('recoveryCodesLead')}>
    <ul class="codes" aria-label={t('recoveryCodes')}>
      {codes.map(code => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </ul>
    <CopyButton label={t('copy')} text={() => codes.join('\n')} />
  </Notice>
);
