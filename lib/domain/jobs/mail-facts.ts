/** Facts for each mail, read from the account and the testimony at the time of sending. */
import { createVerificationLink } from '../accounts/email-verification.ts';
import { LINK_MINUTES } from '../accounts/link-expiry.ts';
import { createResetLink } from '../accounts/password-reset.ts';
import type { User } from '../model/account.ts';
import type {
  ComplaintPeriod,
  DateFacts,
  FactsByMail,
  FrontendLinkFacts,
  MailName,
  MailTaskOf,
  OfferFacts,
  OfferReference,
  TestimonyFacts,
  TestimonyReference,
} from '../model/mail.ts';
import { hasOpenComplaint } from '../model/payout-delay.ts';
import { canTransition, type Offer, type Testimony } from '../model/testimony.ts';
import { isOfferVisible } from '../offers/sale.ts';
import { isOpenTo } from '../payments/state-table.ts';
import type { Dependencies } from '../ports/dependencies.ts';

type Deps = Pick<Dependencies, 'accounts' | 'clock' | 'links' | 'random' | 'resetTokens' | 'testimonies'>;

/** Gathers the facts of a mail. Resolves to undefined when the mail no longer applies and must not be sent. */
type Gather<Name extends MailName> = (
  user: User,
  task: MailTaskOf<Name>,
  deps: Deps,
) => Promise<FactsByMail[Name] | undefined>;

export const FACT_LOADERS_BY_MAIL: { readonly [Name in MailName]: Gather<Name> } = {
  'verify-email': async (user, { to }, deps) =>
    user.emailVerified || user.email !== to
      ? undefined
      : {
          link: await createVerificationLink(user, deps),
          validMinutes: LINK_MINUTES,
          isNewAccount: user.emailSince === user.createdAt,
        },
  'expert-approved': async (user, _, { links: { frontendUrl } }) =>
    user.role === 'expert'
      ? { frontendUrl, emailVerified: user.emailVerified, identityReview: user.identityReview }
      : undefined,
  'password-reset': async (user, { to }, deps) =>
    user.email === to ? { link: await createResetLink(user, deps), validMinutes: LINK_MINUTES } : undefined,
  'password-changed': accountFacts,
  'email-changed': async () => ({}),
  'bank-account-changed': async (user, _, { links: { frontendUrl } }) =>
    user.role === 'expert' ? { frontendUrl, ibanEnd: user.bankAccount.iban.slice(-4) } : undefined,
  'data-exported': accountFacts,
  'identity-accepted': accountFacts,
  'identity-rejected': async (_, { reason }, { links: { frontendUrl } }) => ({ frontendUrl, reason }),
  'new-offer': async (_, task, deps) => {
    const found = await offerFacts(task, deps);
    return found && (await isHidden(found.offer, deps)) ? undefined : found?.facts;
  },
  'offer-accepted': async (_, task, deps) => {
    const found = await offerFacts(task, deps);
    if (!found) return undefined;
    const { payment, contact } = found.testimony;
    return { ...found.facts, client: nameOf(contact), commission: payment?.commission ?? 0 };
  },
  'payment-received': async (_, task, deps) => {
    const found = await offerFacts(task, deps);
    return found && { ...found.facts, expert: nameOf(found.offer.expert) };
  },
  'not-chosen': (_, task, deps) => testimonyMailFacts(task, deps, NOTHING_MORE),
  'due-soon': (_, task, deps) => dateFacts(task, deps),
  overdue: (_, task, deps) => dateFacts(task, deps),
  'overdue-for-client': (_, task, deps) => dateFacts(task, deps),
  completed: (_, task, deps) => testimonyMailFacts(task, deps, testimony => complaintPeriod(testimony, deps)),
  'document-corrected': (_, task, deps) =>
    testimonyMailFacts(task, deps, testimony => ({
      ...complaintPeriod(testimony, deps),
      isComplaintOpen: hasOpenComplaint(testimony),
    })),
  'complaint-made': ({ role: to }, task, deps) => testimonyMailFacts(task, deps, () => ({ to })),
  'complaint-ended': ({ role: to }, task, deps) => {
    const { outcome, refund, payout } = task;
    return testimonyMailFacts(task, deps, ({ complaint }) => ({
      ...{ to, outcome, refund, payout },
      decision: complaint?.decision ?? null,
    }));
  },
  cancelled: (_, task, deps) =>
    testimonyMailFacts(task, deps, ({ cancellationReason }) => ({ hasReason: cancellationReason !== null })),
  'payment-refunded': (_, task, deps) => {
    const { amount, byBank = 0, rest = null, arrived, why } = task;
    return testimonyMailFacts(task, deps, ({ state }) => ({ amount, byBank, rest, arrived, why, state }));
  },
  'payment-failed': (_, { amount, ...task }, deps) =>
    testimonyMailFacts(task, deps, ({ state }) => ({ amount, state })),
  'cancelled-by-platform': ({ role: to }, task, deps) =>
    testimonyMailFacts(task, deps, ({ cancellationReason: reason, payment }) => ({
      reason,
      to,
      isRefunded: payment?.status === 'refunded',
    })),
  'work-paused': (_, task, deps) =>
    testimonyMailFacts(task, deps, ({ state }) => ({ isDelivered: state === 'completed' })),
  'work-resumed': (_, task, deps) =>
    testimonyMailFacts(task, deps, ({ state, dueAt }) => ({ dueAt: state === 'accepted' ? dueAt : null })),
  'payout-changed': (_, task, deps) =>
    testimonyMailFacts(task, deps, () => ({ before: task.before, amount: task.amount })),
  'cancelled-overdue': ({ role: to }, task, deps) =>
    testimonyMailFacts(task, deps, ({ dueAt }) => ({ to, dueAt: dueAt ?? '' })),
  'document-rejected': (_, task, deps) => documentFacts(task, deps),
  'payout-sent': (_, task, deps) =>
    testimonyMailFacts(task, deps, ({ payment }) => ({
      amount: task.amount,
      price: payment?.amount ?? task.amount,
      commission: payment?.commission ?? 0,
    })),
  'payment-account-attention': async (user, _task, { links }) =>
    user.role === 'expert' && !user.approval.paymentAccountVerified
      ? { frontendUrl: links.frontendUrl }
      : undefined,
  'payment-account-opened': accountFacts,
  'account-closed': async () => ({}),
};

