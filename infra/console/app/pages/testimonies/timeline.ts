/** Timeline of a testimony: what happened, newest first, and what comes next. */
import type { Offer, Testimony, User } from '../../../../client/runtime/index.ts';
import type { TextKey } from '../../texts/all-texts.ts';
import {
  getPaymentStatus,
  hasFailedCheck,
  hasOpenComplaint,
  hasOpenOffer,
  isOpen,
  isOverdue,
  joinName,
} from './testimony-facts.ts';

export interface TimelineEntry {
  readonly text: TextKey;
  /** Time in ISO 8601. An expected event has the time until which it should happen, or null. */
  readonly at: string | null;
  readonly isExpected: boolean;
  readonly tone: 'plain' | 'success' | 'warning' | 'danger';
  /** Whether the user caused the event or has acted on it. Such an event is not marked as new. */
  readonly isOwn: boolean;
  /** Parameters of the text: a name, an amount in euros, or a number. */
  readonly parameters: { readonly name?: string; readonly euros?: number; readonly n?: number };
}

type Role = User['role'];
/** List of entries. A falsy value stands for an event that did not happen. */
type OptionalEntries = readonly (TimelineEntry | '' | false | null | undefined)[];
type EntryOptions = Partial<Omit<TimelineEntry, 'text' | 'at'>>;

/** Sort key for an event whose time is unknown. The event counts as the newest one. */
const LATEST = '9999';

/** Maximum number of offers with an entry of their own. If there are more offers, one entry summarizes all of them. */
const MAX_OFFER_ENTRIES = 3;

const entry = (text: TextKey, at: string | null, options: EntryOptions = {}): TimelineEntry => ({
  text,
  at,
  isExpected: false,
  tone: 'plain',
  isOwn: false,
  parameters: {},
  ...options,
});

/** @param role role of the user, who is the client of the testimony or an expert */
export function buildTimeline(testimony: Testimony, role: Role, now: Date): TimelineEntry[] {
  const past = [
    ...listMoney(testimony, role),
    ...listComplaint(testimony, role),
    ...listDeliveries(testimony, role, now),
    // Clients do not see withdrawn offers, so the time of this entry is unknown.
    role === 'client' && isWithoutOffer(testimony) && entry('time.withdrawn.client', null, { isOwn: true }),
    ...listBeginning(testimony, role),
  ]
    .filter(each => typeof each === 'object' && each !== null)
    .sort((one, other) => getSortKey(other, testimony).localeCompare(getSortKey(one, testimony)));
  const expected = findExpected(testimony, role, now);
  return [...(expected ? [expected] : []), ...past];
}

function getSortKey({ text, at }: TimelineEntry, { acceptedAt }: Testimony): string {
  // The sandbox can move the due date to a time before the acceptance.
  if (text === 'time.due' && at && acceptedAt && at < acceptedAt) return acceptedAt;
  return at ?? LATEST;
}

/** Returns the time of the latest event that the user did not cause, or undefined if there is none. */
export const findLatestNews = (testimony: Testimony, role: Role, now: Date): string | undefined =>
  buildTimeline(testimony, role, now).find(({ isOwn, isExpected }) => !isOwn && !isExpected)?.at ?? undefined;

function listBeginning(testimony: Testimony, role: Role): OptionalEntries {
  const { createdAt, acceptedAt, cancelledAt, expert, price } = testimony;
  const isClient = role === 'client';
  const isParty = isClient || testimony.payout !== null;
  return [
    entry(`time.created.${role}`, createdAt, { isOwn: isClient || testimony.offers.length > 0 }),
    ...listOffers(testimony, role),
    acceptedAt &&
      entry(isParty ? `time.accepted.${role}` : 'next.expert.notChosen', acceptedAt, {
        isOwn: isClient,
        tone: isParty ? 'success' : 'plain',
        parameters: { name: joinName(expert), ...(price !== null && { euros: price }) },
      }),
    cancelledAt &&
      entry('time.cancelled', cancelledAt, { tone: 'danger', isOwn: isClient && acceptedAt === null }),
  ];
}

