/** Sample pages of the terms and the privacy policy, which are the defaults of `TERMS_URL` and `PRIVACY_URL`. */
import { html, PAGE_HEADERS, PAGE_SECURITY_POLICY, renderPage } from './html-page.ts';

const TITLES: Readonly<Record<string, string>> = {
  '/terms': 'Podmienky',
  '/privacy': 'Ochrana osobných údajov',
};

const headers = { ...PAGE_HEADERS, 'content-security-policy': PAGE_SECURITY_POLICY };

export function findSamplePage(path: string) {
  const title = TITLES[path];
  if (!title) return undefined;
  const main = html`<h1>${title}</h1>
<p>Toto je ukážka. Skutočný text zverejní prevádzkovateľ služby na svojej adrese.</p>`;
  return { headers, body: renderPage({ title, main }) };
}
