import { announceToScreenReaders } from '../core/announcements.ts';
import { language, setLanguage, t } from '../core/language.ts';
import { leaveSafely } from '../core/leave-guard.ts';
import { currentLocation, navigate } from '../core/router.ts';
import { type KnownUser, knownUser, session, signOut } from '../core/session.ts';
import { joinName } from '../pages/testimonies/testimony-facts.ts';
import { ButtonLink } from '../ui/buttons.tsx';
import { Icon, Logo } from '../ui/icons.tsx';
import { APP_NAME } from '../ui/page.tsx';

export function Header() {
  const user = knownUser.value;
  return (
    <header class="top">
      <div class="inside">
        <a class="brand" href="/" aria-label={APP_NAME}>
          <Logo />
          <span class={user && 'on-desktop'}>{APP_NAME}</span>
        </a>
        {user && <Navigation user={user} />}
        <div class="top-end">
          <LanguageSwitch />
          {user && <AccountMenu user={user} />}
          {session.value.state === 'guest' && <SignInLink />}
        </div>
      </div>
    </header>
  );
}

function Navigation({ user }: { user: KnownUser }) {
  const links =
    user.role === 'client'
      ? [{ path: '/', label: t('testimonies') }]
      : [
          { path: '/', label: t('myWork'), shortLabel: t('myWorkShort') },
          { path: '/offerable', label: t('offerable') },
        ];
  return (
    <nav aria-label={t('navigation')}>
      {[...links, { path: '/account', label: t('account') }].map(link => (
        <NavLink key={link.path} {...link} />
      ))}
    </nav>
  );
}

interface NavLinkProps {
  readonly path: string;
  readonly label: string;
  /** Shorter label for phones, where the header has a single row. */
  readonly shortLabel?: string;
}

function NavLink({ path, label, shortLabel = label }: NavLinkProps) {
  const { path: currentPath } = currentLocation.value;
  const isCurrent =
    path === '/'
      ? currentPath === '/' || currentPath.startsWith('/testimonies')
      : currentPath.startsWith(path);
  return (
    <a class="tab" href={path} aria-current={isCurrent ? 'page' : undefined}>
      <span class="on-desktop">{label}</span>
      <span class="on-phone">{shortLabel}</span>
    </a>
  );
}

function AccountMenu({ user }: { user: KnownUser }) {
  async function leave(): Promise<void> {
    await signOut();
    // The user may have signed in in another tab.
    if (session.value.state !== 'guest') return;
    navigate('/');
    announceToScreenReaders(t('signedOut'));
  }
  return (
    <>
      <span class="who" title={user.email}>
        {joinName(user) || user.email}
      </span>
      <button type="button" class="button quiet" onClick={() => leaveSafely(() => void leave())}>
        <Icon name="sign-out" />
        <span>{t('signOut')}</span>
      </button>
    </>
  );
}

/** Link to the form for signing in. On a desktop, the start page shows that form without scrolling. */
function SignInLink() {
  const isHome = currentLocation.value.path === '/';
  return (
    <span class={isHome ? 'on-phone' : undefined}>
      <ButtonLink href={isHome ? '/#sign-in' : '/'} kind="quiet" text={t('signIn')} />
    </span>
  );
}

/** Switch between the languages. Each language is labelled in that language. */
const LanguageSwitch = () => (
  <fieldset class="languages">
    <legend class="hidden">{t('language')}</legend>
    {(['sk', 'en'] as const).map(option => (
      <button
        type="button"
        key={option}
        aria-pressed={language.value === option}
        onClick={() => setLanguage(option)}
      >
        <span aria-hidden="true">{option.toUpperCase()}</span>
        <span class="hidden" lang={option}>
          {option === 'sk' ? 'Slovenčina' : 'English'}
        </span>
      </button>
    ))}
  </fieldset>
);
