import { render } from 'preact';
import { App } from './app.tsx';
import { followExchange } from './core/exchanges.ts';
import { followLinks } from './core/router.ts';
import { endSessionOn401, refresh } from './core/session.ts';

followLinks();
followExchange(({ status, code }) => endSessionOn401(status, code));
void refresh();

const root = document.getElementById('app');
if (root) render(<App />, root);
