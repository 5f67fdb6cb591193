import type { RegisterClientData } from '../../../../client/runtime/index.ts';
import { api, TURNSTILE_TOKEN } from '../../core/api-client.ts';
import { t } from '../../core/language.ts';
import { readNextPath } from '../../core/next-path.ts';
import { currentLocation, navigate } from '../../core/router.ts';
import { startSession } from '../../core/session.ts';
import { TextField } from '../../ui/fields.tsx';
import { Form, SubmitButton } from '../../ui/form.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { NewPasswordFields } from '../../ui/password-field.tsx';
import { PersonFields } from '../../ui/shared-field-groups.tsx';
import { ConsentFields } from './expert-steps.tsx';
import { GuestOnly } from './guest-only.tsx';
import type { StaySignedIn } from './stay-signed-in.tsx';

export const RegisterClientPage = () => (
  <GuestOnly>
    <ClientRegistration next={readNextPath(currentLocation.value.query)} />
  </GuestOnly>
);

const ClientRegistration = ({ next }: { next: string }) => (
  <Page title={t('registerClient')} lead={t('registerClientLead')} narrow>
    <p>
      <a href={next}>{t('accountAlready')}</a>
    </p>
    <Card>
      <Form
        label={t('registerClient')}
        draft="register-client"
        onSubmit={async (input: RegisterClientData['body'] & StaySignedIn, { idempotencyKey }) => {
          const { staySignedIn, ...values } = input;
          const body = { ...values, turnstileToken: TURNSTILE_TOKEN };
          const { token } = await api.registerClient({ body, idempotencyKey });
          await startSession(token, staySignedIn);
          navigate(next, { replace: true });
        }}
      >
        <TextField name="email" hint={t('emailHint')} />
        <NewPasswordFields label={t('password')} />
        <div class="columns">
          <PersonFields optional />
        </div>
        <ConsentFields />
        <SubmitButton>{t('createAccount')}</SubmitButton>
      </Form>
    </Card>
  </Page>
);
