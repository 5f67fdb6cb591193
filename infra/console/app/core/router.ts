/**
 * Where the visitor is. Every link of the application is a plain one; a click on it stays on the page.
 */
import { createStore } from './store.ts';

export interface Place {
  readonly path: string;
  readonly query: URLSearchParams;
}

const currentPlace = (): Place => ({
  path: location.pathname.replace(/(.)\/$/, '$1'),
  query: new URLSearchParams(location.search),
});

export const place = createStore(currentPlace());

export function navigate(to: string, { replace = false } = {}): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', to);
  place.set(currentPlace());
  scrollTo(0, 0);
}

/**
 * Takes what must not stay in the address (tokens of mails) out of it. It stays with this entry of the tab's
 * history, so that a reload still has it.
 */
export function takeQuery(): URLSearchParams {
  if (location.search) history.replaceState({ query: location.search }, '', location.pathname);
  return new URLSearchParams((history.state as { query?: string } | null)?.query ?? '');
}

export function followLinks(): void {
  addEventListener('popstate', () => place.set(currentPlace()));
  document.addEventListener('click', event => {
    const link = (event.target as Element).closest?.('a');
    const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
    if (!link || elsewhere || event.defaultPrevented || link.target || link.hasAttribute('download')) return;
    const url = new URL(link.href);
    if (url.origin !== location.origin || url.hash) return;
    event.preventDefault();
    navigate(url.pathname + url.search);
  });
}
