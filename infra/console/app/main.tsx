import { render } from 'preact';
import { App } from './app.tsx';
import { startLeaveGuard } from './core/leave-guard.ts';
import { startRouter } from './core/router.ts';
import { refreshUser } from './core/session.ts';
import { ErrorBoundary } from './frame/error-boundary.tsx';

startRouter();
startLeaveGuard();
void refreshUser();

const root = document.getElementById('app');
if (root) {
  // index.html contains help for users whose browser does not load this script.
  root.replaceChildren();
  render(
    <ErrorBoundary>
      <App />
    </ErrorBoundary>,
    root,
  );
}
