/** Renders the hosted pages as HTML responses. */
import { html, type Markup, PAGE_HEADERS, PAGE_SECURITY_POLICY, renderPage } from '../../html-page.ts';
import type { HttpResponse } from '../responses.ts';
import type { Account, CheckoutSession } from '../types.ts';
import type { PageForms } from './page-forms.ts';

interface PageOptions {
  readonly status?: number;
  /**
   * Additional URLs to which the page's forms redirect. The policy directive `form-action` must allow them, because
   * browsers also apply it to redirects.
   */
  readonly redirects?: readonly string[];
}

function createPage(
  title: string,
  content: Markup,
  { status = 200, redirects = [] }: PageOptions,
): HttpResponse {
  const origins = new Set(redirects.map(address => new URL(address).origin));
  const policy = `${PAGE_SECURITY_POLICY}; form-action 'self' ${[...origins].join(' ')}`;
  const headers = { ...PAGE_HEADERS, 'content-security-policy': policy };
  return { status, headers, body: renderPage({ title, main: content }) };
}

export const createRedirect = (location: string): HttpResponse => ({
  status: 303,
  headers: { location },
  body: '',
});

/** Creates the error page for an unknown URL. */
export const createNotFoundPage = (): HttpResponse =>
  createPage(
    'Stránka neexistuje',
    html`<section class="card"><h1>Stránka neexistuje</h1><p>Skontrolujte prosím adresu.</p></section>`,
    { status: 404 },
  );

/** Creates the page on which an expert's account is verified. */
export function createOnboardingPage(
  account: Account,
  { main, others }: PageForms,
  options: PageOptions,
): HttpResponse {
  const verifiedNote = account.charges_enabled ? html`<p role="alert">Účet je už overený.</p>` : html``;
  const content = html`<section class="card"><h1>Overenie účtu na výplaty</h1>
<p>Na overený účet vám budeme posielať odmeny za odovzdané posudky.</p>
${renderDetails({ Znalec: account.email ?? '–', Účet: html`<code>${account.id}</code>` })}${verifiedNote}
${main}</section>${others}`;
  return createPage('Overenie účtu na výplaty', content, options);
}

/** Creates the page on which an expert manages the account, for example the bank account for payouts. */
export function createAccountPage(account: Account): HttpResponse {
  const content = html`<section class="card"><h1>Účet na výplaty</h1>
<p>Tu si môžete zmeniť bankový účet, na ktorý vám posielame výplaty.</p>
${renderDetails({ Znalec: account.email ?? '–', Účet: html`<code>${account.id}</code>` })}</section>`;
  return createPage('Účet na výplaty', content, {});
}

/** Creates the page on which a session is paid. */
export function createPaymentPage(
  session: CheckoutSession,
  { main, others }: PageForms,
  options: PageOptions,
): HttpResponse {
  const backLink =
    session.cancel_url && session.status === 'open'
      ? html`<p class="back"><a href="${session.cancel_url}">Späť bez platby</a></p>`
      : html``;
  const content = html`<section class="card">${renderSummary(session)}${renderSessionState(session)}${main}${backLink}</section>${others}
<p class="note"><code>${session.id}</code></p>`;
  return createPage('Platba za posudok', content, options);
}

export const createErrorForms = ({ message }: Error): PageForms => ({
  main: html`<p role="alert">${message}</p>`,
  others: html``,
});

function renderSessionState({ status, hidden }: CheckoutSession): Markup {
  if (status === 'open') {
    return hidden.failedIntent
      ? html`<p role="alert" class="danger">Banka platbu touto kartou zamietla. Nič sme vám nestrhli. Skúste to znova alebo inou kartou.</p>`
      : html``;
  }
  if (status === 'expired') return html`<p role="alert">Platnosť tejto platby vypršala.</p>`;
  return html`<p role="alert" class="success">Táto platba je už zaplatená.</p>`;
}

const TIME_FORMAT = new Intl.DateTimeFormat('sk-SK', { timeStyle: 'short', timeZone: 'Europe/Bratislava' });
const EURO_FORMAT = new Intl.NumberFormat('sk-SK', { style: 'currency', currency: 'eur' });

const formatCents = (cents: number): string => EURO_FORMAT.format(cents / 100);

/** Returns the amount of a session such as `249,90 €`. */
export const formatTotal = ({ amount_total }: CheckoutSession): string => formatCents(Number(amount_total));

const LOCK_ICON = html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M7 11V8a5 5 0 0 1 10 0v3M6 11h12a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1z"/></svg>`;

/** Renders the purchased items, the recipient and the payer's e-mail address, but not the platform's commission. */
function renderSummary(session: CheckoutSession): Markup {
  const { custom_text, customer_email, expires_at, status, hidden } = session;
  const rows = hidden.items.map(
    ({ name, description, amount }) =>
      html`<tr><th scope="row">${name}<small>${description ?? ''}</small></th><td>${formatCents(amount)}</td></tr>`,
  );
  const note = custom_text.submit?.message;
  return html`<div><h1>Platba za posudok</h1><p class="amount">${formatTotal(session)}</p></div>
<table><tbody>${rows}</tbody></table>
${renderDetails({
  Príjemca: 'Trhovisko posudkov',
  Platí: customer_email ?? '–',
  ...(status === 'open' && { 'Zaplatiť možno do': TIME_FORMAT.format(new Date(expires_at * 1000)) }),
})}
${note ? html`<p class="assurance">${LOCK_ICON}<span>${note}</span></p>` : html``}`;
}

const renderDetails = (members: Readonly<Record<string, string | Markup>>): Markup =>
  html`<dl>${Object.entries(members).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
