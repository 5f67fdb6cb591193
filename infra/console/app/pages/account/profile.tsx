import { useState } from 'preact/hooks';
import { type Expert, etagOf, type UpdateMeData, type User } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api.ts';
import { useTexts } from '../../core/language.ts';
import { session } from '../../core/session.ts';
import { useRegions } from '../../ui/choices.ts';
import { Check, Field } from '../../ui/field.tsx';
import { Form, Submit } from '../../ui/form.tsx';
import { Group, Several } from '../../ui/group.tsx';
import { AddressFields, CompanyFields, PersonFields } from '../../ui/groups.tsx';
import { Card, Notice } from '../../ui/page.tsx';
import { withoutBlanks } from '../../ui/values.ts';
import { AccountFrame } from './frame.tsx';

export type AccountChange = NonNullable<UpdateMeData['body']>;

/** Sends what changed only where nobody else wrote meanwhile (infra/docs/api/accounts.md). */
export async function update(user: User, change: AccountChange): Promise<void> {
  const now = await api.updateMe({ body: change, ifMatch: etagOf(user) });
  session.set({ state: 'open', user: now });
}

type Filled = AccountChange & Record<'billingAddress' | 'company', Record<string, string>>;

export function ProfilePage({ user }: { user: User }) {
  const { t } = useTexts();
  const [saved, setSaved] = useState(false);
  const isExpert = user.role === 'expert';

  async function save(values: Filled): Promise<void> {
    setSaved(false);
    const optional = isExpert
      ? {}
      : {
          billingAddress: withoutBlanks(values.billingAddress, 'country'),
          company: withoutBlanks(values.company),
        };
    await update(user, { ...values, ...optional } as AccountChange);
    setSaved(true);
  }

  return (
    <AccountFrame user={user} title={t('profile')} lead={user.email}>
      {saved && (
        <Notice tone="success">
          <p>{t('saved')}</p>
        </Notice>
      )}
      <Form label={t('profile')} submit={save}>
        <Card title={t('person')}>
          <div class="columns">
            <PersonFields value={user} />
          </div>
          {isExpert && <p class="small">{t('reviewAgain')}</p>}
        </Card>
        {isExpert && <Profession user={user} />}
        <Card title={t('invoices')}>
          <AddressFields name="billingAddress" legend={t('billingAddress')} value={user.billingAddress} />
          <CompanyFields value={user.company} {...(!isExpert && { hint: t('companyHint') })} />
        </Card>
        <Card>
          <Check name="newsletterSubscribed" label={t('newsletter')} checked={user.newsletterSubscribed} />
          <Submit>{t('save')}</Submit>
        </Card>
      </Form>
    </AccountFrame>
  );
}

function Profession({ user }: { user: Expert }) {
  const { t } = useTexts();
  return (
    <Card title={t('profession')}>
      <Group legend={t('registration')}>
        <Field
          name="registrationNumber"
          label={t('registrationNumber')}
          defaultValue={user.registrationNumber}
        />
      </Group>
      <Several
        name="regions"
        legend={t('regions')}
        hint={t('regionsHint')}
        options={useRegions()}
        chosen={user.regions}
      />
    </Card>
  );
}
