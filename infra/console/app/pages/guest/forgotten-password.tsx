import { useState } from 'preact/hooks';
import type { SendPasswordResetData } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api.ts';
import { useTexts } from '../../core/language.ts';
import { Field } from '../../ui/field.tsx';
import { Form, Submit } from '../../ui/form.tsx';
import { Card, Notice, Page } from '../../ui/page.tsx';
import { CHALLENGE } from './challenge.ts';

export function ForgottenPasswordPage() {
  const { t } = useTexts();
  const [sentTo, setSentTo] = useState<string>();
  return (
    <Page title={t('forgotten')} lead={t('forgottenLead')} narrow>
      {sentTo && (
        <Notice tone="success">
          <p>{t('resetMailSent', { email: sentTo })}</p>
        </Notice>
      )}
      <Card>
        <Form
          label={t('forgotten')}
          submit={async ({ email }: SendPasswordResetData['body']) => {
            setSentTo(undefined);
            await api.sendPasswordReset({ body: { email, turnstileToken: CHALLENGE } });
            setSentTo(email);
          }}
        >
          <Field name="email" label={t('email')} type="email" autocomplete="username" />
          <Submit>{t('sendLink')}</Submit>
        </Form>
      </Card>
    </Page>
  );
}
