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
 * Responds to requests for the inbox.
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
    const openMail = findMail(query.get('mail'));
    const headers = { ...PAGE_HEADERS, 'content-security-policy': INBOX_POLICY };
    return { headers, body: renderInboxPage({ words, mails: searchMails(words), openMail }) };
  }
  const [, folder, id = ''] = path.split('/');
  return folder === 'mails' ? createMailResponse(findMail(id)) : findPageAsset(path);
}

const findMail = (id: string | null) => listMails().find(({ messageId }) => messageId === id);

function createMailResponse(mail: Email | undefined): PageResponse {
  const headers = { ...PAGE_HEADERS, 'content-security-policy': MAIL_POLICY };
  const html = mail?.body.html;
  if (html === undefined) return { status: 404, headers, body: 'Mail not found.' };
  return { headers, body: html.replace('<head>', '<head><base target="_blank">') };
}
