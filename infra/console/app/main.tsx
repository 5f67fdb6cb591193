import { render } from 'preact';
import { App } from './app.tsx';
import { follow } from './core/exchanges.ts';
import { followLinks } from './core/router.ts';
import { noticeEnd, refresh } from './core/session.ts';

followLinks();
follow(({ status, code }) => noticeEnd(status, code));
void refresh();

const root = document.getElementById('app');
if (root) render(<App />, root);
