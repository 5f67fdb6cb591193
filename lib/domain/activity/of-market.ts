/** What happens to an order, its offers and its money means to client and expert. */
import type { Activity, ActivityType } from '../model/activity.ts';
import type { Job } from '../model/job.ts';
import type { KeptMail } from '../model/kept-mail.ts';
import type { Checkout } from '../model/payment.ts';
import type { Offer, Testimony } from '../model/testimony.ts';
import type { MoneyNews } from '../ports/market.ts';

export function ofOrder({ id, clientId }: Testimony): Activity[] {
  return [on('testimony', id, clientId, 'order.created')];
}

export function ofOffer({ id, clientId, expert }: Offer, what: 'made' | 'withdrawn'): Activity[] {
  return [
    on('offer', id, expert.id, `offer.${what}`),
    on('offer', id, clientId, what === 'made' ? 'offer.received' : 'offer.withdrawn'),
  ];
}

export function ofTestimonyChange(before: Testimony, after: Testimony): Activity[] {
  const { id, clientId, acceptedOffer, state, payment, payout } = after;
  const expertId = acceptedOffer?.expert.id;
  const toClient = (type: ActivityType) => [on('testimony', id, clientId, type)];
  const toExpert = (type: ActivityType) => (expertId ? [on('testimony', id, expertId, type)] : []);
  const toBoth = (type: ActivityType) => [...toClient(type), ...toExpert(type)];

  const isOver = state !== 'pending' && state !== 'offered';
  const isMoved = before.dueAt !== null && before.dueAt !== after.dueAt;
  return [
    ...(acceptedOffer && expertId && !before.acceptedOffer
      ? [on('offer', acceptedOffer.id, expertId, 'offer.accepted')]
      : []),
    ...(state !== before.state && isOver ? toBoth(`order.${state}`) : []),
    ...(isMoved ? toBoth('order.due-changed') : []),
    ...(payment && payment.status !== before.payment?.status ? toClient(`payment.${payment.status}`) : []),
    ...(payout && payout.status !== before.payout?.status ? toExpert(`payout.${payout.status}`) : []),
  ];
}

/** A payment that bought nothing is given back; of all others the testimony tells. */
export function ofCheckoutChange(before: Checkout, after: Checkout): Activity[] {
  const { testimonyId, clientId, state } = after;
  if (state === before.state || (state !== 'refunding' && state !== 'refunded')) return [];
  return [on('testimony', testimonyId, clientId, `payment.${state}`)];
}

export function ofNews({ movements, checkout, testimony }: MoneyNews): Activity[] {
  const changes = [
    ...(checkout ? ofCheckoutChange(checkout.before, checkout.after) : []),
    ...(testimony ? ofTestimonyChange(testimony.before, testimony.after) : []),
  ];
  const isRefund = movements.some(({ kind }) => kind === 'refund');
  if (!checkout || !isRefund || changes.some(({ type }) => type.startsWith('payment.'))) return changes;
  const { testimonyId, clientId } = checkout.after;
  return [...changes, on('testimony', testimonyId, clientId, 'payment.partly-refunded')];
}

/** Nobody writes that an offer has lapsed: it follows from its testimony. But its expert is told. */
export function ofTold({ task }: Job): Activity[] {
  const isLapse = task.kind === 'mail' && (task.mail === 'not-chosen' || task.mail === 'cancelled');
  return isLapse ? [on('testimony', task.testimonyId, task.userId, 'offer.lapsed')] : [];
}

export function ofMail({ id, userId, state }: KeptMail): Activity[] {
  return state === 'sent' ? [on('mail', id, userId, 'mail.sent')] : [];
}

const on = (kind: Activity['about']['kind'], id: string, userId: string, type: ActivityType): Activity => ({
  userId,
  type,
  about: { kind, id },
});
