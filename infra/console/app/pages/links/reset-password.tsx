/** Where the mail about a forgotten password leads: `?token=&email=` (infra/docs/api/accounts.md). */
import { useEffect, useState } from 'preact/hooks';
import type { ResetPasswordData } from '../../../../client/runtime/index.ts';
import { api } from '../../core/api.ts';
import { useTexts } from '../../core/language.ts';
import { takeQuery } from '../../core/router.ts';
import { Field } from '../../ui/field.tsx';
import { Form, Submit } from '../../ui/form.tsx';
import { Card, Notice, Page } from '../../ui/page.tsx';

export function ResetPasswordPage() {
  const { t } = useTexts();
  const [query, setQuery] = useState<URLSearchParams>();
  const [done, setDone] = useState(false);
  useEffect(() => setQuery(takeQuery()), []);
  if (!query) return null;

  return (
    <Page title={t('newPassword')} lead={done ? undefined : t('newPasswordLead')} narrow>
      {done ? (
        <Notice tone="success">
          <p>{t('passwordChanged')}</p>
          <p>
            <a class="button primary" href="/">
              {t('signIn')}
            </a>
          </p>
        </Notice>
      ) : (
        <Card>
          <Form
            label={t('newPassword')}
            submit={async (values: ResetPasswordData['body']) => {
              await api.resetPassword({ body: { ...values, token: query.get('token') ?? '' } });
              setDone(true);
            }}
          >
            <Field
              name="email"
              label={t('email')}
              type="email"
              autocomplete="username"
              defaultValue={query.get('email') ?? ''}
            />
            <Field
              name="password"
              label={t('newPassword')}
              type="password"
              autocomplete="new-password"
              hint={t('passwordHint')}
            />
            <Field
              name="passwordConfirmation"
              label={t('passwordAgain')}
              type="password"
              autocomplete="new-password"
            />
            <Submit>{t('changePassword')}</Submit>
          </Form>
          <p class="small">
            <a href="/forgotten-password">{t('askNewLink')}</a>
          </p>
        </Card>
      )}
    </Page>
  );
}
