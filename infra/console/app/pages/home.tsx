/** Start page. Guests see what the service is and the sign-in form, and signed-in users see the list of testimonies. */
import { t } from '../core/language.ts';
import { withNextPath } from '../core/next-path.ts';
import { session } from '../core/session.ts';
import { ButtonLink } from '../ui/buttons.tsx';
import { Notice, Page } from '../ui/page.tsx';
import { SignInCard } from './guest/sign-in.tsx';
import { RequireSignIn } from './require-sign-in.tsx';
import { TestimoniesPage } from './testimonies/my-testimonies.tsx';

export const HomePage = () => (
  <RequireSignIn guestPage={<Welcome />}>{user => <TestimoniesPage user={user} />}</RequireSignIn>
);

/** Path of the client registration. After the registration, the form for a new testimony opens. */
const REQUEST_PATH = withNextPath('/register/client', '/testimonies/new');

const Welcome = () => (
  <div class="welcome">
    <Page title={t('welcomeTitle')} lead={t('welcomeLead')}>
      <ButtonLink href={REQUEST_PATH} kind="primary" text={t('newTestimony')} />
      <ol class="steps">
        {(['welcome1', 'welcome2', 'welcome3'] as const).map(step => (
          <li key={step}>
            <strong>{t(step)}</strong>
            <span>{t(`${step}Text`)}</span>
          </li>
        ))}
      </ol>
      <p>{t('lateGuarantee')}</p>
      <p>
        <a href="/register/expert">{t('areYouExpert')}</a>
      </p>
    </Page>
    <div class="page" id="sign-in">
      {session.value.state === 'guest' && session.value.ended && (
        <Notice tone="info" text={t('sessionEnded')} />
      )}
      <SignInCard title={t('signIn')} />
    </div>
  </div>
);
