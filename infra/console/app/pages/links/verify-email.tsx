/** Page to which verification mails lead. `?url=` is the signed URL of the API (infra/docs/api/accounts.md). */
import { useEffect, useState } from 'preact/hooks';
import { isProblem, verificationIn } from '../../../../client/runtime/index.ts';
import { API_URL, api } from '../../core/api-client.ts';
import { t } from '../../core/language.ts';
import { readAndHideQuery } from '../../core/router.ts';
import { refreshUser } from '../../core/session.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { ButtonLink } from '../../ui/buttons.tsx';
import { Card, Notice, Page } from '../../ui/page.tsx';
import { MailRequest } from '../guest/mail-request.tsx';

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

/** Card about an invalid verification link, with a form that requests another verification mail. */
const InvalidLinkCard = ({ text }: { text: string }) => (
  <Card>
    <p role="alert">{text}</p>
    <MailRequest
      text={t('sendVerification')}
      describeSent={() => t('verificationSent')}
      send={body => api.resendVerification({ body })}
    />
  </Card>
);
