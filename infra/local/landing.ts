/**
 * The page that mail links lead to while there is no frontend (FRONTEND_URL's default): plain Slovak
 * HTML that calls the API as a frontend would, and nothing but the API.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeServer } from './inbox.ts';
import { PAGE_SCRIPT, page } from './landing-pages.ts';

const PAGES: Readonly<Record<string, (query: URLSearchParams, apiUrl: string) => string>> = {
  '/': page.home,
  '/verify-email': page.verifyEmail,
  '/reset-password': page.resetPassword,
  '/payment/success': page.paymentSuccess,
};

/** @param apiUrl the only address the pages call, and the only one they let a link name */
export async function startLanding(
  apiUrl: string,
): Promise<{ readonly endpoint: string; stop(): Promise<void> }> {
  const headers = {
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer', // Links carry signatures and tokens.
    'x-content-type-options': 'nosniff',
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; form-action 'none'; " +
      `base-uri 'none'; frame-ancestors 'none'; connect-src ${new URL(apiUrl).origin}`,
  };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/page.js') {
      response
        .writeHead(200, { ...headers, 'content-type': 'text/javascript; charset=utf-8' })
        .end(PAGE_SCRIPT);
      return;
    }
    const render = Object.hasOwn(PAGES, pathname) ? PAGES[pathname] : undefined;
    response
      .writeHead(render ? 200 : 404, { ...headers, 'content-type': 'text/html; charset=utf-8' })
      .end((render ?? page.unknown)(searchParams, apiUrl));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { endpoint: `http://localhost:${port}`, stop: () => closeServer(server) };
}
