/**
 * Synchronisation of checkouts with the sessions of the provider (infra/docs/api/payments.md#checking-sessions).
 *
 * The client's browser, the provider's events and our own jobs report that a session has changed, in any order and
 * repeatedly. A report only triggers a look-up of the session. What happens next depends on the state of the session at
 * the provider, provided that the session is the one that was opened for the checkout.
 */
import { checkoutChanged, tasksAdded } from '../../changes.ts';
import { DomainError, FieldError } from '../../errors.ts';
import type { Client } from '../../model/accounts/account.ts';
import type { Decision } from '../../model/change.ts';
import type { JobTask } from '../../model/jobs/job.ts';
import {
  type Checkout,
  isSessionOf,
  type ProviderSession,
  type UnpaidCheckout,
} from '../../model/payments/checkout-session.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import { commitDecision } from '../../unit-of-work.ts';
import { acceptOrRefundPayment, type PaymentAcceptanceDependencies } from './payment-acceptance.ts';

type LookUpDependencies = PaymentAcceptanceDependencies & Pick<Dependencies, 'payments'>;

export type SessionDependencies = LookUpDependencies & Pick<Dependencies, 'unitOfWork'>;

/**
 * Result of a look-up. `mismatch`: the session is not the one that was opened for the checkout; nothing was changed,
 * and the operators are alerted.
 */
export type SessionOutcome = 'accepted' | 'refunded' | 'ended' | 'open' | 'mismatch';

/** Event of the provider that caused a look-up. */
interface SessionEvent {
  /** Whether the event reports that the client has completed the page, so the session cannot be open or expired. */
  readonly isCompletion: boolean;
}

/**
 * Accepts or refunds the payment when the client's browser returns from the provider's page.
 * @throws FieldError on `sessionId` when the session is unknown
 * @throws DomainError `not-owner` when the checkout is another client's
 */
export async function acceptOnReturn(
  sessionId: string,
  client: Client,
  deps: LookUpDependencies,
): Promise<Decision<SessionOutcome>> {
  const checkout = await deps.checkouts.find(sessionId);
  if (!checkout) throw new FieldError({ sessionId: ['session-unusable'] });
  if (checkout.clientId !== client.id) throw new DomainError('not-owner');
  return decideBySession(checkout, deps);
}

/**
 * Checks the outcome of a session, after the changes of the look-up were committed.
 * @throws DomainError `wrong-state` when the payment is refunded
 * @throws FieldError on `sessionId` when the session is not paid
 */
export async function assertPaymentAccepted(outcome: SessionOutcome): Promise<void> {
  if (outcome === 'accepted') return;
  if (outcome === 'refunded') throw new DomainError('wrong-state');
  throw new FieldError({ sessionId: [outcome === 'open' ? 'payment-not-made' : 'session-unusable'] });
}

/**
 * Looks up the session of a checkout and does what its state requires: accepts or refunds a payment, or closes the
 * checkout of an ended session.
 * @param read the checkout as the caller has read it; the first attempt uses it instead of a new read
 * @param event the provider's event that caused the look-up, if there is one
 */
export function syncSession(
  read: Checkout,
  deps: SessionDependencies,
  event?: SessionEvent,
): Promise<SessionOutcome> {
  return commitDecision<SessionOutcome>(async isFirst => {
    const checkout = (isFirst ? undefined : await deps.checkouts.find(read.id)) ?? read;
    return decideBySession(checkout, deps, event);
  }, deps);
}

async function decideBySession(
  checkout: Checkout,
  deps: LookUpDependencies,
  event?: SessionEvent,
): Promise<Decision<SessionOutcome>> {
  if (checkout.payment)
    return { result: checkout.state === 'accepted' ? 'accepted' : 'refunded', changes: [] };
  const session = await deps.payments.findSession(checkout.id);
  const alert = { kind: 'alert', alert: 'session mismatch', testimonyId: checkout.testimonyId } as const;
  if (isMismatch(session, checkout, event)) return { result: 'mismatch', changes: tasksAdded([alert], deps) };
  switch (session?.status) {
    case 'open':
      return { result: 'open', changes: [] };
    case 'paid':
      return acceptOrRefundPayment(checkout, session, deps);
    case 'unpaid':
      return closeCheckout(checkout, [alert], deps);
    default:
      return closeCheckout(checkout, [], deps);
  }
}

function isMismatch(
  session: ProviderSession | undefined,
  checkout: Checkout,
  event: SessionEvent | undefined,
): boolean {
  if (session && !isSessionOf(session, checkout)) return true;
  const isCompleted = session?.status === 'paid' || session?.status === 'unpaid';
  return event?.isCompletion === true && !isCompleted;
}

/**
 * Expires the session of a checkout, so that it can no longer be paid. If the provider refuses because the client has
 * completed the page, the session is looked up instead.
 */
export async function endSession(
  checkout: Checkout,
  deps: SessionDependencies,
): Promise<Exclude<SessionOutcome, 'open'>> {
  if (await deps.payments.closeSession(checkout.id)) return 'ended';
  const outcome = await syncSession(checkout, deps);
  // The provider has refused to expire the session, so the session cannot be open.
  return outcome === 'open' ? 'mismatch' : outcome;
}

/**
 * Closes the checkout of a session that is ended or unpaid. If the session is paid nevertheless, a later look-up
 * accepts or refunds the payment.
 * @param tasks jobs to add when the checkout was open
 */
function closeCheckout(
  checkout: UnpaidCheckout,
  tasks: readonly JobTask[],
  deps: LookUpDependencies,
): Decision<SessionOutcome> {
  if (checkout.state !== 'open') return { result: 'ended', changes: [] };
  const closed = checkoutChanged(checkout, { ...checkout, state: 'closed' }, deps);
  return { result: 'ended', changes: [...closed, ...tasksAdded(tasks, deps)] };
}
