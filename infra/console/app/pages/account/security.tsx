/** Address, password and bank account: whoever changes them says the current password (infra/docs/api/conventions.md). */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { User } from '../../../../client/runtime/index.ts';
import { useTexts } from '../../core/language.ts';
import { Field } from '../../ui/field.tsx';
import { Form, Submit } from '../../ui/form.tsx';
import { NewPassword } from '../../ui/groups.tsx';
import { Card, Notice } from '../../ui/page.tsx';
import { AccountFrame } from './frame.tsx';
import { type AccountChange, update } from './profile.tsx';

export function SecurityPage({ user }: { user: User }) {
  const { t } = useTexts();
  return (
    <AccountFrame user={user} title={t('security')} lead={t('securityLead')}>
      <Change user={user} title={t('changeEmail')} done={t('emailChanged')}>
        <Field name="email" label={t('newEmail')} type="email" autocomplete="email" />
      </Change>
      <Change user={user} title={t('changePassword')} done={t('passwordChangedHere')}>
        <NewPassword label={t('newPassword')} />
      </Change>
      {user.role === 'expert' && (
        <Change user={user} title={t('changeBankAccount')} done={t('saved')}>
          <Field name="bankAccount.iban" label={t('iban')} defaultValue={user.bankAccount.iban} />
        </Change>
      )}
    </AccountFrame>
  );
}

interface ChangeProps {
  readonly user: User;
  readonly title: string;
  readonly done: string;
  readonly children: ComponentChildren;
}

function Change({ user, title, done, children }: ChangeProps) {
  const { t } = useTexts();
  const [times, setTimes] = useState(0);
  return (
    <Card title={title}>
      {times > 0 && (
        <Notice tone="success">
          <p>{done}</p>
        </Notice>
      )}
      <Form
        key={times}
        label={title}
        submit={async (values: AccountChange) => {
          await update(user, values);
          setTimes(times + 1);
        }}
      >
        {children}
        <Field
          name="currentPassword"
          label={t('currentPassword')}
          type="password"
          autocomplete="current-password"
        />
        <Submit>{title}</Submit>
      </Form>
    </Card>
  );
}