async function accountFacts(_user: User, _task: object, { links }: Deps): Promise<FrontendLinkFacts> {
  return { frontendUrl: links.frontendUrl };
}

/**
 * Gathers the facts about a testimony.
 * @param more computes the additional facts of the mail
 */
async function testimonyMailFacts<More extends object>(
  { testimonyId }: TestimonyReference,
  deps: Deps,
  more: (testimony: Testimony) => More,
): Promise<(TestimonyFacts & More) | undefined> {
  const testimony = await deps.testimonies.find(testimonyId);
  return testimony && { ...factsOf(testimony, deps), ...more(testimony) };
}

const NOTHING_MORE = () => ({});

/** Returns the end of the period in which the client can complain, if the period has not ended yet. */
function complaintPeriod({ payout }: Testimony, { clock }: Pick<Deps, 'clock'>): ComplaintPeriod {
  const dueAt = payout?.dueAt ?? null;
  return { complaintUntil: dueAt && dueAt > clock.now().toISOString() ? dueAt : null };
}

function factsOf({ id, purpose, realEstate }: Testimony, { links }: Deps): TestimonyFacts {
  return {
    testimony: { id, purpose, region: realEstate.region },
    link: `${links.frontendUrl}/testimonies/${id}`,
  };
}

/**
 * Gathers the facts of a due-date reminder.
 * @returns undefined when the testimony cannot be completed now, or its due date has changed
 */
async function dateFacts(
  { dueAt, testimonyId }: MailTaskOf<'due-soon' | 'overdue' | 'overdue-for-client'>,
  deps: Deps,
): Promise<DateFacts | undefined> {
  const testimony = await deps.testimonies.find(testimonyId);
  const isUndelivered =
    testimony && canTransition('complete', testimony) && isOpenTo(testimony, 'expert', 'complete');
  return isUndelivered && testimony.dueAt === dueAt ? { ...factsOf(testimony, deps), dueAt } : undefined;
}

/**
 * Gathers the facts about a document that is not accepted.
 * @returns undefined when a newer document has been delivered
 */
async function documentFacts(
  { testimonyId }: MailTaskOf<'document-rejected'>,
  deps: Deps,
): Promise<FactsByMail['document-rejected'] | undefined> {
  const testimony = await deps.testimonies.find(testimonyId);
  if (!testimony) return undefined;
  const { documentCheck: verdict } = testimony;
  return verdict === 'unreadable' || verdict === 'active-content' || verdict === 'infected'
    ? { ...factsOf(testimony, deps), verdict }
    : undefined;
}

async function offerFacts(
  { testimonyId, offerId }: OfferReference,
  deps: Deps,
): Promise<{ testimony: Testimony; offer: Offer; facts: OfferFacts } | undefined> {
  const testimony = await deps.testimonies.find(testimonyId);
  const offer = await deps.testimonies.findOffer(offerId);
  if (!testimony || !offer) return undefined;
  const { price, daysToComplete } = offer;
  return { testimony, offer, facts: { ...factsOf(testimony, deps), price, daysToComplete } };
}

/**
 * Returns whether the offer is hidden from the client. A mail about a hidden offer is never sent
 * (infra/docs/api/mails.md).
 */
async function isHidden(offer: Offer, deps: Deps): Promise<boolean> {
  const expert = await deps.accounts.find(offer.expert.id);
  return offer.state === 'withdrawn' || expert?.role !== 'expert' || !isOfferVisible(offer, expert);
}

const nameOf = ({ firstName, lastName }: { firstName: string | null; lastName: string | null }): string =>
  [firstName, lastName].filter(Boolean).join(' ');
