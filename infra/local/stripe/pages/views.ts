/** Renders the hosted pages as HTML responses. */
import { html, type Markup, PAGE_HEADERS, PAGE_SECURITY_POLICY, renderPage } from '../../html-page.ts';
import type { HttpResponse } from '../responses.ts';
import type { Account, CheckoutSession } from '../types.ts';
import type { PageForms } from './page-forms.ts';

interface PageOptions {
  readonly status?: number;
  /**
   * The URLs that the page's forms redirect to. The policy directive `form-action` must allow them, because browsers
   * also apply it to redirects.
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
  return { status, headers, body: renderPage(title, content) };
}

/** Creates a redirect with status 303. */
export const createRedirect = (location: string): HttpResponse => ({
  status: 303,
  headers: { location },
  body: '',
});

/** Creates the error page for an unknown URL. */
export const createNotFoundPage = (): HttpResponse =>
  createPage('Stránka neexistuje', html`<p>Skontrolujte prosím adresu.</p>`, { status: 404 });

/** Creates the page on which an expert's account is verified. */
export function createOnboardingPage(
  account: Account,
  { main, others }: PageForms,
  options: PageOptions,
): HttpResponse {
  const verifiedNote = account.charges_enabled ? html`<p role="alert">Účet je už overený.</p>` : html``;
  const content = html`<p>Na overený účet vám budeme vyplácať odmeny za dodané posudky.</p>
${renderDetails({ Znalec: account.email ?? '–', Účet: html`<code>${account.id}</code>` })}${verifiedNote}
${main}${others}`;
  return createPage('Overenie platobného účtu', content, options);
}

/** Creates the page on which an expert manages the account, for example the bank account for payouts. */
export function createAccountPage(account: Account): HttpResponse {
  const content = html`<p>Tu si môžete zmeniť bankový účet, na ktorý vám posielame výplaty.</p>
${renderDetails({ Znalec: account.email ?? '–', Účet: html`<code>${account.id}</code>` })}`;
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
  const content = html`${renderSummary(session)}${renderSessionState(session)}${main}${backLink}${others}`;
  return createPage('Platba', content, options);
}

/** Creates the content that replaces a page's forms after an error. */
export const createErrorForms = ({ message }: Error): PageForms => ({
  main: html`<p role="alert">${message}</p>`,
  others: html``,
});

function renderSessionState({ status, payment_status }: CheckoutSession): Markup {
  if (status === 'open') return html``;
  if (status === 'expired') return html`<p role="alert">Platnosť tejto platby vypršala.</p>`;
  const text = payment_status === 'paid' ? 'Táto platba je už zaplatená.' : 'Táto platba ešte neprišla.';
  return html`<p role="alert">${text}</p>`;
}

const TIME_FORMAT = new Intl.DateTimeFormat('sk-SK', { timeStyle: 'short', timeZone: 'Europe/Bratislava' });
const EURO_FORMAT = new Intl.NumberFormat('sk-SK', { style: 'currency', currency: 'eur' });

/** Renders the purchased items and the payer's e-mail address, but not the platform's commission. */
function renderSummary({
  id,
  amount_total,
  customer_email,
  expires_at,
  status,
  hidden,
}: CheckoutSession): Markup {
  const rows = hidden.items.map(({ name, description, amount, quantity }) => {
    const title = quantity > 1 ? `${quantity} × ${name}` : name;
    const sum = EURO_FORMAT.format((amount * quantity) / 100);
    return html`<tr><th scope="row">${title}<small>${description ?? ''}</small></th><td>${sum}</td></tr>`;
  });
  const total = EURO_FORMAT.format(Number(amount_total) / 100);
  const until = TIME_FORMAT.format(new Date(expires_at * 1000));
  return html`<table><tbody>${rows}</tbody>
<tfoot><tr><th scope="row">Spolu</th><td>${total}</td></tr></tfoot></table>
${renderDetails({
  Platí: customer_email ?? '–',
  Platba: html`<code>${id}</code>`,
  ...(status === 'open' && { 'Zaplatiť možno do': until }),
})}`;
}

const renderDetails = (members: Readonly<Record<string, string | Markup>>): Markup =>
  html`<dl>${Object.entries(members).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
