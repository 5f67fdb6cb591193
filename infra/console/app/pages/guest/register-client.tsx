import type { RegisterClientData } from '../../../../client/runtime/index.ts';
import { api, TURNSTILE_TOKEN } from '../../core/api-client.ts';
import { t } from '../../core/language.ts';
import { readNextPath } from '../../core/next-path.ts';
import { currentLocation, navigate } from '../../core/router.ts';
import { startSession } from '../../core/session.ts';
import { TextField } from '../../ui/fields.tsx';
import { Form, SubmitButton } from '../../ui/form.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { NewPasswordField, repeatPassword } from '../../ui/password-field.tsx';
import { TermsField } from './expert-steps.tsx';
import { GuestOnly } from './guest-only.tsx';

export const RegisterClientPage = () => (
  <GuestOnly>
    <ClientRegistration next={readNextPath(currentLocation.value.query)} />
  </GuestOnly>
);

const ClientRegistration = ({ next }: { next: string }) => (
  <Page title={t('createAccount')} lead={t('registerClientLead')} narrow>
    <Card>
      <Form
        label={t('createAccount')}
        draft="register-client"
        onSubmit={async (values: RegisterClientData['body'], { idempotencyKey }) => {
          const body = { ...repeatPassword(values), turnstileToken: TURNSTILE_TOKEN };
          const { token } = await api.registerClient({ body, idempotencyKey });
          await startSession(token);
          navigate(next, { replace: true });
        }}
      >
        <TextField name="email" hint={t('emailHint')} />
        <NewPasswordField label={t('password')} />
        <TermsField />
        <SubmitButton>{t('createAccount')}</SubmitButton>
      </Form>
    </Card>
    <p>
      <a href={next}>{t('accountAlready')}</a>
    </p>
  </Page>
);
