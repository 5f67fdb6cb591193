/** Where one is, where one may go, who one is, in which language. */

import type { User } from '../../../client/runtime/index.ts';
import { api } from '../core/api.ts';
import { setLanguage, useTexts } from '../core/language.ts';
import { navigate, place } from '../core/router.ts';
import { leave, session } from '../core/session.ts';
import { useStore } from '../core/store.ts';
import { Mark } from '../ui/icons.tsx';
import { NAME } from '../ui/page.tsx';

export function Header() {
  const now = useStore(session);
  return (
    <header class="top">
      <div class="inside">
        <a class="brand" href="/">
          <Mark />
          {NAME}
        </a>
        {now.state === 'open' && <Navigation user={now.user} />}
        <div class="top-end">
          <LanguageSwitch />
          {now.state === 'open' ? <Account user={now.user} /> : <Guest />}
        </div>
      </div>
    </header>
  );
}

function Navigation({ user }: { user: User }) {
  const { t } = useTexts();
  const links =
    user.role === 'client'
      ? ([['/', t('testimonies')]] as const)
      : ([
          ['/', t('myWork')],
          ['/offerable', t('offerable')],
        ] as const);
  return (
    <nav aria-label={t('navigation')}>
      {[...links, ['/account', t('account')] as const].map(([path, label]) => (
        <NavLink key={path} path={path} label={label} />
      ))}
    </nav>
  );
}

function NavLink({ path, label }: { path: string; label: string }) {
  const { path: currentPlace } = useStore(place);
  const current =
    path === '/'
      ? currentPlace === '/' || currentPlace.startsWith('/testimonies')
      : currentPlace.startsWith(path);
  return (
    <a class="tab" href={path} aria-current={current ? 'page' : undefined}>
      {label}
    </a>
  );
}

function Account({ user }: { user: User }) {
  const { t } = useTexts();
  async function signOut(): Promise<void> {
    // Whatever the API says, this tab forgets; a token that is dead already is as good.
    await api.logout().catch(() => undefined);
    leave();
    navigate('/');
  }
  return (
    <>
      <span class="who" title={user.email}>
        {[user.firstName, user.lastName].filter(Boolean).join(' ') || user.email}
      </span>
      <button type="button" class="button quiet" onClick={() => void signOut()}>
        {t('signOut')}
      </button>
    </>
  );
}

function Guest() {
  const { t } = useTexts();
  const { path } = useStore(place);
  if (path === '/') return null;
  return (
    <a class="button quiet" href="/">
      {t('signIn')}
    </a>
  );
}

/** Each language calls itself by its own name. */
function LanguageSwitch() {
  const { now, t } = useTexts();
  return (
    <fieldset class="languages">
      <legend class="hidden">{t('language')}</legend>
      {(['sk', 'en'] as const).map(each => (
        <button type="button" key={each} aria-pressed={now === each} onClick={() => setLanguage(each)}>
          <span aria-hidden="true">{each.toUpperCase()}</span>
          <span class="hidden" lang={each}>
            {each === 'sk' ? 'Slovenčina' : 'English'}
          </span>
        </button>
      ))}
    </fieldset>
  );
}
