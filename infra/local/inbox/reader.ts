/** What a reader of the inbox may ask for, by path; everything else is the engine's. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { hashed, PAGE_HEADERS } from '../html.ts';
import { type Email, foundMails, isTo, keptMails } from './kept-mails.ts';
import { inboxPage, SCRIPT } from './page.ts';
import { STYLE } from './style.ts';

interface Answer {
  readonly status?: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Our pages load nothing but themselves, and frame nothing but a mail. */
const INBOX_POLICY = [
  "default-src 'none'",
  `style-src ${hashed(STYLE)}`,
  `script-src ${hashed(SCRIPT)}`,
  "connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
].join('; ');

/** A mail is a stranger's page: it runs nothing, loads nothing, and its links open elsewhere. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";

/** @returns false for what it leaves to the engine */
export function answerReader({ method, url }: IncomingMessage, response: ServerResponse): boolean {
  const { pathname, searchParams } = new URL(url ?? '/', 'http://localhost');
  const answer = method === 'GET' ? answerTo(pathname, searchParams) : undefined;
  if (!answer) return false;
  response.writeHead(answer.status ?? 200, answer.headers).end(answer.body);
  return true;
}

function answerTo(path: string, query: URLSearchParams): Answer | undefined {
  const to = query.get('to');
  if (path === '/store' && to) {
    const emails = keptMails().filter(mail => isTo(mail, to));
    return {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ emails, templates: {} }),
    };
  }
  if (path === '/') {
    const search = { to: to ?? '', words: query.get('q') ?? '' };
    const open = mailOf(query.get('mail'));
    const headers = { ...PAGE_HEADERS, 'content-security-policy': INBOX_POLICY };
    return { headers, body: inboxPage({ search, mails: foundMails(search), open }) };
  }
  const [, folder, id = ''] = path.split('/');
  return folder === 'mails' ? mailAlone(mailOf(id)) : undefined;
}

const mailOf = (id: string | null) => keptMails().find(({ messageId }) => messageId === id);

function mailAlone(mail: Email | undefined): Answer {
  const headers = { ...PAGE_HEADERS, 'content-security-policy': MAIL_POLICY };
  const html = mail?.body.html;
  if (html === undefined) return { status: 404, headers, body: 'Mail not found.' };
  return { headers, body: html.replace('<head>', '<head><base target="_blank">') };
}
