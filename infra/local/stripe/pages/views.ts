/** The HTML of the pages, and the responses that carry it. */
import { html, layout, type Markup, PAGE_HEADERS, PAGE_POLICY } from '../../html.ts';
import type { HttpResponse } from '../responses.ts';
import type { Account, Session } from '../types.ts';
import type { Forms } from './forms.ts';

interface PageOptions {
  readonly status?: number;
  /** The addresses that the page's forms redirect to; browsers apply its policy to those too. */
  readonly redirects?: readonly string[];
}

function page(title: string, content: Markup, { status = 200, redirects = [] }: PageOptions): HttpResponse {
  const origins = new Set(redirects.map(address => new URL(address).origin));
  const policy = `${PAGE_POLICY}; form-action 'self' ${[...origins].join(' ')}`;
  const headers = { ...PAGE_HEADERS, 'content-security-policy': policy };
  return { status, headers, body: layout(title, content) };
}

export const redirect = (location: string): HttpResponse => ({
  status: 303,
  headers: { location },
  body: '',
});

export const notFoundPage = (): HttpResponse =>
  page('Stránka neexistuje', html`<p>Skontrolujte prosím adresu.</p>`, { status: 404 });

export function onboardingPage(
  account: Account,
  { main, others }: Forms,
  options: PageOptions,
): HttpResponse {
  const done = account.charges_enabled ? html`<p role="alert">Účet je už overený.</p>` : html``;
  const content = html`<p>Na overený účet vám budeme vyplácať odmeny za dodané posudky.</p>
${details({ Znalec: account.email ?? '–', Účet: html`<code>${account.id}</code>` })}${done}
${main}${others}`;
  return page('Overenie platobného účtu', content, options);
}

export function paymentPage(session: Session, { main, others }: Forms, options: PageOptions): HttpResponse {
  const back =
    session.cancel_url && session.status === 'open'
      ? html`<p class="back"><a href="${session.cancel_url}">Späť bez platby</a></p>`
      : html``;
  const content = html`${summary(session)}${sessionState(session)}${main}${back}${others}`;
  return page('Platba', content, options);
}

export const errorForms = ({ message }: Error): Forms => ({
  main: html`<p role="alert">${message}</p>`,
  others: html``,
});

function sessionState({ status, payment_status }: Session): Markup {
  if (status === 'open') return html``;
  if (status === 'expired') return html`<p role="alert">Platnosť tejto platby vypršala.</p>`;
  const text = payment_status === 'paid' ? 'Táto platba je už zaplatená.' : 'Táto platba ešte neprišla.';
  return html`<p role="alert">${text}</p>`;
}

const CLOCK = new Intl.DateTimeFormat('sk-SK', { timeStyle: 'short', timeZone: 'Europe/Bratislava' });
const EUROS = new Intl.NumberFormat('sk-SK', { style: 'currency', currency: 'eur' });

/** Shows what is bought and who pays, but not the platform's commission. */
function summary({ id, amount_total, customer_email, expires_at, status, hidden }: Session): Markup {
  const rows = hidden.items.map(({ name, description, amount, quantity }) => {
    const title = quantity > 1 ? `${quantity} × ${name}` : name;
    const sum = EUROS.format((amount * quantity) / 100);
    return html`<tr><th scope="row">${title}<small>${description ?? ''}</small></th><td>${sum}</td></tr>`;
  });
  const total = EUROS.format(Number(amount_total) / 100);
  const until = CLOCK.format(new Date(expires_at * 1000));
  return html`<table><tbody>${rows}</tbody>
<tfoot><tr><th scope="row">Spolu</th><td>${total}</td></tr></tfoot></table>
${details({
  Platí: customer_email ?? '–',
  Platba: html`<code>${id}</code>`,
  ...(status === 'open' && { 'Zaplatiť možno do': until }),
})}`;
}

const details = (members: Readonly<Record<string, string | Markup>>): Markup =>
  html`<dl>${Object.entries(members).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
