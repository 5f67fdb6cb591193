import { useState } from 'preact/hooks';
import type { User } from '../../../../client/runtime/index.ts';
import { t } from '../../core/language.ts';
import { readOptionalGroup } from '../../forms/form-values.ts';
import { CheckboxField } from '../../ui/choice-fields.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Form, SubmitButton } from '../../ui/form.tsx';
import { Card, Notice } from '../../ui/page.tsx';
import {
  BillingAddressFields,
  CompanyFields,
  PersonFields,
  RegionsField,
} from '../../ui/shared-field-groups.tsx';
import { AccountFrame } from './account-frame.tsx';
import { type AccountChange, updateAccount } from './update-account.ts';

type ProfileValues = AccountChange & Record<'billingAddress' | 'company', Record<string, string>>;

export function ProfilePage({ user }: { user: User }) {
  const [isSaved, setIsSaved] = useState(false);
  const isExpert = user.role === 'expert';

  async function saveProfile(values: ProfileValues): Promise<void> {
    setIsSaved(false);
    const optionalGroups = isExpert
      ? {}
      : {
          billingAddress: readOptionalGroup(values.billingAddress, 'country', 'line2'),
          company: readOptionalGroup(values.company),
        };
    await updateAccount(user, { ...values, ...optionalGroups } as AccountChange);
    setIsSaved(true);
  }

  return (
    <AccountFrame user={user} title={t('profile')} lead={user.email}>
      <Form label={t('profile')} onSubmit={saveProfile}>
        <Card title={t('person')}>
          <div class="columns">
            <PersonFields value={user} optional={!isExpert} />
          </div>
          {isExpert && <p class="small">{t('reviewAgain')}</p>}
        </Card>
        {isExpert && (
          <Card title={t('profession')}>
            <TextField name="registrationNumber" defaultValue={user.registrationNumber} />
            <RegionsField selected={user.regions} />
          </Card>
        )}
        <Card title={t('invoices')}>
          <BillingAddressFields value={user.billingAddress} optional={!isExpert} />
          <CompanyFields value={user.company} optional={!isExpert} />
        </Card>
        <Card title={t('mails')}>
          <CheckboxField name="newsletterSubscribed" isChecked={user.newsletterSubscribed} />
          {isExpert && <CheckboxField name="notifyNewTestimonies" isChecked={user.notifyNewTestimonies} />}
        </Card>
        <SubmitButton>{t('save')}</SubmitButton>
        {isSaved && <Notice tone="success" text={t('saved')} />}
      </Form>
    </AccountFrame>
  );
}
