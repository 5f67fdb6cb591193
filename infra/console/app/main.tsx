import { render } from 'preact';
import { App } from './app.tsx';
import { startLeaveGuard } from './core/leave-guard.ts';
import { startRouter } from './core/router.ts';
import { refreshUser } from './core/session.ts';

startRouter();
startLeaveGuard();
void refreshUser();

const root = document.getElementById('app');
if (root) render(<App />, root);
