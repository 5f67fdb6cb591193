/** Renders the page of the inbox: the list of mails, and the open mail as HTML and as text. */
import { html, Markup } from '../html-page.ts';
import { createStyleSheet, ICON_LINK } from '../page-assets.ts';
import type { Email } from './stored-mails.ts';

export const INBOX_STYLE = createStyleSheet('inbox.css');

/** Maximum number of mails in the list. The search finds older ones. */
const MAX_LISTED = 100;

interface InboxView {
  /** Words of the search. */
  readonly words: string;
  /** The found mails, newest first. */
  readonly mails: readonly Email[];
  readonly openMail: Email | undefined;
  /** Whether the reader has chosen the open mail. Otherwise the newest mail is open, and phones show only the list. */
  readonly isChosen: boolean;
  /** Part of the open mail that is shown. */
  readonly part: 'HTML' | 'Text';
}

/** Script that refreshes the list every two seconds while the page is visible. The refresh keeps the keyboard focus. */
export const INBOX_SCRIPT = `
const list = document.querySelector('nav');
setInterval(async () => {
  if (document.hidden) return;
  const answer = await fetch(location.href).catch(() => undefined);
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const fresh = page.querySelector('nav').innerHTML;
  if (fresh === list.innerHTML) return;
  const focused = document.activeElement?.getAttribute('href');
  list.innerHTML = fresh;
  for (const link of list.querySelectorAll('a')) if (link.getAttribute('href') === focused) link.focus();
}, 2000);
`;

export function renderInboxPage(view: InboxView): string {
  const { words, openMail, isChosen } = view;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${openMail ? `${openMail.subject} – Inbox` : 'Inbox'}</title>
${new Markup(ICON_LINK)}
<style>${new Markup(INBOX_STYLE)}</style>
</head>
<body class="${isChosen ? 'open' : 'closed'}">
<header class="top">
  <h1><a href="/"><img class="mark" src="/assets/mark.svg" alt="">Inbox</a></h1>
  <form role="search">
    <input type="search" name="q" value="${words}" placeholder="Search" aria-label="Search">
    <button class="primary">Search</button>
  </form>
</header>
<main>
<nav aria-label="Mails">${renderMailList(view)}</nav>
<article>${openMail ? renderOpenMail(openMail, view) : EMPTY_TEXT}</article>
</main>
<script>${new Markup(INBOX_SCRIPT)}</script>
</body>
</html>
`.text;
}

function renderMailList(view: InboxView): Markup {
  const { mails } = view;
  const count = mails.length === 1 ? '1 mail' : `${mails.length} mails`;
  return html`<h2>Mails</h2>
<p role="status">${mails.length > MAX_LISTED ? `${count}, the newest ${MAX_LISTED} are listed` : count}</p>
<ol>${mails.slice(0, MAX_LISTED).map(mail => renderMailEntry(mail, view))}</ol>
<p><a href="/store">All mails as JSON</a></p>`;
}

function renderMailEntry(mail: Email, view: InboxView): Markup {
  const { messageId, subject, destination, body } = mail;
  const [, preview = ''] = (body.text ?? '').split('\n\n');
  const content = html`<span>${destination.to.join(', ')}</span> ${renderTime(mail)}
  <strong lang="sk">${subject}</strong>
  <span lang="sk">${preview}</span>`;
  const link = renderLink(createUrl(view, { mail: messageId }), content, mail === view.openMail);
  return html`<li id="${messageId}">${link}</li>`;
}

const renderLink = (url: string, content: Markup, isCurrent: boolean): Markup =>
  html`<a href="${url}"${isCurrent ? html` aria-current="true"` : html``}>${content}</a>`;

/** Returns the URL of the list, or of a mail. The fragment scrolls the list to the mail. */
function createUrl(
  { words, part }: InboxView,
  target: { readonly mail?: string | undefined; readonly part?: string } = {},
): string {
  const { mail = '' } = target;
  return `/?${new URLSearchParams({ q: words, part: target.part ?? part, mail })}#${mail}`;
}

function renderTime({ at }: Email): Markup {
  const sent = new Date(at * 1000);
  const isToday = sent.toDateString() === new Date().toDateString();
  const text = isToday
    ? sent.toLocaleTimeString('en-GB')
    : sent.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
  return html`<time datetime="${sent.toISOString()}">${text}</time>`;
}

function renderOpenMail(mail: Email, view: InboxView): Markup {
  const { messageId, subject, from, replyTo, destination, body } = mail;
  const headerFields = { From: from, To: destination.to.join(', '), 'Reply to': replyTo.join(', ') || '–' };
  return html`<a class="back" href="${createUrl(view)}">Back to the list</a>
<h2 lang="sk">${subject}</h2>
<dl>${Object.entries(headerFields).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
<div><dt>Sent</dt><dd>${renderTime(mail)}</dd></div></dl>
<p class="tabs">${['HTML', 'Text'].map(part => renderTab(part, view))}</p>
${view.part === 'HTML' && body.html !== undefined ? renderHtmlFrame(messageId) : html`<pre lang="sk" tabindex="0">${renderTextWithLinks(body.text ?? '')}</pre>`}`;
}

const renderTab = (part: string, view: InboxView): Markup =>
  renderLink(createUrl(view, { mail: view.openMail?.messageId, part }), html`${part}`, part === view.part);

const renderHtmlFrame = (id: string): Markup =>
  html`<iframe src="/mails/${id}" title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`;

const renderTextWithLinks = (text: string): Markup[] =>
  text
    .split(/(https?:\S+)/)
    .map(part =>
      /^https?:/.test(part) ? html`<a href="${part}" target="_blank">${part}</a>` : html`${part}`,
    );

const EMPTY_TEXT = html`<p class="hint">There are no mails. New ones appear by themselves.</p>`;
