/** Handles the requests for the inbox's pages and for the mails of one recipient. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createCspHash, PAGE_HEADERS } from '../html-page.ts';
import { ASSET_POLICY, findPageAsset } from '../page-assets.ts';
import { INBOX_SCRIPT, INBOX_STYLE, renderInboxPage } from './inbox-page.ts';
import { type Email, listMails, searchMails } from './stored-mails.ts';

interface PageResponse {
  readonly status?: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** Security policy of the inbox's page. The page loads nothing from other origins and shows only mails in frames. */
const INBOX_POLICY = [
  "default-src 'none'",
  `style-src ${createCspHash(INBOX_STYLE)}`,
  `script-src ${createCspHash(INBOX_SCRIPT)}`,
  ASSET_POLICY,
  "connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
].join('; ');

/**
 * Security policy of a mail. Mails are untrusted: they run no scripts, load no resources, and open links in another
 * tab.
 */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";

/**
 * Responds to requests for the inbox. Unknown paths lead to the list.
 * @returns false for other requests, which the SES emulator handles
 */
export function handleInboxRequest({ method, url }: IncomingMessage, response: ServerResponse): boolean {
  const { pathname, searchParams } = new URL(url ?? '/', 'http://localhost');
  const pageResponse = method === 'GET' ? createResponse(pathname, searchParams) : undefined;
  if (!pageResponse) return false;
  response.writeHead(pageResponse.status ?? 200, pageResponse.headers).end(pageResponse.body);
  return true;
}

function createResponse(path: string, query: URLSearchParams): PageResponse | undefined {
  const to = query.get('to');
  if (path === '/store' && to) {
    const emails = listMails().filter(({ destination }) => destination.to.includes(to));
    return {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ emails, templates: {} }),
    };
  }
  if (path === '/') {
    const words = query.get('q') ?? '';
    const mails = searchMails(words);
    const chosen = findMail(query.get('mail'));
    const part = query.get('part') === 'Text' ? 'Text' : 'HTML';
    const headers = { ...PAGE_HEADERS, 'content-security-policy': INBOX_POLICY };
    const view = {
      words,
      mails,
      openMail: chosen ?? mails[0],
      isChosen: chosen !== undefined,
      part,
    } as const;
    return { headers, body: renderInboxPage(view) };
  }
  if (EMULATOR_PATHS.test(path)) return undefined;
  const [, folder, id = ''] = path.split('/');
  const page = folder === 'mails' ? createMailResponse(findMail(id)) : findPageAsset(path);
  return page ?? { status: 302, headers: { location: '/' }, body: '' };
}

/** Paths that the SES emulator handles. */
const EMULATOR_PATHS = /^\/(store|health-check|get-emlContent|v2\/.*)$/;

const findMail = (id: string | null) => listMails().find(({ messageId }) => messageId === id);

function createMailResponse(mail: Email | undefined): PageResponse | undefined {
  const html = mail?.body.html;
  if (html === undefined) return undefined;
  const headers = { ...PAGE_HEADERS, 'content-security-policy': MAIL_POLICY };
  return { headers, body: html.replace('<head>', '<head><base target="_blank">') };
}
