/** Front page of the local stack: links, accounts to sign in with, and an example request to copy. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createCspHash, html, Markup, PAGE_HEADERS, PAGE_SECURITY_POLICY, renderPage } from './html-page.ts';
import { findPageAsset } from './page-assets.ts';
import { TEST_ACCOUNTS } from './test-accounts.ts';

const REFERENCE_PATH = '/api/v1/docs';

/** Script that copies the text of a button and shows a confirmation. */
const COPY_SCRIPT = `for (const button of document.querySelectorAll('button')) button.addEventListener('click', async () => {
  await navigator.clipboard.writeText(button.dataset.copy);
  button.previousElementSibling.textContent = 'Copied.';
});`;

const renderCopyButton = (text: string, what: string): Markup =>
  html`<span class="copy"><output></output> <button type="button" data-copy="${text}" aria-label="Copy ${what}">Copy</button></span>`;

/**
 * Creates the function that responds to requests for the front page (`GET /`), the sample pages and the assets. It
 * returns false for other requests.
 * @param settings CONSOLE_URL, INBOX_URL, API_URL and TEST_ACCOUNTS of the API's process
 */
export function createPageResponder(settings: Readonly<Record<string, string | undefined>>) {
  const body = renderFrontPage(settings);
  const policy = `${PAGE_SECURITY_POLICY}; script-src ${createCspHash(COPY_SCRIPT)}`;
  const frontPage = { headers: { ...PAGE_HEADERS, 'content-security-policy': policy }, body };

  return ({ method, url = '' }: IncomingMessage, response: ServerResponse): boolean => {
    const [path = ''] = url.split('?');
    const page = path === '/' ? frontPage : (findSamplePage(path) ?? findPageAsset(path));
    if (method !== 'GET' || !page) return false;
    response.writeHead(200, page.headers).end(page.body);
    return true;
  };
}

/** Titles of the sample pages, which are the defaults of `TERMS_URL` and `PRIVACY_URL`. */
const SAMPLE_TITLES: Readonly<Record<string, string>> = {
  '/terms': 'Podmienky',
  '/privacy': 'Ochrana osobných údajov',
};

const SAMPLE_HEADERS = { ...PAGE_HEADERS, 'content-security-policy': PAGE_SECURITY_POLICY };

function findSamplePage(path: string) {
  const title = SAMPLE_TITLES[path];
  if (!title) return undefined;
  const main = html`<h1>${title}</h1>
<p>Toto je ukážka. Skutočný text zverejní prevádzkovateľ služby na svojej adrese.</p>`;
  return { headers: SAMPLE_HEADERS, body: renderPage({ title, main }) };
}

function renderFrontPage({
  API_URL = '',
  CONSOLE_URL = '',
  INBOX_URL = '',
  TEST_ACCOUNTS: hasAccounts,
}: Readonly<Record<string, string | undefined>>): string {
  const link = (name: string, url: string, address: string, text: string) =>
    html`<li><a href="${url}"><strong>${name}</strong><span>${text}</span><code>${address}</code></a></li>`;
  const snippet = createSnippet(API_URL);
  const main = html`<div><h1>The service runs on this machine</h1>
<p class="lead">The backend of a Slovak marketplace for court experts’ opinions: clients request a testimony, experts make
offers, the client pays for one of them, and its expert delivers a PDF. No real money moves and no mail leaves.</p></div>
<ul class="links">
${link('Console', CONSOLE_URL, CONSOLE_URL, 'Use the service as a client or an expert.')}
${link('API reference', REFERENCE_PATH, REFERENCE_PATH, 'Read about every operation and send requests.')}
${link('Inbox', INBOX_URL, INBOX_URL, 'Read every mail that the service sends.')}
</ul>
<section class="card"><h2>Test accounts</h2>${hasAccounts === 'true' ? renderAccounts() : NO_ACCOUNTS}</section>
<section class="card"><div class="copyable"><h2>First request</h2>${renderCopyButton(snippet, 'the request')}</div>
<p>Registers a client and creates a testimony. Paste it into a terminal (bash or zsh).</p>
<pre>${snippet}</pre></section>
<script>${new Markup(COPY_SCRIPT)}</script>`;
  return renderPage({ title: 'Local stack', main, language: 'en', isWide: true });
}

const NO_ACCOUNTS = html`<p>This run has none. A sandbox registers them, unless TEST_ACCOUNTS=false.</p>`;

const renderAccounts = (): Markup => html`<table><tbody>
${Object.values(TEST_ACCOUNTS).map(
  ({ email, password, role }) =>
    html`<tr><th scope="row">${capitalize(role)}</th>${[email, password].map(text => html`<td><span class="copyable"><code>${text}</code>${renderCopyButton(text, text)}</span></td>`)}</tr>`,
)}</tbody></table>`;

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const createSnippet = (apiUrl: string) => `API=${apiUrl}/api/v1
TOKEN=$(curl -s $API/auth/register/client -H 'Content-Type: application/json' -d '{
  "email": "'client.$RANDOM$RANDOM@klienti.sk'", "password": "Tajne heslo 1",
  "passwordConfirmation": "Tajne heslo 1", "termsAgreed": true
}' | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')
curl -s $API/testimonies -H "Authorization: Bearer $TOKEN" \\
  -H 'Content-Type: application/json' -d '{
  "purpose": "mortgage", "notes": "Byt po rekonštrukcii.",
  "realEstate": {
    "type": "apartment", "properties": { "rooms": 3, "floor": 2 }, "region": "ke",
    "address": { "line1": "Mlynská 5", "city": "Košice", "postalCode": "040 01" }
  }
}'`;
