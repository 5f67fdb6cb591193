/** Where the verification mail leads: `?url=` is the signed address of the API (infra/docs/api/accounts.md). */
import { useEffect, useState } from 'preact/hooks';
import { isProblem, type ResendVerificationData, verificationIn } from '../../../../client/runtime/index.ts';
import { API_URL, api } from '../../core/api.ts';
import { useTexts } from '../../core/language.ts';
import { takeQuery } from '../../core/router.ts';
import { refresh, session } from '../../core/session.ts';
import { useStore } from '../../core/store.ts';
import { Act } from '../../ui/act.tsx';
import { Field } from '../../ui/field.tsx';
import { Form, Submit } from '../../ui/form.tsx';
import { Card, Notice, Page } from '../../ui/page.tsx';
import { CHALLENGE } from '../guest/challenge.ts';

export function VerifyEmailPage() {
  const { t } = useTexts();
  const [link, setLink] = useState<ReturnType<typeof linkIn>>();
  const [state, setState] = useState<'asking' | 'done' | 'already' | 'refused'>('asking');
  useEffect(() => setLink(linkIn(takeQuery().get('url') ?? '')), []);

  async function verify(): Promise<void> {
    if (!link) return;
    try {
      await api.verifyEmail(link);
      setState('done');
    } catch (error) {
      if (isProblem(error, 'already-verified')) setState('already');
      else if (isProblem(error) && error.status === 422) setState('refused');
      else throw error;
    }
    await refresh();
  }

  return (
    <Page title={t('verifyEmail')} narrow>
      {link === null && <BadLink text={t('foreignLink')} />}
      {link && state === 'asking' && (
        <Card>
          <p>{t('verifyEmailLead')}</p>
          <Act act={verify} kind="primary">
            {t('verifyEmailButton')}
          </Act>
        </Card>
      )}
      {(state === 'done' || state === 'already') && (
        <Notice tone="success">
          <p>{t(state === 'done' ? 'emailVerified' : 'emailVerifiedAlready')}</p>
          <p>
            <a class="button" href="/">
              {t('toStart')}
            </a>
          </p>
        </Notice>
      )}
      {state === 'refused' && <BadLink text={t('linkExpired')} />}
    </Page>
  );
}

/** Nothing but a link of this very API is followed; null for any other. */
function linkIn(text: string) {
  if (!URL.canParse(text) || new URL(text).origin !== new URL(API_URL).origin) return null;
  try {
    return verificationIn(text);
  } catch {
    return null;
  }
}

/** A dead end has a way out: another mail. */
function BadLink({ text }: { text: string }) {
  const { t } = useTexts();
  const now = useStore(session);
  const [sent, setSent] = useState(false);
  return (
    <Card>
      <div role="alert">
        <p>{text}</p>
      </div>
      {sent ? (
        <Notice tone="success">
          <p>{t('verificationSent')}</p>
        </Notice>
      ) : (
        <Form
          label={t('sendVerification')}
          submit={async ({ email }: ResendVerificationData['body']) => {
            await api.resendVerification({ body: { email, turnstileToken: CHALLENGE } });
            setSent(true);
          }}
        >
          <Field
            name="email"
            label={t('email')}
            type="email"
            autocomplete="username"
            defaultValue={now.state === 'open' ? now.user.email : ''}
          />
          <Submit>{t('sendVerification')}</Submit>
        </Form>
      )}
    </Card>
  );
}
