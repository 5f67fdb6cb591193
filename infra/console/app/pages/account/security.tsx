/** Page for changing the e-mail address, password and bank account. Each change requires the current password. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { User } from '../../../../client/runtime/index.ts';
import { useTexts } from '../../core/language.ts';
import { TextField } from '../../ui/fields.tsx';
import { Form, SubmitButton } from '../../ui/form.tsx';
import { Card, Notice } from '../../ui/page.tsx';
import { NewPasswordFields } from '../../ui/shared-field-groups.tsx';
import { AccountFrame } from './account-frame.tsx';
import { type AccountChange, updateAccount } from './profile.tsx';

export function SecurityPage({ user }: { user: User }) {
  const { t } = useTexts();
  return (
    <AccountFrame user={user} title={t('security')} lead={t('securityLead')}>
      <ChangeCard user={user} title={t('changeEmail')} successMessage={t('emailChanged')}>
        <TextField name="email" label={t('newEmail')} type="email" autocomplete="email" />
      </ChangeCard>
      <ChangeCard user={user} title={t('changePassword')} successMessage={t('passwordChangedHere')}>
        <NewPasswordFields label={t('newPassword')} />
      </ChangeCard>
      {user.role === 'expert' && (
        <ChangeCard user={user} title={t('changeBankAccount')} successMessage={t('saved')}>
          <TextField name="bankAccount.iban" label={t('iban')} defaultValue={user.bankAccount.iban} />
        </ChangeCard>
      )}
    </AccountFrame>
  );
}

interface ChangeCardProps {
  readonly user: User;
  readonly title: string;
  readonly successMessage: string;
  readonly children: ComponentChildren;
}

function ChangeCard({ user, title, successMessage, children }: ChangeCardProps) {
  const { t } = useTexts();
  const [changeCount, setChangeCount] = useState(0);
  return (
    <Card title={title}>
      {changeCount > 0 && (
        <Notice tone="success">
          <p>{successMessage}</p>
        </Notice>
      )}
      <Form
        key={changeCount}
        label={title}
        onSubmit={async (values: AccountChange) => {
          await updateAccount(user, values);
          setChangeCount(changeCount + 1);
        }}
      >
        {children}
        <TextField
          name="currentPassword"
          label={t('currentPassword')}
          type="password"
          autocomplete="current-password"
        />
        <SubmitButton>{title}</SubmitButton>
      </Form>
    </Card>
  );
}
