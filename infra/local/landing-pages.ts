/** The landing page's texts and forms. Whatever came with the address is escaped before it is shown. */

type Page = (query: URLSearchParams, apiUrl: string) => string;

const home: Page = (_, apiUrl) =>
  layout('Trhovisko znaleckých posudkov', html`<p>API beží na adrese <code>${apiUrl}/api/v1</code>.</p>`);

const verifyEmail: Page = (query, apiUrl) => {
  const url = query.get('url') ?? '';
  const ours = URL.canParse(url) && url.startsWith(`${apiUrl}/`);
  return layout(
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
  layout(
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

const paymentSuccess: Page = () =>
  layout('Ďakujeme za platbu', html`<p>Platba prebehla. Ponuku prijmeme, len čo ju potvrdí banka.</p>`);

const unknown: Page = () => layout('Stránka neexistuje', html`<p>Skontrolujte prosím adresu.</p>`);

export const page = { home, verifyEmail, resetPassword, paymentSuccess, unknown };

/** Sends a form to the API and shows what came back. */
export const PAGE_SCRIPT = `
for (const form of document.forms) form.addEventListener('submit', async event => {
  event.preventDefault();
  const { method, url, done } = form.dataset;
  const fields = Object.fromEntries(new FormData(form));
  const result = document.querySelector('output');
  result.textContent = 'Chvíľu strpenia…';
  try {
    const answer = await fetch(url, {
      method,
      headers: { accept: 'application/json', ...(method === 'POST' && { 'content-type': 'application/json' }) },
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

/** Trusted markup, as opposed to text that still has to be escaped. */
class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

function html(parts: TemplateStringsArray, ...values: (string | Markup)[]): Markup {
  const texts = values.map(value => (value instanceof Markup ? value.text : escaped(value)));
  return new Markup(String.raw({ raw: parts }, ...texts));
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`);
}

function layout(title: string, content: Markup): string {
  return html`<!doctype html>
<html lang="sk">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
  body { font: 1.05rem/1.5 system-ui, sans-serif; max-width: 32rem; margin: 4rem auto; padding: 0 1rem; color: #1c2733 }
  h1 { font-size: 1.5rem }
  label { display: block; margin: 1rem 0 }
  input { display: block; width: 100%; box-sizing: border-box; padding: .6rem; font: inherit }
  button { padding: .7rem 1.4rem; font: inherit; color: #fff; background: #14508c; border: 0; border-radius: .3rem }
  output { display: block; margin-top: 1rem; font-weight: 600 }
</style>
</head>
<body>
<main><h1>${title}</h1>
${content}
<output aria-live="polite"></output>
</main>
<script src="/page.js"></script>
</body>
</html>
`.text;
}
