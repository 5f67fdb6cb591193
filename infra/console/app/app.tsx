/** The frame around every page, and which page it is. */
import { useEffect } from 'preact/hooks';
import { useTexts } from './core/language.ts';
import { type Place, place } from './core/router.ts';
import { useStore } from './core/store.ts';
import { Developer } from './developer/drawer.tsx';
import { Header } from './frame/header.tsx';
import { pageAt } from './pages/routes.tsx';
import { SignedIn } from './pages/signed-in.tsx';

export function App() {
  const { now, t } = useTexts();
  const at = useStore(place);
  useEffect(() => {
    document.documentElement.lang = now;
  }, [now]);

  return (
    <>
      <a class="skip" href="#content">
        {t('skip')}
      </a>
      <Header />
      <main id="content" tabIndex={-1}>
        <Shown at={at} />
      </main>
      <Developer />
    </>
  );
}

function Shown({ at }: { at: Place }) {
  const { open, page: Page, parameters } = pageAt(at.path);
  const key = at.path;
  if (open) return <Page key={key} {...parameters} />;
  return <SignedIn key={key}>{user => <Page {...parameters} user={user} />}</SignedIn>;
}
