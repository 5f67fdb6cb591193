/** The pages that Stripe would host: the first form verifies the account or pays (contract §6). */
import { html, layout, type Markup } from '../html.ts';
import { changeAccount, RESTRICTED, VERIFIED } from './accounts.ts';
import { StripeError } from './call.ts';
import type { Account, AccountLink, Session } from './objects.ts';
import { chosen, formsOf, type Outcome } from './outcomes.ts';
import { PAYMENT_OUTCOMES, paymentOf } from './payment-outcomes.ts';
import type { Provider } from './provider.ts';

/** A page, or where the visitor is sent next; `leadsTo` is where its forms end. */
export type PageAnswer =
  | { readonly status: number; readonly page: string; readonly leadsTo?: readonly string[] }
  | { readonly location: string };

export interface Visit {
  readonly path: string;
  /** What was submitted. */
  readonly form: URLSearchParams | undefined;
  readonly provider: Provider;
}

export async function answerPage(visit: Visit): Promise<PageAnswer> {
  const { store } = visit.provider;
  const [, kind, id = '', linkId = ''] = visit.path.split('/');
  if (kind === 'onboarding') {
    const [account, link] = [store.find('account', id), store.find('account_link', linkId)];
    return account && link?.hidden.account === id ? onboarding(visit, account, link) : notFound();
  }
  const session = kind === 'pay' && store.find('checkout.session', id);
  return session ? checkout(visit, session) : notFound();
}

const ACCOUNT_OUTCOMES: readonly Outcome<{ provider: Provider; account: Account }>[] = [
  {
    name: 'verify',
    button: 'Overiť účet',
    happens: () => true,
    run: ({ provider, account }) => changeAccount(provider, account, VERIFIED),
  },
  {
    name: 'restrict',
    button: 'Obmedziť účet',
    happens: () => true,
    run: ({ provider, account }) => changeAccount(provider, account, RESTRICTED),
  },
];

/** A link is good for one visit, and for the one form that is submitted there. */
async function onboarding(
  { provider, form }: Visit,
  account: Account,
  link: AccountLink,
): Promise<PageAnswer> {
  const { state, refresh_url, return_url } = link.hidden;
  const isOver = link.expires_at <= provider.now() || state === 'used' || (state === 'opened' && !form);
  if (isOver) return { location: refresh_url };
  const subject = { provider, account };
  const outcome = form && chosen(ACCOUNT_OUTCOMES, 'verify', { subject, form });
  provider.store.put({ ...link, hidden: { ...link.hidden, state: outcome ? 'used' : 'opened' } });
  if (outcome && form) {
    await outcome.run(subject, form);
    return { location: return_url };
  }
  const { first, others } = formsOf(ACCOUNT_OUTCOMES, 'verify', subject);
  const done = account.charges_enabled ? html`<p role="alert">Účet je už overený.</p>` : html``;
  const content = html`<p>Na overený účet vám budeme vyplácať odmeny za dodané posudky.</p>
${details({ Znalec: String(account.email ?? '–'), Účet: html`<code>${account.id}</code>` })}${done}
${first}${others}`;
  return { status: 200, page: layout('Overenie platobného účtu', content), leadsTo: [return_url] };
}

async function checkout({ provider, form }: Visit, session: Session): Promise<PageAnswer> {
  const subject = paymentOf(provider, session);
  const outcome = form && chosen(PAYMENT_OUTCOMES, 'pay', { subject, form });
  const success = session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id);
  const back = session.cancel_url ?? success;
  if (!outcome || !form) {
    const leadsTo = [success, back];
    return {
      status: form ? 409 : 200,
      page: paymentPage(session, formsOf(PAYMENT_OUTCOMES, 'pay', subject)),
      leadsTo,
    };
  }
  try {
    await outcome.run(subject, form);
    await provider.webhooks.settled();
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    const first = html`<p role="alert">${error.message}</p>`;
    return { status: error.status, page: paymentPage(session, { first, others: html`` }) };
  }
  return { location: outcome.name === 'declined' ? back : success };
}

function paymentPage(session: Session, { first, others }: ReturnType<typeof formsOf>): string {
  const back =
    session.cancel_url && session.status === 'open'
      ? html`<p class="back"><a href="${session.cancel_url}">Späť bez platby</a></p>`
      : html``;
  return layout('Platba', html`${summary(session)}${stateOf(session)}${first}${back}${others}`);
}

function stateOf({ status, payment_status }: Session): Markup {
  if (status === 'open') return html``;
  if (status === 'expired') return html`<p role="alert">Platnosť tejto platby vypršala.</p>`;
  const text = payment_status === 'paid' ? 'Táto platba je už zaplatená.' : 'Táto platba ešte neprišla.';
  return html`<p role="alert">${text}</p>`;
}

const CLOCK = new Intl.DateTimeFormat('sk-SK', { timeStyle: 'short', timeZone: 'Europe/Bratislava' });

/** What is bought and who pays; what the platform keeps of it is not the buyer's business. */
function summary({
  id,
  amount_total,
  currency,
  customer_email,
  expires_at,
  status,
  hidden,
}: Session): Markup {
  const format = new Intl.NumberFormat('sk-SK', { style: 'currency', currency });
  const euros = (cents: number) => format.format(cents / 100);
  const rows = hidden.items.map(({ name, description, amount, quantity }) => {
    const title = quantity > 1 ? `${quantity} × ${name}` : name;
    return html`<tr><th scope="row">${title}<small>${description ?? ''}</small></th><td>${euros(amount * quantity)}</td></tr>`;
  });
  const until = CLOCK.format(new Date(expires_at * 1000));
  return html`<table><tbody>${rows}</tbody>
<tfoot><tr><th scope="row">Spolu</th><td>${euros(amount_total)}</td></tr></tfoot></table>
${details({
  Platí: String(customer_email ?? '–'),
  Platba: html`<code>${id}</code>`,
  ...(status === 'open' && { 'Zaplatiť možno do': until }),
})}`;
}

const details = (members: Readonly<Record<string, string | Markup>>): Markup =>
  html`<dl>${Object.entries(members).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;

function notFound(): PageAnswer {
  return { status: 404, page: layout('Stránka neexistuje', html`<p>Skontrolujte prosím adresu.</p>`) };
}
