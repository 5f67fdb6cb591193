import type { LoginData } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api.ts';
import { useTexts } from '../../core/language.ts';
import { enter } from '../../core/session.ts';
import { Field } from '../../ui/field.tsx';
import { Form, Submit } from '../../ui/form.tsx';
import { Card } from '../../ui/page.tsx';
import { CHALLENGE } from './challenge.ts';

export function SignInCard() {
  const { t } = useTexts();
  return (
    <Card title={t('signIn')}>
      <Form
        label={t('signIn')}
        submit={async ({ email, password }: LoginData['body']) => {
          const { token } = await api.login({ body: { email, password, turnstileToken: CHALLENGE } });
          await enter(token);
        }}
      >
        <Field name="email" label={t('email')} type="email" autocomplete="username" />
        <Field name="password" label={t('password')} type="password" autocomplete="current-password" />
        <Submit>{t('signIn')}</Submit>
      </Form>
      <p class="small">
        <a href="/forgotten-password">{t('forgotten')}</a>
      </p>
    </Card>
  );
}
