/**
 * Page for changing the e-mail address, the password and the second factor. Each change requires the current password.
 */
import type { User } from '../../../../client/runtime/index.ts';
import { t } from '../../core/language.ts';
import { TextField } from '../../ui/fields.tsx';
import { Card } from '../../ui/page.tsx';
import { PasswordDialog } from '../../ui/password-dialog.tsx';
import { NewPasswordField, type PasswordProof, repeatPassword } from '../../ui/password-field.tsx';
import { SettingRow } from '../../ui/setting-row.tsx';
import { AccountFrame } from './account-frame.tsx';
import { SecondFactorRow } from './second-factor.tsx';
import { type AccountChange, updateAccount } from './update-account.ts';

export const SecurityPage = ({ user }: { user: User }) => (
  <AccountFrame user={user} title={t('security')}>
    <Card>
      <SettingRow title={t('email')} text={user.email}>
        <PasswordDialog
          title={t('changeEmail')}
          doneText={t('emailChanged')}
          send={(values: AccountChange & PasswordProof) => updateAccount(user, values)}
        >
          <TextField name="email" label={t('newEmail')} autocomplete="email" />
        </PasswordDialog>
      </SettingRow>
      <SettingRow title={t('password')}>
        <PasswordDialog
          title={t('changePassword')}
          doneText={t('passwordChangedHere')}
          send={(values: AccountChange & PasswordProof) => updateAccount(user, repeatPassword(values))}
        >
          <NewPasswordField label={t('newPassword')} />
        </PasswordDialog>
      </SettingRow>
      <SecondFactorRow user={user} />
    </Card>
  </AccountFrame>
);
