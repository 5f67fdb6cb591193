/** Definitions of the mails about offers, deliveries, complaints and cancellations. */

import type {
  CommissionFacts,
  ComplaintAmounts,
  ComplaintPeriod,
  DateFacts,
  DateReference,
  MailType,
  OfferFacts,
  OfferReference,
  TestimonyFacts,
  TestimonyReference,
} from '../model/mails/mail.ts';
import { type DocumentVerdict, hasOpenComplaint } from '../model/testimonies/delivered-document.ts';
import { isAwaitingDelivery } from '../testimonies/delivery.ts';
import type { MailDefinitions } from './mail-definition.ts';
import {
  defineOfferMail,
  defineTestimonyMail,
  findComplaintPeriod,
  getFullName,
  isOfferHidden,
} from './testimony-mail-facts.ts';

declare module '../model/mails/mail.ts' {
  interface MailTypes {
    'new-offer': MailType<
      OfferFacts,
      OfferReference & {
        /** Id of the expert who made the offer. One mail a day is sent about their offers on the testimony. */
        readonly expertId: string;
      }
    >;
    'offer-accepted': MailType<
      OfferFacts & DueDate & { readonly client: string } & CommissionFacts,
      OfferReference
    >;
    'not-chosen': AboutTestimony;
    'due-soon': AboutDate;
    overdue: AboutDate;
    'overdue-for-client': AboutDate;
    completed: AboutTestimony<ComplaintPeriod>;
    'document-corrected': AboutTestimony<ComplaintPeriod & { readonly isComplaintOpen: boolean }>;
    'document-rejected': AboutTestimony<{ readonly verdict: Exclude<DocumentVerdict, 'ok'> }>;
    'complaint-made': AboutTestimony<Addressed>;
    'complaint-ended': MailType<
      TestimonyFacts & Addressed & ComplaintAmounts & { readonly decision: string | null },
      TestimonyReference & ComplaintAmounts
    >;
    cancelled: AboutTestimony<{
      /**
       * Whether the client gave a reason. The mail does not contain the reason, because the reason is a text of another
       * user.
       */
      readonly hasReason: boolean;
    }>;
    'cancelled-overdue': MailType<DateFacts & Addressed, TestimonyReference>;
    'cancelled-by-platform': AboutTestimony<
      Addressed & {
        readonly reason: string | null;
        /** Whether the client has already been refunded. */
        readonly isRefunded: boolean;
      }
    >;
  }
}

type AboutTestimony<Facts = object> = MailType<TestimonyFacts & Facts, TestimonyReference>;

type AboutDate = MailType<DateFacts, DateReference>;

interface DueDate {
  readonly dueAt: string | null;
}

/** Role of the recipient, for mails with separate texts for both parties. */
interface Addressed {
  readonly to: 'client' | 'expert';
}

/** Definition of a reminder. It is sent if the testimony still has this due date and can be completed. */
const DATE_REMINDER = defineTestimonyMail((testimony, { dueAt }: DateReference) =>
  testimony.dueAt === dueAt && isAwaitingDelivery(testimony) ? { dueAt } : undefined,
);

export const testimonyMailDefinitions = {
  'new-offer': defineOfferMail(async (offer, _, deps) =>
    (await isOfferHidden(offer, deps)) ? undefined : {},
  ),
  'offer-accepted': defineOfferMail((_, { payment, contact, dueAt }) => ({
    dueAt,
    client: getFullName(contact),
    commission: payment?.commission ?? 0,
  })),
  'not-chosen': defineTestimonyMail(() => ({})),
  'due-soon': DATE_REMINDER,
  overdue: DATE_REMINDER,
  'overdue-for-client': DATE_REMINDER,
  completed: defineTestimonyMail((testimony, _, __, deps) => findComplaintPeriod(testimony, deps)),
  'document-corrected': defineTestimonyMail((testimony, _, __, deps) => ({
    ...findComplaintPeriod(testimony, deps),
    isComplaintOpen: hasOpenComplaint(testimony),
  })),
  'document-rejected': defineTestimonyMail(({ documentCheck: verdict }) =>
    verdict === null || verdict === 'pending' || verdict === 'ok' ? undefined : { verdict },
  ),
  'complaint-made': defineTestimonyMail((_, __, { role: to }) => ({ to })),
  'complaint-ended': defineTestimonyMail(({ complaint }, { outcome, refund, payout }, { role: to }) => ({
    to,
    outcome,
    refund,
    payout,
    decision: complaint?.decision ?? null,
  })),
  cancelled: defineTestimonyMail(({ cancellationReason }) => ({ hasReason: cancellationReason !== null })),
  'cancelled-overdue': defineTestimonyMail(({ dueAt }, _, { role: to }) => ({ to, dueAt: dueAt ?? '' })),
  'cancelled-by-platform': defineTestimonyMail(
    ({ cancellationReason: reason, payment }, _, { role: to }) => ({
      reason,
      to,
      isRefunded: payment?.status === 'refunded',
    }),
  ),
} satisfies Partial<MailDefinitions>;
