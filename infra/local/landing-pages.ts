/** The landing page's texts and forms. Whatever came with the address is escaped before it is shown. */
import { html, layout, type Markup } from './html.ts';

type Page = (query: URLSearchParams, apiUrl: string) => string;

const home: Page = (_, apiUrl) =>
  page('Trhovisko posudkov', html`<p>API beží na adrese <code>${apiUrl}/api/v1</code>.</p>`);

const verifyEmail: Page = (query, apiUrl) => {
  const url = query.get('url') ?? '';
  const ours = URL.canParse(url) && url.startsWith(`${apiUrl}/`);
  return page(
    'Overenie e-mailovej adresy',
    ours
      ? html`<p>Kliknutím potvrdíte, že táto e-mailová adresa patrí vám.</p>
        <form data-method="GET" data-url="${url}" data-done="Vaša e-mailová adresa je overená.">
          <button>Overiť adresu</button>
        </form>`
      : html`<p role="alert">Tento odkaz nevedie na našu službu. Otvorte ho prosím priamo z e-mailu.</p>`,
  );
};

const resetPassword: Page = (query, apiUrl) =>
  page(
    'Nové heslo',
    html`<form data-method="POST" data-url="${apiUrl}/api/v1/auth/password/reset" data-done="Heslo je zmenené.">
      <input type="hidden" name="token" value="${query.get('token') ?? ''}">
      <label>E-mail <input type="email" name="email" autocomplete="username" required
        value="${query.get('email') ?? ''}"></label>
      <label>Nové heslo <input type="password" name="password" autocomplete="new-password" required></label>
      <label>Nové heslo ešte raz
        <input type="password" name="passwordConfirmation" autocomplete="new-password" required></label>
      <button>Zmeniť heslo</button>
    </form>`,
  );

const paymentSuccess: Page = (query, apiUrl) => {
  const sessionId = query.get('sessionId') ?? '';
  // It becomes part of a command to copy: nothing but an id may get there.
  if (!/^cs_\w+$/.test(sessionId)) return unknownPage(query, apiUrl);
  const url = `${apiUrl}/api/v1/testimonies/offers/accept`;
  return page(
    'Ďakujeme za platbu',
    html`<p>Platba <code>${sessionId}</code> prebehla. Ponuka sa prijme sama, len čo ju platobná brána potvrdí;
      môžete ju prijať aj hneď:</p>
      <pre><code>curl ${url} \\
  -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \\
  -d '${JSON.stringify({ sessionId })}'</code></pre>
      <form data-method="POST" data-url="${url}" data-bearer="accessToken" data-done="Ponuka je prijatá.">
        <input type="hidden" name="sessionId" value="${sessionId}">
        <label>Váš prístupový token <input type="password" name="accessToken" autocomplete="off" required></label>
        <button>Prijať ponuku</button>
      </form>`,
  );
};

const paymentAccountDone: Page = () =>
  page('Platobný účet', html`<p>Údaje sme odovzdali platobnej bráne. O schválení vám pošleme e-mail.</p>`);

const paymentAccountAgain: Page = (_, apiUrl) =>
  page(
    'Odkaz už neplatí',
    html`<p>Platnosť odkazu na overenie platobného účtu vypršala. Vyžiadajte si prosím nový:</p>
      <pre><code>curl -X POST ${apiUrl}/api/v1/me/payment-account \\
  -H "Authorization: Bearer $TOKEN"</code></pre>`,
  );

export const unknownPage: Page = () => page('Stránka neexistuje', html`<p>Skontrolujte prosím adresu.</p>`);

/** By path. */
export const PAGES: Readonly<Record<string, Page>> = {
  '/': home,
  '/verify-email': verifyEmail,
  '/reset-password': resetPassword,
  '/payment/success': paymentSuccess,
  '/payment-account/done': paymentAccountDone,
  '/payment-account/again': paymentAccountAgain,
};

/** Sends a form to the API and shows what came back; the field that `data-bearer` names goes as the token. */
export const PAGE_SCRIPT = `
for (const form of document.forms) form.addEventListener('submit', async event => {
  event.preventDefault();
  const { method, url, done, bearer } = form.dataset;
  const { [bearer]: token, ...fields } = Object.fromEntries(new FormData(form));
  const result = document.querySelector('output');
  result.textContent = 'Chvíľu strpenia…';
  try {
    const answer = await fetch(url, {
      method,
      headers: {
        accept: 'application/json',
        ...(method === 'POST' && { 'content-type': 'application/json' }),
        ...(token && { authorization: 'Bearer ' + token.trim() }),
      },
      body: method === 'POST' ? JSON.stringify(fields) : undefined,
    });
    const body = await answer.json().catch(() => ({}));
    const messages = Object.values(body.errors ?? {}).flat();
    result.textContent = answer.ok ? done : messages.join(' ') || body.message || 'Nepodarilo sa.';
    form.hidden = answer.ok;
  } catch {
    result.textContent = 'Služba neodpovedá. Skúste to o chvíľu znova.';
  }
});
`;

function page(title: string, content: Markup): string {
  return layout(title, html`${content}<output aria-live="polite"></output><script src="/page.js"></script>`);
}
