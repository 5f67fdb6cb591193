/**
 * Sending mail: gathers the facts that the service has to tell. `lib/mail` finds the words.
 *
 * A mail is put together when it is sent, from the account as it is then, so a link is never
 * older than its mail and the outbox holds little of anybody's data.
 */
import { verificationLink } from '../accounts/email-verification.ts';
import { makeResetLink, RESET_MINUTES } from '../accounts/password-reset.ts';
import { isVisible } from '../market/visibility.ts';
import type { User } from '../model/account.ts';
import type {
  AboutOffer,
  AboutTestimony,
  Facts,
  MailMessage,
  MailName,
  MailTask,
  MailTaskOf,
  OfferFacts,
} from '../model/job.ts';
import type { Offer, Testimony } from '../model/testimony.ts';
import type { World } from '../ports/world.ts';

const VERIFICATION_MINUTES = 60;

type Needs = Pick<World, 'accounts' | 'clock' | 'links' | 'mailer' | 'random' | 'resets' | 'testimonies'>;

/** Sends the mail unless what it says has become untrue meanwhile. */
export async function sendMail(task: MailTask, needs: Needs): Promise<void> {
  const user = await needs.accounts.find(task.userId);
  const facts = user && (await gather(task, user, needs));
  if (!user || !facts) return;
  const message = { ...facts, name: task.mail, firstName: user.firstName } as MailMessage;
  await needs.mailer.send('to' in task ? task.to : user.email, message);
}

/** Sends it to whoever owns the address, if anybody does. */
export async function sendMailIfKnown(
  address: string,
  mail: 'verify-email' | 'password-reset',
  needs: Needs,
): Promise<void> {
  const owner = await needs.accounts.findCredentials(address);
  if (owner) await sendMail({ kind: 'mail', mail, userId: owner.userId, to: address }, needs);
}

function gather<Name extends MailName>(
  task: MailTaskOf<Name>,
  user: User,
  needs: Needs,
): Promise<Facts[Name] | undefined> {
  return GATHER[task.mail as Name](user, task, needs);
}

/** Undefined when there is nothing to tell any more. */
type Gather<Name extends MailName> = (
  user: User,
  task: MailTaskOf<Name>,
  needs: Needs,
) => Promise<Facts[Name] | undefined>;

const GATHER: { readonly [Name in MailName]: Gather<Name> } = {
  'verify-email': async (user, { to }, needs) =>
    user.emailVerified || user.email !== to
      ? undefined
      : {
          link: await verificationLink(user, VERIFICATION_MINUTES, needs),
          validMinutes: VERIFICATION_MINUTES,
        },
  'expert-approved': async (_user, _task, { links }) => ({ frontendUrl: links.frontendUrl }),
  'password-reset': async (user, { to }, needs) =>
    user.email === to ? { link: await makeResetLink(user, needs), validMinutes: RESET_MINUTES } : undefined,
  'password-changed': async () => ({}),
  'address-changed': async () => ({}),
  'bank-account-changed': async user =>
    user.role === 'expert' ? { ibanEnd: user.bankAccount.iban.slice(-4) } : undefined,
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
  completed: async (_, task, needs) => {
    const testimony = await testimonyOf(task, needs);
    return testimony && { link: pageOf(testimony, needs) };
  },
  cancelled: async (_, task, needs) => {
    const testimony = await testimonyOf(task, needs);
    return testimony && { city: cityOf(testimony), reason: testimony.cancellationReason };
  },
  'cancelled-by-platform': async (_, task, needs) => {
    const testimony = await testimonyOf(task, needs);
    return testimony && { city: cityOf(testimony), reason: testimony.cancellationReason };
  },
  'payout-sent': async (_, task, needs) => {
    const testimony = await testimonyOf(task, needs);
    return testimony && { amount: task.amount, city: cityOf(testimony), link: pageOf(testimony, needs) };
  },
  'payment-refunded': async (_, task, needs) => {
    const testimony = await testimonyOf(task, needs);
    const { amount, arrived, why } = task;
    return testimony && { amount, arrived, why, city: cityOf(testimony) };
  },
};

function testimonyOf(
  { testimonyId }: AboutTestimony,
  { testimonies }: Needs,
): Promise<Testimony | undefined> {
  return testimonies.find(testimonyId);
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
