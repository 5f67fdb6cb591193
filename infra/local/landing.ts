/**
 * The page that mail links lead to while there is no frontend (FRONTEND_URL's default): plain Slovak
 * HTML that calls the API as a frontend would, and nothing but the API.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PAGE_HEADERS, PAGE_POLICY } from './html.ts';
import { closeServer } from './inbox.ts';
import { PAGE_SCRIPT, PAGES, unknownPage } from './landing-pages.ts';

/** @param apiUrl the only address the pages call, and the only one they let a link name */
export async function startLanding(
  apiUrl: string,
): Promise<{ readonly endpoint: string; stop(): Promise<void> }> {
  const connect = `connect-src ${new URL(apiUrl).origin}`;
  const headers = {
    ...PAGE_HEADERS,
    'content-security-policy': `${PAGE_POLICY}; script-src 'self'; form-action 'none'; ${connect}`,
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
    response.writeHead(render ? 200 : 404, headers).end((render ?? unknownPage)(searchParams, apiUrl));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { endpoint: `http://localhost:${port}`, stop: () => closeServer(server) };
}
