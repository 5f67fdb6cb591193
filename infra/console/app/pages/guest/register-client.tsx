/** Registration page for clients. */
import type { RegisterClientData } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api-client.ts';
import { useTexts } from '../../core/language.ts';
import { navigate } from '../../core/router.ts';
import { startSession } from '../../core/session.ts';
import { CheckboxField, TextField } from '../../ui/fields.tsx';
import { Form, SubmitButton } from '../../ui/form.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { NewPasswordFields } from '../../ui/shared-field-groups.tsx';
import { GuestOnly } from './guest-only.tsx';
import { TURNSTILE_TOKEN } from './turnstile-token.ts';

export function RegisterClientPage() {
  const { t } = useTexts();
  return (
    <GuestOnly>
      <Page title={t('registerClient')} lead={t('registerClientLead')} narrow>
        <Card>
          <Form
            label={t('registerClient')}
            onSubmit={async (values: RegisterClientData['body'], { idempotencyKey }) => {
              const body = { ...values, turnstileToken: TURNSTILE_TOKEN };
              const { token } = await api.registerClient({ body, idempotencyKey });
              await startSession(token);
              navigate('/', { replace: true });
            }}
          >
            <TextField name="email" label={t('email')} type="email" autocomplete="username" />
            <NewPasswordFields label={t('password')} />
            <div class="columns">
              <TextField name="firstName" label={t('firstName')} autocomplete="given-name" optional />
              <TextField name="lastName" label={t('lastName')} autocomplete="family-name" optional />
              <TextField
                name="phone"
                label={t('phone')}
                type="tel"
                autocomplete="tel"
                placeholder="+421901234567"
                optional
              />
            </div>
            <CheckboxField name="termsAgreed" label={t('termsAgreed')} />
            <CheckboxField name="newsletterSubscribed" label={t('newsletter')} />
            <SubmitButton>{t('createAccount')}</SubmitButton>
          </Form>
        </Card>
      </Page>
    </GuestOnly>
  );
}
