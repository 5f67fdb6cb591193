/** What each mail tells, found out when it is sent: from the account and the order as they are then. */
import { verificationLink } from '../accounts/email-verification.ts';
import { LINK_MINUTES } from '../accounts/link-expiry.ts';
import { makeResetLink } from '../accounts/password-reset.ts';
import { isVisible } from '../market/visibility.ts';
import type { User } from '../model/account.ts';
import type {
  AboutOffer,
  AboutTestimony,
  DateFacts,
  Facts,
  MailName,
  MailTaskOf,
  OfferFacts,
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
  'expert-approved': async (_user, _task, { links }) => ({ frontendUrl: links.frontendUrl }),
  'password-reset': async (user, { to }, needs) =>
    user.email === to ? { link: await makeResetLink(user, needs), validMinutes: LINK_MINUTES } : undefined,
  'password-changed': async () => ({}),
  'address-changed': async () => ({}),
  'bank-account-changed': async user =>
    user.role === 'expert' ? { ibanEnd: user.bankAccount.iban.slice(-4) } : undefined,
  'data-exported': async () => ({}),
  'identity-accepted': async () => ({}),
  'identity-rejected': async (_, { reason }) => ({ reason }),
  'new-offer': async (_, task, needs) => {
    const found = await offerFacts(task, needs);
    return found && (await isHidden(found.offer, needs)) ? undefined : found?.facts;
  },
  'offer-accepted': async (_, task, needs) => {
    const found = await offerFacts(task, needs);
    return found && { ...found.facts, client: nameOf(found.testimony.contact) };
  },
  'payment-received': async (_, task, needs) => (await offerFacts(task, needs))?.facts,
  'not-chosen': async (_, task, needs) => {
    const testimony = await testimonyOf(task, needs);
    return testimony && { city: cityOf(testimony) };
  },
  'due-soon': (_, task, needs) => dateFacts(task, needs),
  overdue: (_, task, needs) => dateFacts(task, needs),
  'overdue-for-client': (_, task, needs) => dateFacts(task, needs),
  completed: async (_, task, needs) => {
    const testimony = await testimonyOf(task, needs);
    return testimony && { link: pageOf(testimony, needs) };
  },
  cancelled: async (_, task, needs) => {
    const testimony = await testimonyOf(task, needs);
    return testimony && { city: cityOf(testimony), reason: testimony.cancellationReason };
  },
  'payment-refunded': async (_, task, needs) => {
    const testimony = await testimonyOf(task, needs);
    const { amount, arrived, why } = task;
    return testimony && { amount, arrived, why, city: cityOf(testimony), state: testimony.state };
  },
  'cancelled-by-platform': async (user, task, needs) => {
    const testimony = await testimonyOf(task, needs);
    return testimony && { city: cityOf(testimony), reason: testimony.cancellationReason, to: user.role };
  },
  'payout-sent': async (_, { amount, ...task }, needs) => {
    const testimony = await testimonyOf(task, needs);
    return testimony && { amount, city: cityOf(testimony), link: pageOf(testimony, needs) };
  },
  'payment-account-attention': async (user, _task, { links }) =>
    user.role === 'expert' && !user.approval.paymentAccountVerified
      ? { frontendUrl: links.frontendUrl }
      : undefined,
  'account-closed': async () => ({}),
};

function testimonyOf(
  { testimonyId }: AboutTestimony,
  { testimonies }: Needs,
): Promise<Testimony | undefined> {
  return testimonies.find(testimonyId);
}

/** Unless the work has been delivered, the order cancelled, or another date set. */
async function dateFacts(
  { dueAt, ...about }: MailTaskOf<'due-soon' | 'overdue' | 'overdue-for-client'>,
  needs: Needs,
): Promise<DateFacts | undefined> {
  const testimony = await testimonyOf(about, needs);
  const isDue = testimony && may('complete', testimony) && testimony.dueAt === dueAt;
  return isDue ? { city: cityOf(testimony), dueAt, link: pageOf(testimony, needs) } : undefined;
}

async function offerFacts(
  about: AboutOffer,
  needs: Needs,
): Promise<{ testimony: Testimony; offer: Offer; facts: OfferFacts } | undefined> {
  const testimony = await testimonyOf(about, needs);
  const offer = await needs.testimonies.findOffer(about.offerId);
  if (!testimony || !offer) return undefined;
  const { price, daysToComplete, expert } = offer;
  const facts = {
    expert: nameOf(expert),
    price,
    daysToComplete,
    city: cityOf(testimony),
    link: pageOf(testimony, needs),
  };
  return { testimony, offer, facts };
}

/** From the client (contract §3, last paragraph): the mail is left out then, and does not come later. */
async function isHidden(offer: Offer, needs: Needs): Promise<boolean> {
  const expert = await needs.accounts.find(offer.expert.id);
  return offer.state === 'withdrawn' || expert?.role !== 'expert' || !isVisible(offer, expert);
}

const nameOf = ({ firstName, lastName }: { firstName: string | null; lastName: string | null }): string =>
  [firstName, lastName].filter(Boolean).join(' ');

const cityOf = ({ realEstate }: Testimony): string => realEstate.address.city;

const pageOf = ({ id }: Testimony, { links }: Needs): string => `${links.frontendUrl}/testimonies/${id}`;
