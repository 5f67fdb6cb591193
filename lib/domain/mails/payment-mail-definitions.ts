/** Definitions of the mails about payments, refunds, disputes and payouts. */
import type {
  CommissionFacts,
  MailType,
  OfferFacts,
  OfferReference,
  RefundReason,
  TestimonyFacts,
  TestimonyReference,
} from '../model/mails/mail.ts';
import type { Testimony } from '../model/testimonies/testimony.ts';
import { computeAmountBorneByPlatform } from '../money/ledger.ts';
import type { MailDefinitions } from './mail-definition.ts';
import { defineOfferMail, defineTestimonyMail, getFullName } from './testimony-mail-facts.ts';

declare module '../model/mails/mail.ts' {
  interface MailTypes {
    'payment-received': MailType<
      OfferFacts & { readonly expert: string; readonly dueAt: string | null },
      OfferReference
    >;
    'payment-refunded': MailType<
      TestimonyFacts & RefundFacts & Pick<Testimony, 'state'>,
      TestimonyReference & RefundFacts
    >;
    'refund-failed': MailType<TestimonyFacts & FailedRefundFacts, TestimonyReference & FailedRefundFacts>;
    'payout-sent': MailType<
      TestimonyFacts & CommissionFacts & PayoutAmount,
      TestimonyReference & PayoutAmount
    >;
    'payout-changed': MailType<TestimonyFacts & PayoutChange, TestimonyReference & PayoutChange>;
    'work-paused': MailType<TestimonyFacts & { readonly isDelivered: boolean }, TestimonyReference>;
    'work-resumed': MailType<
      TestimonyFacts & {
        /** The due date; null when the testimony was already delivered. */
        readonly dueAt: string | null;
      },
      TestimonyReference
    >;
  }
}

interface FailedRefundFacts {
  /** Cents that an earlier mail announced, but that have not reached the client. */
  readonly amount: number;
}

interface RefundFacts {
  /** Cents that the platform refunded and that no earlier mail has mentioned. */
  readonly amount: number;
  /** Cents that the client's bank returned; 0 if it returned none. */
  readonly byBank: number;
  /**
   * Cents that remain paid after the refund has arrived: 0 for a full refund, null when there is no offer or testimony
   * left to pay for.
   */
  readonly rest: number | null;
  /** Whether the provider has reported the refund as completed. */
  readonly arrived: boolean;
  readonly why: RefundReason;
}

/** Amount of a payout, in cents. */
interface PayoutAmount {
  readonly amount: number;
}

/** The expert's share before a change and now, in cents. */
interface PayoutChange {
  readonly before: number;
  readonly amount: number;
}

export const paymentMailDefinitions = {
  'payment-received': defineOfferMail(({ expert }, { dueAt }) => ({ dueAt, expert: getFullName(expert) })),
  'payment-refunded': defineTestimonyMail(({ state }, { amount, byBank, rest, arrived, why }) => ({
    amount,
    byBank,
    rest,
    arrived,
    why,
    state,
  })),
  'refund-failed': defineTestimonyMail((_, { amount }) => ({ amount })),
  'payout-sent': defineTestimonyMail(({ payment }, { amount }) => ({
    amount,
    price: payment?.amount ?? amount,
    commission: payment?.commission ?? 0,
    refunded: payment ? payment.refunded + payment.returning : 0,
    borneByPlatform: payment ? computeAmountBorneByPlatform(payment) : 0,
  })),
  'payout-changed': defineTestimonyMail((_, { before, amount }) => ({ before, amount })),
  'work-paused': defineTestimonyMail(({ state }) => ({ isDelivered: state === 'completed' })),
  'work-resumed': defineTestimonyMail(({ state, dueAt }) => ({ dueAt: state === 'accepted' ? dueAt : null })),
} satisfies Partial<MailDefinitions>;
