/** Page to which password-reset mails lead, with `?token=&email=` (infra/docs/api/accounts.md). */
import { useEffect, useState } from 'preact/hooks';
import type { ResetPasswordData } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api-client.ts';
import { t } from '../../core/language.ts';
import { readAndHideQuery } from '../../core/router.ts';
import { ButtonLink } from '../../ui/buttons.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Form, SubmitButton } from '../../ui/form.tsx';
import { Card, Notice, Page } from '../../ui/page.tsx';
import { NewPasswordField, repeatPassword } from '../../ui/password-field.tsx';

export function ResetPasswordPage() {
  const [query, setQuery] = useState<URLSearchParams>();
  const [isDone, setIsDone] = useState(false);
  useEffect(() => setQuery(readAndHideQuery()), []);
  if (!query) return null;

  return (
    <Page title={t('newPassword')} lead={isDone ? undefined : t('newPasswordLead')} narrow>
      {isDone ? (
        <Notice tone="success" text={t('passwordChanged')}>
          <ButtonLink href="/" kind="primary" text={t('signIn')} />
        </Notice>
      ) : (
        <Card>
          <Form
            label={t('newPassword')}
            onSubmit={async (values: ResetPasswordData['body']) => {
              await api.resetPassword({
                body: { ...repeatPassword(values), token: query.get('token') ?? '' },
              });
              setIsDone(true);
            }}
          >
            <TextField name="email" defaultValue={query.get('email') ?? ''} />
            <NewPasswordField label={t('newPassword')} />
            <SubmitButton>{t('changePassword')}</SubmitButton>
          </Form>
          <p class="small">
            <a href="/forgotten-password">{t('askNewLink')}</a>
          </p>
        </Card>
      )}
    </Page>
  );
}
