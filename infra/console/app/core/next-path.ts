/** Path of the page that opens after signing in or registering, from `?next=` of the current URL. */

/** Adds `?next=` with the path of the page to open afterwards. */
export const withNextPath = (path: string, next: string): string =>
  `${path}?${new URLSearchParams({ next })}`;

/**
 * Reads the path that the query parameter `next` contains. Returns `/` if it is not a path of this console, for example
 * a URL of another site.
 */
export function readNextPath(query: URLSearchParams): string {
  const next = query.get('next') ?? '';
  const origin = 'http://console.invalid';
  if (!next.startsWith('/') || !URL.canParse(next, origin)) return '/';
  const url = new URL(next, origin);
  // `/.//other.example` has the path `//other.example`, which is a URL of another site.
  const isOwnPath = url.origin === origin && !url.pathname.startsWith('//');
  return isOwnPath ? url.pathname + url.search : '/';
}
