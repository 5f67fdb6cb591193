/** Page for changing the profile. */
import { useState } from 'preact/hooks';
import { type Expert, etagOf, type UpdateMeData, type User } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api-client.ts';
import { useTexts } from '../../core/language.ts';
import { session } from '../../core/session.ts';
import { CheckboxGroup, FieldGroup } from '../../ui/field-group.tsx';
import { CheckboxField, TextField } from '../../ui/fields.tsx';
import { Form, SubmitButton } from '../../ui/form.tsx';
import { nullIfBlank } from '../../ui/form-values.ts';
import { Card, Notice } from '../../ui/page.tsx';
import { useRegionOptions } from '../../ui/select-options.ts';
import { AddressFields, CompanyFields, PersonFields } from '../../ui/shared-field-groups.tsx';
import { AccountFrame } from './account-frame.tsx';
import { NewTestimoniesField } from './new-testimonies-field.tsx';

export type AccountChange = NonNullable<UpdateMeData['body']>;

/**
 * Updates the account. The API rejects the update if the account has changed since the console loaded it
 * (infra/docs/api/accounts.md).
 */
export async function updateAccount(user: User, change: AccountChange): Promise<void> {
  const updatedUser = await api.updateMe({ body: change, ifMatch: etagOf(user) });
  session.set({ state: 'signed-in', user: updatedUser });
}

type ProfileValues = AccountChange & Record<'billingAddress' | 'company', Record<string, string>>;

export function ProfilePage({ user }: { user: User }) {
  const { t } = useTexts();
  const [isSaved, setIsSaved] = useState(false);
  const isExpert = user.role === 'expert';

  async function saveProfile(values: ProfileValues): Promise<void> {
    setIsSaved(false);
    const optionalGroups = isExpert
      ? {}
      : {
          billingAddress: nullIfBlank(values.billingAddress, 'country'),
          company: nullIfBlank(values.company),
        };
    await updateAccount(user, { ...values, ...optionalGroups } as AccountChange);
    setIsSaved(true);
  }

  return (
    <AccountFrame user={user} title={t('profile')} lead={user.email}>
      {isSaved && (
        <Notice tone="success">
          <p>{t('saved')}</p>
        </Notice>
      )}
      <Form label={t('profile')} onSubmit={saveProfile}>
        <Card title={t('person')}>
          <div class="columns">
            <PersonFields value={user} />
          </div>
          {isExpert && <p class="small">{t('reviewAgain')}</p>}
        </Card>
        {isExpert && <ProfessionCard user={user} />}
        <Card title={t('invoices')}>
          <AddressFields name="billingAddress" legend={t('billingAddress')} value={user.billingAddress} />
          <CompanyFields value={user.company} {...(!isExpert && { hint: t('companyHint') })} />
        </Card>
        <Card>
          <CheckboxField
            name="newsletterSubscribed"
            label={t('newsletter')}
            isChecked={user.newsletterSubscribed}
          />
          {isExpert && <NewTestimoniesField user={user} />}
          <SubmitButton>{t('save')}</SubmitButton>
        </Card>
      </Form>
    </AccountFrame>
  );
}

function ProfessionCard({ user }: { user: Expert }) {
  const { t } = useTexts();
  return (
    <Card title={t('profession')}>
      <FieldGroup legend={t('registration')}>
        <TextField
          name="registrationNumber"
          label={t('registrationNumber')}
          defaultValue={user.registrationNumber}
        />
      </FieldGroup>
      <CheckboxGroup
        name="regions"
        legend={t('regions')}
        hint={t('regionsHint')}
        options={useRegionOptions()}
        selected={user.regions}
      />
    </Card>
  );
}
