/** Client-side router. It handles clicks on ordinary links without loading a new document. */
import { createStore } from './store.ts';

export interface PageLocation {
  readonly path: string;
  readonly query: URLSearchParams;
}

const readLocation = (): PageLocation => ({
  path: location.pathname.replace(/(.)\/$/, '$1'),
  query: new URLSearchParams(location.search),
});

export const currentLocation = createStore(readLocation());

export function navigate(url: string, { replace = false } = {}): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', url);
  currentLocation.set(readLocation());
  scrollTo(0, 0);
}

/**
 * Returns the query of the current URL and hides it from the browser's address bar, because the query contains secret
 * tokens from mails. The history entry keeps the query, so a reload of the page can still read it.
 */
export function readAndHideQuery(): URLSearchParams {
  if (location.search) history.replaceState({ query: location.search }, '', location.pathname);
  return new URLSearchParams((history.state as { query?: string } | null)?.query ?? '');
}

export function startRouter(): void {
  addEventListener('popstate', () => currentLocation.set(readLocation()));
  document.addEventListener('click', event => {
    const link = (event.target as Element).closest?.('a');
    const isModifiedClick =
      event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
    if (!link || isModifiedClick || event.defaultPrevented || link.target || link.hasAttribute('download'))
      return;
    const url = new URL(link.href);
    if (url.origin !== location.origin || url.hash) return;
    event.preventDefault();
    navigate(url.pathname + url.search);
  });
}