function listOffers(testimony: Testimony, role: Role): OptionalEntries {
  const isOwn = role === 'expert';
  const describe = ({ expert, price }: Offer) => ({ name: joinName(expert), euros: price });
  const offers = testimony.offers.filter(({ state }) => state !== 'withdrawn');
  const [latest] = offers.map(({ createdAt }) => createdAt).sort((one, other) => other.localeCompare(one));
  const entries =
    offers.length > MAX_OFFER_ENTRIES && latest
      ? [entry(`time.offers.${role}`, latest, { isOwn, parameters: { n: offers.length } })]
      : offers.map(offer =>
          entry(`time.offer.${role}`, offer.createdAt, { isOwn, parameters: describe(offer) }),
        );
  return [
    ...testimony.offers
      .filter(({ state }) => state === 'withdrawn')
      .map(offer => entry('time.withdrawn.expert', offer.createdAt, { isOwn, parameters: describe(offer) })),
    ...entries,
  ];
}

const isWithoutOffer = (testimony: Testimony): boolean =>
  testimony.state === 'offered' && !hasOpenOffer(testimony);

function listDeliveries(testimony: Testimony, role: Role, now: Date): OptionalEntries {
  const { versions, completedAt, dueAt, confirmedAt } = testimony;
  const isOwn = role === 'expert';
  const [first = completedAt, ...corrections] = versions.map(({ deliveredAt }) => deliveredAt);
  return [
    isOverdue(testimony, now) && dueAt && entry('time.due', dueAt, { tone: 'warning' }),
    first &&
      (role === 'client' || testimony.payout) &&
      entry(`time.delivered.${role}`, first, { isOwn, tone: 'success' }),
    ...corrections.map(at => entry(`time.corrected.${role}`, at, { isOwn })),
    confirmedAt && entry(`time.confirmed.${role}`, confirmedAt, { isOwn: !isOwn, tone: 'success' }),
  ];
}

function listComplaint({ complaint }: Testimony, role: Role): OptionalEntries {
  if (!complaint) return [];
  const { madeAt, endedAt, outcome } = complaint;
  return [
    entry(`time.complaint.${role}`, madeAt, { isOwn: role === 'client', tone: 'warning' }),
    // A confirmation also ends a complaint, but `listDeliveries` already adds an entry for it.
    endedAt && outcome && outcome !== 'confirmed' && entry(`time.decided.${outcome}`, endedAt),
  ];
}

const listMoney = ({ payment, payout }: Testimony, role: Role): OptionalEntries => [
  role === 'client' &&
    payment?.refundedAt &&
    entry('time.refunded', payment.refundedAt, { parameters: { euros: payment.refunded } }),
  payout?.sentAt &&
    entry('time.paidOut', payout.sentAt, { tone: 'success', parameters: { euros: payout.amount } }),
];

function findExpected(testimony: Testimony, role: Role, now: Date): TimelineEntry | undefined {
  const { state, payout, dueAt, complaintUntil, allowedActions } = testimony;
  const expect = (text: TextKey, at: string | null = null) => entry(text, at, { isExpected: true });
  const paymentStatus = getPaymentStatus(testimony);
  if (paymentStatus === 'disputed') return expect('time.expect.dispute');
  if (paymentStatus === 'refunding') return expect('time.expect.refund');
  if (state === 'pending' || (role === 'client' && isWithoutOffer(testimony)))
    return expect('time.expect.offers');
  if (isOpen(testimony)) return expect('time.expect.choice');
  const isParty = role === 'client' || payout !== null;
  if (!isParty || state === 'cancelled') return undefined;
  if (state === 'accepted') return expect('time.expect.delivery', isOverdue(testimony, now) ? null : dueAt);
  if (hasOpenComplaint(testimony)) return expect('time.expect.decision');
  if (role === 'client') {
    return allowedActions.includes('confirm')
      ? expect('time.expect.review', hasFailedCheck(testimony) ? null : complaintUntil)
      : undefined;
  }
  return payout?.status === 'held' || payout?.status === 'owed'
    ? expect('time.expect.payout', payout.until)
    : undefined;
}
