import type { RegisterClientData } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api.ts';
import { useTexts } from '../../core/language.ts';
import { navigate } from '../../core/router.ts';
import { enter } from '../../core/session.ts';
import { Check, Field } from '../../ui/field.tsx';
import { Form, Submit } from '../../ui/form.tsx';
import { NewPassword } from '../../ui/groups.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { CHALLENGE } from './challenge.ts';
import { GuestOnly } from './guest-only.tsx';

export function RegisterClientPage() {
  const { t } = useTexts();
  return (
    <GuestOnly>
      <Page title={t('registerClient')} lead={t('registerClientLead')} narrow>
        <Card>
          <Form
            label={t('registerClient')}
            submit={async (values: RegisterClientData['body'], { idempotencyKey }) => {
              const body = { ...values, turnstileToken: CHALLENGE };
              const { token } = await api.registerClient({ body, idempotencyKey });
              await enter(token);
              navigate('/', { replace: true });
            }}
          >
            <Field name="email" label={t('email')} type="email" autocomplete="username" />
            <NewPassword label={t('password')} />
            <div class="columns">
              <Field name="firstName" label={t('firstName')} autocomplete="given-name" optional />
              <Field name="lastName" label={t('lastName')} autocomplete="family-name" optional />
              <Field
                name="phone"
                label={t('phone')}
                type="tel"
                autocomplete="tel"
                placeholder="+421901234567"
                optional
              />
            </div>
            <Check name="termsAgreed" label={t('termsAgreed')} />
            <Check name="newsletterSubscribed" label={t('newsletter')} />
            <Submit>{t('createAccount')}</Submit>
          </Form>
        </Card>
      </Page>
    </GuestOnly>
  );
}
