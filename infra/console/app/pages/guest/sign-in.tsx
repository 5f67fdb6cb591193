import { isProblem, type LoginData } from '../../../../client/runtime/index.ts';
import { api, TURNSTILE_TOKEN } from '../../core/api-client.ts';
import { t } from '../../core/language.ts';
import { startSession } from '../../core/session.ts';
import { TextField } from '../../ui/fields.tsx';
import { Form, SubmitButton } from '../../ui/form.tsx';
import { Card } from '../../ui/page.tsx';
import { PasswordField } from '../../ui/password-field.tsx';

export const SignInCard = () => (
  <Card title={t('signIn')}>
    <Form
      label={t('signIn')}
      leaveWarning="never"
      findField={problem => (isProblem(problem, 'wrong-credentials') ? 'password' : undefined)}
      onSubmit={async ({ email, password }: LoginData['body']) => {
        const { token } = await api.login({ body: { email, password, turnstileToken: TURNSTILE_TOKEN } });
        await startSession(token);
      }}
    >
      <TextField name="email" />
      <PasswordField name="password" autocomplete="current-password" />
      <SubmitButton>{t('signIn')}</SubmitButton>
    </Form>
    <p class="small">
      <a href="/forgotten-password">{t('forgotten')}</a>
    </p>
  </Card>
);
