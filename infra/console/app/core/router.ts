/** Client-side router. It handles clicks on ordinary links without loading a new document. */
import { signal } from '@preact/signals';
import { hasUnsentInput, leaveSafely, pendingNavigation } from './leave-guard.ts';

export interface PageLocation {
  readonly path: string;
  readonly query: URLSearchParams;
}

interface EntryState {
  /** Position in the tab's history. The router uses it to compute by how many entries the back button has moved. */
  readonly index?: number;
  readonly query?: string;
}

const readLocation = (): PageLocation => ({
  path: location.pathname.replace(/(.)\/$/, '$1'),
  query: new URLSearchParams(location.search),
});

const readState = (): EntryState => (history.state ?? {}) as EntryState;

export const currentLocation = signal(readLocation());

let currentIndex = readState().index ?? 0;

/** Opens a page without a warning about unsent input, for example after the input was sent. */
export function navigate(url: string, { replace = false } = {}): void {
  if (!replace) currentIndex += 1;
  history[replace ? 'replaceState' : 'pushState']({ index: currentIndex }, '', url);
  currentLocation.value = readLocation();
  scrollTo(0, 0);
}

/**
 * Returns the query of the current URL and hides it from the browser's address bar, because the query contains secret
 * tokens from mails. The history entry keeps the query, so a reload of the page can still read it.
 */
export function readAndHideQuery(): URLSearchParams {
  if (location.search)
    history.replaceState({ ...readState(), query: location.search }, '', location.pathname);
  return new URLSearchParams(readState().query ?? '');
}

export function startRouter(): void {
  addEventListener('popstate', createHistoryListener());
  document.addEventListener('click', event => {
    const link = (event.target as Element).closest?.('a');
    const isModifiedClick =
      event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
    if (!link || isModifiedClick || event.defaultPrevented || link.target || link.hasAttribute('download'))
      return;
    const url = new URL(link.href);
    if (url.origin !== location.origin || url.hash) return;
    event.preventDefault();
    const open = () => navigate(url.pathname + url.search);
    if (url.pathname === location.pathname) open();
    else leaveSafely(open);
  });
}

/**
 * Creates the listener for the back and forward buttons. If unsent input would be lost, the listener returns to the
 * history entry of the current page and asks the user whether to leave.
 */
function createHistoryListener(): () => void {
  let isExpected = false;
  return () => {
    const distance = (readState().index ?? 0) - currentIndex;
    const isOtherPage = readLocation().path !== currentLocation.value.path;
    if (!isExpected && distance !== 0 && isOtherPage && hasUnsentInput()) {
      isExpected = true;
      history.go(-distance);
      pendingNavigation.value = () => {
        isExpected = true;
        history.go(distance);
      };
      return;
    }
    isExpected = false;
    currentIndex += distance;
    currentLocation.value = readLocation();
  };
}
