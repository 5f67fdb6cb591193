/**
 * What the provider says of a payment after it was made (contract §4, "Money"): refunds, ours and those made by
 * hand, disputes, and what came back of payouts.
 *
 * Events come late, twice and out of order, so none of them is believed: each has the payment looked up, and
 * whatever is not on record yet is written, with what follows of it.
 */
import { Refusal } from '../errors.ts';
import type { Checkout, MoneyMovement, ProviderDispute, ProviderRefund } from '../model/payment.ts';
import type { Testimony } from '../model/testimony.ts';
import { writeOptimistically } from '../optimistic.ts';
import type { MoneyNews } from '../ports/market.ts';
import type { World } from '../ports/world.ts';
import { followUps } from './money-jobs.ts';
import { isDisputed, isSettled, standingOf } from './standing.ts';
import { isPretended } from './transfers.ts';

export type MoneyNeeds = Pick<World, 'checkouts' | 'clock' | 'payments' | 'random' | 'testimonies'>;

/**
 * Writes what is new of a payment.
 * @returns whether it is one of ours
 * @throws Refusal `unavailable` while a payment of ours is not settled: the provider tells again
 */
export async function recordNews(
  paymentId: string,
  eventId: string | undefined,
  needs: MoneyNeeds,
): Promise<boolean> {
  const isKnown = await writeOptimistically(async () => {
    const checkout = await needs.checkouts.findPaid(paymentId);
    if (!checkout) return false;
    const news = await newsOf(checkout, paymentId, eventId, needs);
    return !news || (await needs.checkouts.record(news)) ? true : undefined;
  });
  if (!isKnown && (await needs.payments.isOurs(paymentId))) throw new Refusal('unavailable');
  return isKnown;
}

async function newsOf(
  checkout: Checkout,
  paymentId: string,
  eventId: string | undefined,
  needs: MoneyNeeds,
): Promise<MoneyNews | undefined> {
  const [testimony, movements] = await Promise.all([
    needs.testimonies.find(checkout.testimonyId),
    movementsOf(checkout, needs),
  ]);
  if (!testimony) return undefined;
  // Asked after what is on record was read: older news never writes over later.
  const [refunds, disputes, reversals] = await Promise.all([
    needs.payments.refundsOf(paymentId),
    needs.payments.disputesOf(paymentId),
    reversalsIn(movements, needs),
  ]);
  const lines = [...refundLines(refunds), ...disputes.flatMap(disputeLines), ...reversals];
  const fresh = unrecorded(checkout, movements, lines, needs);
  const facts = { checkout, testimony, refunds, movements: [...movements, ...fresh], fresh };
  const after = standingOf(facts, needs.clock.now());
  const isSame = after.checkout.state === checkout.state && isSamePayment(after.testimony, testimony);
  if (fresh.length === 0 && isSame) return undefined;
  return {
    movements: fresh,
    checkout: { before: checkout, after: after.checkout },
    ...(checkout.state === 'accepted' && { testimony: { before: testimony, after: after.testimony } }),
    eventId,
    jobs: followUps({ ...facts, paymentId, after }, needs),
  };
}

/** Those of one checkout's payment: a testimony may have had several. */
export async function movementsOf(
  { id, testimonyId }: Pick<Checkout, 'id' | 'testimonyId'>,
  { checkouts }: Pick<World, 'checkouts'>,
): Promise<MoneyMovement[]> {
  return (await checkouts.movements(testimonyId)).filter(({ sessionId }) => sessionId === id);
}

const isSamePayment = (after: Testimony, before: Testimony) =>
  after.payment?.status === before.payment?.status;

type Line = Pick<MoneyMovement, 'kind' | 'providerId' | 'amount'>;

/** The provider takes the money when a refund begins, and brings it back when it fails. */
function refundLines(refunds: readonly ProviderRefund[]): Line[] {
  return refunds.flatMap(({ id: providerId, amount, status }): Line[] => [
    { kind: 'refund', providerId, amount: -amount },
    ...(status === 'failed' ? [{ kind: 'refund-failed', providerId, amount } as const] : []),
  ]);
}

function disputeLines({ id: providerId, amount, status }: ProviderDispute): Line[] {
  if (status === 'inquiry') return [];
  const end: Line[] = [];
  if (status === 'won') end.push({ kind: 'dispute-won', providerId, amount });
  if (status === 'lost') end.push({ kind: 'dispute-lost', providerId, amount: 0 });
  return [{ kind: 'dispute', providerId, amount: -amount }, ...end];
}

async function reversalsIn(
  movements: readonly MoneyMovement[],
  { payments }: Pick<World, 'payments'>,
): Promise<Line[]> {
  const sent = movements.filter(movement => movement.kind === 'payout' && !isPretended(movement));
  const found = await Promise.all(sent.map(({ providerId }) => payments.reversalsOf(providerId)));
  return found.flat().map(({ id: providerId, amount }) => ({ kind: 'payout-reversed', providerId, amount }));
}

function unrecorded(
  { id: sessionId, testimonyId }: Checkout,
  movements: readonly MoneyMovement[],
  lines: readonly Line[],
  { clock }: Pick<World, 'clock'>,
): MoneyMovement[] {
  const isKnown = (line: Line) =>
    movements.some(({ kind, providerId }) => kind === line.kind && providerId === line.providerId);
  const at = clock.now().toISOString();
  return lines.filter(line => !isKnown(line)).map(line => ({ ...line, testimonyId, sessionId, at }));
}

/** Gives back what was not given back yet. Part of a job, so it may run again. */
export async function refund(
  { sessionId, paymentId }: { readonly sessionId: string; readonly paymentId: string },
  key: string,
  needs: MoneyNeeds,
): Promise<void> {
  const found = await needs.checkouts.find(sessionId);
  if (!found || isSettled(found)) return;
  // What the bank has taken without our having heard of it, the provider would not give back.
  await recordNews(paymentId, undefined, needs);
  const checkout = (await needs.checkouts.find(sessionId)) ?? found;
  if (isSettled(checkout)) return;
  const movements = await movementsOf(checkout, needs);
  const given = (await needs.payments.refundsOf(paymentId)).filter(({ status }) => status !== 'failed');
  const amount = checkout.amount - given.reduce((sum, each) => sum + each.amount, 0);
  // The bank gives it back in our place, or has it decided.
  if (amount > 0 && !isDisputed(movements)) await needs.payments.refund({ key, paymentId, amount });
  await recordNews(paymentId, undefined, needs);
}
