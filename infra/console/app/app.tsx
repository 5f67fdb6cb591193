import { useEffect } from 'preact/hooks';
import { language, t } from './core/language.ts';
import { decideNavigation, pendingNavigation } from './core/leave-guard.ts';
import { currentLocation, type PageLocation } from './core/router.ts';
import { DeveloperTools } from './developer/drawer.tsx';
import { ErrorBoundary } from './frame/error-boundary.tsx';
import { Header } from './frame/header.tsx';
import { RequireSignIn } from './pages/require-sign-in.tsx';
import { findPage } from './pages/routes.tsx';
import { Announcements } from './ui/announcements.tsx';
import { Button } from './ui/buttons.tsx';
import { Dialog } from './ui/dialog.tsx';

export function App() {
  const location = currentLocation.value;
  useEffect(() => {
    document.documentElement.lang = language.value;
  }, [language.value]);

  return (
    <>
      <a class="skip" href="#content">
        {t('skip')}
      </a>
      <Announcements />
      <Header />
      <main id="content" tabIndex={-1}>
        <ErrorBoundary key={location.path}>
          <CurrentPage location={location} />
        </ErrorBoundary>
      </main>
      <LeaveDialog />
      <DeveloperTools />
    </>
  );
}

function CurrentPage({ location }: { location: PageLocation }) {
  const { isPublic, page: Page, parameters } = findPage(location.path);
  if (isPublic) return <Page {...parameters} />;
  return <RequireSignIn>{user => <Page {...parameters} user={user} />}</RequireSignIn>;
}

function LeaveDialog() {
  if (!pendingNavigation.value) return null;
  return (
    <Dialog title={t('leaveTitle')} focusesBack onClose={() => decideNavigation(false)}>
      <p>{t('leaveText')}</p>
      <Button kind="danger" onClick={() => decideNavigation(true)} text={t('leave')} />
    </Dialog>
  );
}
