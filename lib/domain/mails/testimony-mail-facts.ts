/** Facts about testimonies and offers for mails. They are read when a mail is sent. */
import type { User } from '../model/accounts/account.ts';
import type { Contact } from '../model/accounts/contact.ts';
import type {
  ComplaintPeriod,
  OfferReference,
  TestimonyFacts,
  TestimonyReference,
} from '../model/mails/mail.ts';
import type { Offer } from '../model/offers/offer.ts';
import type { Testimony } from '../model/testimonies/testimony.ts';
import { isOfferVisible } from '../offers/sale.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import { canComplain } from '../testimonies/complaints.ts';

type Deps = Pick<Dependencies, 'accounts' | 'clock' | 'testimonies'>;

/**
 * Defines a mail about a testimony, of the class `other`.
 * @param selectMore returns the facts that the mail adds to those of every mail about a testimony; undefined when the
 * mail no longer applies
 */
export function defineTestimonyMail<Task extends TestimonyReference, More extends object>(
  selectMore: (
    testimony: Testimony,
    task: Task,
    user: User,
    deps: Deps,
  ) => More | undefined | Promise<More | undefined>,
) {
  return {
    limitClass: 'other',
    async loadFacts(user: User, task: Task, deps: Deps): Promise<(TestimonyFacts & More) | undefined> {
      const testimony = await deps.testimonies.find(task.testimonyId);
      if (!testimony) return undefined;
      const more = await selectMore(testimony, task, user, deps);
      return more && { ...factsOf(testimony), ...more };
    },
  } as const;
}

/**
 * Defines a mail about an offer.
 * @param selectMore returns the facts that the mail adds to those of every mail about an offer; undefined when the mail
 * no longer applies
 */
export const defineOfferMail = <More extends object>(
  selectMore: (
    offer: Offer,
    testimony: Testimony,
    deps: Deps,
  ) => More | undefined | Promise<More | undefined>,
) =>
  defineTestimonyMail(async (testimony, { offerId }: OfferReference, _, deps) => {
    const offer = await deps.testimonies.findOffer(offerId);
    if (!offer) return undefined;
    const more = await selectMore(offer, testimony, deps);
    return more && { price: offer.price, daysToComplete: offer.daysToComplete, ...more };
  });

/** Returns the end of the period in which the client can complain, if the client can complain now. */
export function findComplaintPeriod(testimony: Testimony, { clock }: Pick<Deps, 'clock'>): ComplaintPeriod {
  const now = clock.now();
  const { dueAt = null } = testimony.payout ?? {};
  const isOpen = dueAt !== null && dueAt > now.toISOString() && canComplain(testimony, now);
  return { complaintUntil: isOpen ? dueAt : null };
}

const factsOf = ({ id, purpose, realEstate }: Testimony): TestimonyFacts => ({
  testimony: { id, purpose, region: realEstate.region },
});

/**
 * Returns whether an offer is hidden from the client. No mail is sent about a hidden offer (infra/docs/api/mails.md).
 */
export async function isOfferHidden(offer: Offer, deps: Deps): Promise<boolean> {
  const expert = await deps.accounts.find(offer.expert.id);
  return offer.state === 'withdrawn' || expert?.role !== 'expert' || !isOfferVisible(offer, expert);
}

/**
 * Returns the name of a party for mails to the other party. A word joiner after dots, colons and `@` keeps mail
 * programs from making links of it (infra/docs/api/mails.md#texts-of-users).
 */
export const getFullName = ({ firstName, lastName }: Pick<Contact, 'firstName' | 'lastName'>): string =>
  [firstName, lastName]
    .filter(Boolean)
    .join(' ')
    .replace(/[.:@](?=\S)/g, '$&\u2060');
