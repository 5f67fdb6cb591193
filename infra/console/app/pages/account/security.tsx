/** Page for changing the e-mail address and the password. Each change requires the current password. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { User } from '../../../../client/runtime/index.ts';
import { t } from '../../core/language.ts';
import { TextField } from '../../ui/fields.tsx';
import { Form, SubmitButton } from '../../ui/form.tsx';
import { Card, Notice } from '../../ui/page.tsx';
import { CurrentPasswordField, NewPasswordField } from '../../ui/password-field.tsx';
import { AccountFrame } from './account-frame.tsx';
import { SecondFactorCard } from './second-factor.tsx';
import { type AccountChange, updateAccount } from './update-account.ts';

export const SecurityPage = ({ user }: { user: User }) => (
  <AccountFrame user={user} title={t('security')} lead={t('securityLead')}>
    <ChangeCard user={user} title={t('changeEmail')} successMessage={t('emailChanged')}>
      <TextField
        name="email"
        label={t('newEmail')}
        hint={t('currentEmail', { email: user.email })}
        autocomplete="email"
      />
    </ChangeCard>
    <ChangeCard user={user} title={t('changePassword')} successMessage={t('passwordChangedHere')}>
      <NewPasswordField label={t('newPassword')} />
    </ChangeCard>
    <SecondFactorCard user={user} />
  </AccountFrame>
);

interface ChangeCardProps {
  readonly user: User;
  readonly title: string;
  readonly successMessage: string;
  readonly children: ComponentChildren;
}

function ChangeCard({ user, title, successMessage, children }: ChangeCardProps) {
  const [changeCount, setChangeCount] = useState(0);
  return (
    <Card title={title}>
      {changeCount > 0 && <Notice tone="success" text={successMessage} />}
      <Form
        key={changeCount}
        label={title}
        onSubmit={async (values: AccountChange) => {
          await updateAccount(user, values);
          setChangeCount(changeCount + 1);
        }}
      >
        {children}
        <CurrentPasswordField />
        <SubmitButton>{title}</SubmitButton>
      </Form>
    </Card>
  );
}
