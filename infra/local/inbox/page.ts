/** The inbox as a page: whom to, what about, and the mail that is open, as HTML beside its text. */
import { html, Markup } from '../html.ts';
import { type Email, recipients, type Search } from './kept-mails.ts';
import { STYLE } from './style.ts';

/** More in one list help nobody: then it is time to search. */
const LONGEST_LIST = 200;

interface View {
  readonly search: Search;
  readonly mails: readonly Email[];
  readonly open: Email | undefined;
}

/** Fetches the list again while the page is seen; whoever has moved into it by keyboard stays there. */
export const SCRIPT = `
const list = document.querySelector('nav');
document.querySelector('select').addEventListener('change', event => event.target.form.submit());
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

export function inboxPage({ search, mails, open }: View): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${open ? `${open.subject} – Inbox` : 'Inbox'}</title>
<style>${new Markup(STYLE)}</style>
</head>
<body class="${open ? 'open' : 'closed'}">
<header>
  <h1><a href="/">Inbox</a></h1>
  <form role="search">
    <input type="search" name="q" value="${search.words}" placeholder="Search" aria-label="Search">
    <select name="to" aria-label="Recipient">
      <option value="">All recipients</option>
      ${recipients().map(one => optionOf(one, search.to))}
    </select>
    <button>Search</button>
  </form>
</header>
<nav aria-label="Mails">${list({ search, mails, open })}</nav>
<main>${open ? opened(open, search) : hint()}</main>
<script>${new Markup(SCRIPT)}</script>
</body>
</html>
`.text;
}

function optionOf([address, mails]: [string, number], chosen: string): Markup {
  const text = `${address} (${mails})`;
  return address === chosen
    ? html`<option value="${address}" selected>${text}</option>`
    : html`<option value="${address}">${text}</option>`;
}

function list({ search, mails, open }: View): Markup {
  const count = mails.length === 1 ? '1 mail' : `${mails.length} mails`;
  const shown = mails.length > LONGEST_LIST ? `${count}, the newest ${LONGEST_LIST} below` : count;
  return html`<p role="status">${shown}</p>
<ol>${mails.slice(0, LONGEST_LIST).map(mail => entry(mail, mail === open, search))}</ol>`;
}

function entry(mail: Email, isOpen: boolean, search: Search): Markup {
  const { messageId, subject, destination, body } = mail;
  const [, saying = ''] = (body.text ?? '').split('\n\n');
  const current = isOpen ? html` aria-current="true"` : html``;
  return html`<li id="${messageId}"><a href="${addressOf(search, messageId)}"${current}>
  <span>${destination.to.join(', ')}</span> ${time(mail)}
  <strong lang="sk">${subject}</strong>
  <span lang="sk">${saying}</span>
</a></li>`;
}

/** The fragment brings the list to where it was. */
function addressOf({ to, words }: Search, mail: string): string {
  const query = new URLSearchParams({ ...(words && { q: words }), ...(to && { to }), mail });
  return `/?${query}#${mail}`;
}

function time({ at }: Email): Markup {
  const sent = new Date(at * 1000);
  const isToday = sent.toDateString() === new Date().toDateString();
  const text = isToday
    ? sent.toLocaleTimeString('en-GB')
    : sent.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
  return html`<time datetime="${sent.toISOString()}">${text}</time>`;
}

function opened(mail: Email, search: Search): Markup {
  const { messageId, subject, from, replyTo, destination, body } = mail;
  const back = new URLSearchParams({ q: search.words, to: search.to });
  const heads = { From: from, To: destination.to.join(', '), 'Reply to': replyTo.join(', ') || '–' };
  return html`<a class="back" href="/?${String(back)}">Back to the list</a>
<h2 lang="sk">${subject}</h2>
<dl>${Object.entries(heads).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
<div><dt>Sent</dt><dd>${time(mail)}</dd></div></dl>
<div class="both">${body.html === undefined ? html`` : rendered(messageId)}
<section><h3>Text</h3><pre lang="sk" tabindex="0">${linked(body.text ?? '')}</pre></section>
</div>`;
}

const rendered = (id: string): Markup =>
  html`<section><h3>HTML <a href="/mails/${id}" target="_blank">alone</a></h3>
<iframe src="/mails/${id}" title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe></section>`;

const linked = (text: string): Markup[] =>
  text
    .split(/(https?:\S+)/)
    .map(part =>
      /^https?:/.test(part) ? html`<a href="${part}" target="_blank">${part}</a>` : html`${part}`,
    );

function hint(): Markup {
  return html`<div class="hint"><p>Choose a mail. New ones appear by themselves.</p>
<p>As JSON: <a href="/store">/store</a>, or <code>/store?to=</code> and an address.</p></div>`;
}
