import { useEffect, useRef, useState } from 'preact/hooks';
import { isProblem, type LoginData } from '../../../../client/runtime/index.ts';
import { announceToScreenReaders } from '../../core/announcements.ts';
import { api, TURNSTILE_TOKEN } from '../../core/api-client.ts';
import { t } from '../../core/language.ts';
import { startSession } from '../../core/session.ts';
import { focusField } from '../../forms/form-controls.ts';
import { CheckboxField } from '../../ui/choice-fields.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Form, SubmitButton } from '../../ui/form.tsx';
import { Card } from '../../ui/page.tsx';
import { CodeField, PasswordField } from '../../ui/password-field.tsx';

export function SignInCard({ title }: { title?: string }) {
  const [needsCode, setNeedsCode] = useState(false);
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const form = fields.current?.closest('form');
    if (needsCode && form) focusField(form, 'code');
  }, [needsCode]);

  async function signIn({
    email,
    password,
    code,
    staySignedIn,
  }: LoginData['body'] & { staySignedIn: boolean }): Promise<void> {
    const body = { email, password, ...(code && { code }), turnstileToken: TURNSTILE_TOKEN };
    const login = await api.login({ body }).catch(problem => {
      // A 422 on `code` means that the password is right: the form gets a field for the code instead of the error.
      if (needsCode || !isProblem(problem, 'invalid') || !problem.errors.code) throw problem;
    });
    if (login) await startSession(login.token, staySignedIn);
    else {
      setNeedsCode(true);
      announceToScreenReaders(t('stepDone', { step: 1 }));
    }
  }

  return (
    <Card title={title}>
      <Form
        label={t('signIn')}
        leaveWarning="never"
        findField={problem => (isProblem(problem, 'wrong-credentials') ? 'password' : undefined)}
        onSubmit={signIn}
      >
        <TextField name="email" />
        <PasswordField name="password" autocomplete="current-password" />
        {needsCode && (
          <div ref={fields}>
            <CodeField hint={t('codeHint')} />
          </div>
        )}
        {/* Keeps the token until the user signs out (infra/decisions/0020-console-token.md). */}
        <CheckboxField name="staySignedIn" />
        <SubmitButton>{t('signIn')}</SubmitButton>
      </Form>
      <p class="small">
        <a href="/forgotten-password">{t('forgotten')}</a>
      </p>
    </Card>
  );
}
