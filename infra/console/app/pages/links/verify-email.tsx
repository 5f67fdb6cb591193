/** Page to which verification mails lead. `?url=` is the signed URL of the API (infra/docs/api/accounts.md). */
import { useEffect, useState } from 'preact/hooks';
import { isProblem, type ResendVerificationData, verificationIn } from '../../../../client/runtime/index.ts';
import { API_URL, api, TURNSTILE_TOKEN } from '../../core/api-client.ts';
import { t } from '../../core/language.ts';
import { readAndHideQuery } from '../../core/router.ts';
import { currentUser, refreshUser } from '../../core/session.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { ButtonLink } from '../../ui/buttons.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Form, SubmitButton } from '../../ui/form.tsx';
import { Card, Notice, Page } from '../../ui/page.tsx';

export function VerifyEmailPage() {
  const [link, setLink] = useState<ReturnType<typeof parseVerificationLink>>();
  const [state, setState] = useState<'verifying' | 'done' | 'rejected'>('verifying');
  useEffect(() => setLink(parseVerificationLink(readAndHideQuery().get('url') ?? '')), []);

  async function verifyEmail(): Promise<boolean> {
    if (!link) return false;
    try {
      await api.verifyEmail(link);
    } catch (error) {
      if (isProblem(error) && error.status === 422) {
        setState('rejected');
        return false;
      }
      if (!isProblem(error, 'already-verified')) throw error;
    }
    setState('done');
    await refreshUser();
    return true;
  }

  return (
    <Page title={t('verifyEmail')} narrow>
      {link === null && <InvalidLinkCard text={t('foreignLink')} />}
      {link && state === 'verifying' && (
        <Card>
          <p>{t('verifyEmailLead')}</p>
          <ActionButton action={verifyEmail} kind="primary" text={t('verifyEmailButton')} />
        </Card>
      )}
      {state === 'done' && (
        <Notice tone="success" text={t('emailVerified')}>
          <ButtonLink href="/" text={t('toStart')} />
        </Notice>
      )}
      {state === 'rejected' && <InvalidLinkCard text={t('linkExpired')} />}
    </Page>
  );
}

/** Parses a verification link. Returns null if the text is not a link to the API of this console. */
function parseVerificationLink(text: string) {
  if (!URL.canParse(text) || new URL(text).origin !== new URL(API_URL).origin) return null;
  try {
    return verificationIn(text);
  } catch {
    return null;
  }
}

/** Notice about an invalid verification link, with a form that requests another verification mail. */
function InvalidLinkCard({ text }: { text: string }) {
  const [isSent, setIsSent] = useState(false);
  return (
    <Card>
      <div role="alert">
        <p>{text}</p>
      </div>
      {isSent ? (
        <Notice tone="success" text={t('verificationSent')} />
      ) : (
        <Form
          label={t('sendVerification')}
          leaveWarning="never"
          onSubmit={async (body: ResendVerificationData['body']) => {
            await api.resendVerification({ body: { ...body, turnstileToken: TURNSTILE_TOKEN } });
            setIsSent(true);
          }}
        >
          <TextField name="email" defaultValue={currentUser.value?.email} />
          <SubmitButton>{t('sendVerification')}</SubmitButton>
        </Form>
      )}
    </Card>
  );
}
