/** Entry point of the console. */
import { render } from 'preact';
import { App } from './app.tsx';
import { subscribeToExchanges } from './core/exchanges.ts';
import { startLeaveGuard } from './core/leave-guard.ts';
import { startRouter } from './core/router.ts';
import { endSessionOn401, refreshUser } from './core/session.ts';

startRouter();
startLeaveGuard();
subscribeToExchanges(({ status, code }) => endSessionOn401(status, code));
void refreshUser();

const root = document.getElementById('app');
if (root) render(<App />, root);
