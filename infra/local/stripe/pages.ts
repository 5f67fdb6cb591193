/** The pages that Stripe would host, with one form each: submitting it verifies the account or pays (contract §6). */
import { html, layout, type Markup } from '../html.ts';
import { VERIFIED, withVerification } from './accounts.ts';
import { nowInSeconds, type Session } from './objects.ts';
import { findSession, pay, shown } from './sessions.ts';
import type { Store } from './store.ts';
import type { Webhooks } from './webhooks.ts';

/** A page, or where the visitor is sent next; `leadsTo` is where its form ends. */
export type PageAnswer =
  | { readonly status: number; readonly page: string; readonly leadsTo?: string }
  | { readonly location: string };

export interface Visit {
  readonly path: string;
  readonly submitted: boolean;
  readonly store: Store;
  readonly webhooks: Webhooks;
  readonly url: string;
}

export async function answerPage(visit: Visit): Promise<PageAnswer> {
  const [, kind, id = '', link = ''] = visit.path.split('/');
  if (kind === 'onboarding') return onboarding(visit, id, link);
  if (kind === 'pay') return checkout(visit, id);
  return notFound();
}

async function onboarding(
  { store, webhooks, submitted }: Visit,
  id: string,
  linkId: string,
): Promise<PageAnswer> {
  const account = store.find('account', id);
  const link = store.find('account_link', linkId);
  if (!account || link?.account !== id) return notFound();
  if (link.expires_at <= nowInSeconds()) return { location: link.refresh_url };
  if (submitted) {
    const verified = store.put(withVerification(account, VERIFIED));
    await webhooks.send('account.updated', verified, id);
    return { location: link.return_url };
  }
  const done = account.charges_enabled ? html`<p>Účet je už overený.</p>` : html``;
  const content = html`<p>Účet <code>${id}</code>, e-mail ${String(account.email ?? '–')}.</p>${done}
    <form method="post"><button>Overiť účet</button></form>`;
  return { status: 200, page: layout('Overenie platobného účtu', content), leadsTo: link.return_url };
}

async function checkout(visit: Visit, id: string): Promise<PageAnswer> {
  const { store, webhooks, submitted } = visit;
  const session = findSession(store, id);
  if (!session) return notFound();
  if (session.status !== 'open') return { status: submitted ? 409 : 200, page: closed(session) };
  if (submitted) {
    const paid = pay(session, store);
    await webhooks.send(
      'checkout.session.completed',
      shown(paid, { ...visit, params: new URLSearchParams() }),
    );
    return { location: leadTo(session) };
  }
  const back = session.cancel_url ? html`<p><a href="${session.cancel_url}">Späť bez platby</a></p>` : html``;
  const content = html`${summary(session)}<form method="post"><button>Zaplatiť</button></form>${back}`;
  return { status: 200, page: layout('Platba', content), leadsTo: leadTo(session) };
}

const leadTo = ({ id, success_url }: Session) => success_url.replaceAll('{CHECKOUT_SESSION_ID}', id);

function closed(session: Session): string {
  const text =
    session.status === 'complete' ? 'Táto platba je už zaplatená.' : 'Platnosť tejto platby vypršala.';
  return layout('Platba', html`${summary(session)}<p role="alert">${text}</p>`);
}

function summary({ id, amount_total, currency }: Session): Markup {
  const amount = new Intl.NumberFormat('sk-SK', { style: 'currency', currency }).format(amount_total / 100);
  return html`<p>Platba <code>${id}</code></p><p>Suma <strong>${amount}</strong></p>`;
}

function notFound(): PageAnswer {
  return { status: 404, page: layout('Stránka neexistuje', html`<p>Skontrolujte prosím adresu.</p>`) };
}
