/** What each mail tells, found out when it is sent: from the account and the order as they are then. */
import { verificationLink } from '../accounts/email-verification.ts';
import { LINK_MINUTES } from '../accounts/link-expiry.ts';
import { makeResetLink } from '../accounts/password-reset.ts';
import { isVisible } from '../market/visibility.ts';
import type { User } from '../model/account.ts';
import type {
  AboutOffer,
  AboutTestimony,
  AccountFacts,
  DateFacts,
  Facts,
  MailName,
  MailTaskOf,
  OfferFacts,
  OrderFacts,
} from '../model/mail.ts';
import { may, type Offer, type Testimony } from '../model/testimony.ts';
import type { World } from '../ports/world.ts';

type Needs = Pick<World, 'accounts' | 'clock' | 'links' | 'random' | 'resets' | 'testimonies'>;

/** Undefined when there is nothing to tell any more. */
type Gather<Name extends MailName> = (
  user: User,
  task: MailTaskOf<Name>,
  needs: Needs,
) => Promise<Facts[Name] | undefined>;

export const GATHER: { readonly [Name in MailName]: Gather<Name> } = {
  'verify-email': async (user, { to }, needs) =>
    user.emailVerified || user.email !== to
      ? undefined
      : { link: await verificationLink(user, needs), validMinutes: LINK_MINUTES },
  'expert-approved': accountFacts,
  'password-reset': async (user, { to }, needs) =>
    user.email === to ? { link: await makeResetLink(user, needs), validMinutes: LINK_MINUTES } : undefined,
  'password-changed': accountFacts,
  'address-changed': async () => ({}),
  'bank-account-changed': async (user, _, { links: { frontendUrl } }) =>
    user.role === 'expert' ? { frontendUrl, ibanEnd: user.bankAccount.iban.slice(-4) } : undefined,
  'data-exported': accountFacts,
  'identity-accepted': accountFacts,
  'identity-rejected': async (_, { reason }, { links: { frontendUrl } }) => ({ frontendUrl, reason }),
  'new-offer': async (_, task, needs) => {
    const found = await offerFacts(task, needs);
    return found && (await isHidden(found.offer, needs)) ? undefined : found?.facts;
  },
  'offer-accepted': async (_, task, needs) => {
    const found = await offerFacts(task, needs);
    return found && { ...found.facts, client: nameOf(found.testimony.contact) };
  },
  'payment-received': async (_, task, needs) => (await offerFacts(task, needs))?.facts,
  'not-chosen': (_, task, needs) => orderFacts(task, needs, NOTHING_MORE),
  'due-soon': (_, task, needs) => dateFacts(task, needs),
  overdue: (_, task, needs) => dateFacts(task, needs),
  'overdue-for-client': (_, task, needs) => dateFacts(task, needs),
  completed: (_, task, needs) => orderFacts(task, needs, NOTHING_MORE),
  cancelled: (_, task, needs) => orderFacts(task, needs, ({ cancellationReason: reason }) => ({ reason })),
  'payment-refunded': (_, task, needs) => {
    const { amount, arrived, why } = task;
    return orderFacts(task, needs, ({ state }) => ({ amount, arrived, why, state }));
  },
  'cancelled-by-platform': ({ role: to }, task, needs) =>
    orderFacts(task, needs, ({ cancellationReason: reason }) => ({ reason, to })),
  'payout-sent': (_, task, needs) => orderFacts(task, needs, () => ({ amount: task.amount })),
  'payment-account-attention': async (user, _task, { links }) =>
    user.role === 'expert' && !user.approval.paymentAccountVerified
      ? { frontendUrl: links.frontendUrl }
      : undefined,
  'account-closed': async () => ({}),
};

async function accountFacts(_user: User, _task: object, { links }: Needs): Promise<AccountFacts> {
  return { frontendUrl: links.frontendUrl };
}

/** @param more what a mail tells beside the order itself */
async function orderFacts<More extends object>(
  { testimonyId }: AboutTestimony,
  needs: Needs,
  more: (testimony: Testimony) => More,
): Promise<(OrderFacts & More) | undefined> {
  const testimony = await needs.testimonies.find(testimonyId);
  return testimony && { ...factsOf(testimony, needs), ...more(testimony) };
}

const NOTHING_MORE = () => ({});

function factsOf({ id, purpose, realEstate }: Testimony, { links }: Needs): OrderFacts {
  return {
    order: { id, purpose, city: realEstate.address.city },
    link: `${links.frontendUrl}/testimonies/${id}`,
  };
}

/** Unless the work has been delivered, the order cancelled, or another date set. */
async function dateFacts(
  { dueAt, testimonyId }: MailTaskOf<'due-soon' | 'overdue' | 'overdue-for-client'>,
  needs: Needs,
): Promise<DateFacts | undefined> {
  const testimony = await needs.testimonies.find(testimonyId);
  const isDue = testimony && may('complete', testimony) && testimony.dueAt === dueAt;
  return isDue ? { ...factsOf(testimony, needs), dueAt } : undefined;
}

async function offerFacts(
  { testimonyId, offerId }: AboutOffer,
  needs: Needs,
): Promise<{ testimony: Testimony; offer: Offer; facts: OfferFacts } | undefined> {
  const testimony = await needs.testimonies.find(testimonyId);
  const offer = await needs.testimonies.findOffer(offerId);
  if (!testimony || !offer) return undefined;
  const { price, daysToComplete, expert } = offer;
  const facts = { ...factsOf(testimony, needs), expert: nameOf(expert), price, daysToComplete };
  return { testimony, offer, facts };
}

/** From the client (contract §3, last paragraph): the mail is left out then, and does not come later. */
async function isHidden(offer: Offer, needs: Needs): Promise<boolean> {
  const expert = await needs.accounts.find(offer.expert.id);
  return offer.state === 'withdrawn' || expert?.role !== 'expert' || !isVisible(offer, expert);
}

const nameOf = ({ firstName, lastName }: { firstName: string | null; lastName: string | null }): string =>
  [firstName, lastName].filter(Boolean).join(' ');
