/** Registration page for clients. */
import type { RegisterClientData } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api-client.ts';
import { t } from '../../core/language.ts';
import { navigate } from '../../core/router.ts';
import { startSession } from '../../core/session.ts';
import { CheckboxField } from '../../ui/choice-fields.tsx';
import { PhoneField } from '../../ui/contact-fields.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Form, SubmitButton } from '../../ui/form.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { NewPasswordFields } from '../../ui/password-field.tsx';
import { GuestOnly } from './guest-only.tsx';
import { TURNSTILE_TOKEN } from './turnstile-token.ts';

export const RegisterClientPage = () => (
  <GuestOnly>
    <Page title={t('registerClient')} lead={t('registerClientLead')} narrow>
      <Card>
        <Form
          label={t('registerClient')}
          draft="register-client"
          onSubmit={async (values: RegisterClientData['body'], { idempotencyKey }) => {
            const body = { ...values, turnstileToken: TURNSTILE_TOKEN };
            const { token } = await api.registerClient({ body, idempotencyKey });
            await startSession(token);
            navigate('/', { replace: true });
          }}
        >
          <TextField
            name="email"
            label={t('email')}
            hint={t('emailHint')}
            type="email"
            autocomplete="username"
          />
          <NewPasswordFields label={t('password')} />
          <div class="columns">
            <TextField name="firstName" label={t('firstName')} autocomplete="given-name" optional />
            <TextField name="lastName" label={t('lastName')} autocomplete="family-name" optional />
            <PhoneField optional />
          </div>
          <div class="rows">
            <CheckboxField name="termsAgreed" label={t('termsAgreed')} optional={false} />
            <CheckboxField name="newsletterSubscribed" label={t('newsletter')} />
          </div>
          <SubmitButton>{t('createAccount')}</SubmitButton>
        </Form>
      </Card>
    </Page>
  </GuestOnly>
);
