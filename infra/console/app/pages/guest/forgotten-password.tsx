import { useState } from 'preact/hooks';
import type { SendPasswordResetData } from '../../../../client/runtime/index.ts';
import { api, TURNSTILE_TOKEN } from '../../core/api-client.ts';
import { t } from '../../core/language.ts';
import { TextField } from '../../ui/fields.tsx';
import { Form, SubmitButton } from '../../ui/form.tsx';
import { Card, Notice, Page } from '../../ui/page.tsx';

export function ForgottenPasswordPage() {
  const [sentTo, setSentTo] = useState<string>();
  return (
    <Page title={t('forgotten')} lead={t('forgottenLead')} narrow>
      {sentTo && <Notice tone="success" text={t('resetMailSent', { email: sentTo })} />}
      <Card>
        <Form
          label={t('forgotten')}
          leaveWarning="never"
          onSubmit={async ({ email }: SendPasswordResetData['body']) => {
            setSentTo(undefined);
            await api.sendPasswordReset({ body: { email, turnstileToken: TURNSTILE_TOKEN } });
            setSentTo(email);
          }}
        >
          <TextField name="email" />
          <SubmitButton>{t('sendLink')}</SubmitButton>
        </Form>
      </Card>
    </Page>
  );
}
