/**
 * Alarms on events that need an operator: payments, items that do not match their schema, and files with malware. The
 * functions write their metrics into log lines.
 */
import { createAlarm, createMetric, type Urgency } from './alarm-templates.ts';

/** Descriptions of the alarms that page, by the name of the metric. */
const PAGING_EVENTS = {
  Disputes:
    "A payment is disputed. `money disputed` lists it; Stripe's dashboard shows the deadline for a response.",
  SessionMismatches:
    'A checkout session at Stripe, or an event about one, does not match its checkout, and nothing was changed; or a completed session is unpaid, and its checkout was closed. The log line `operator.alert` is followed by the job with the testimony.',
  UnbalancedPayments:
    'The platform holds another amount for a testimony than its states imply. `money decide` lists it.',
  FailedPayouts:
    'A payout could not be sent, or came back. `money decide` lists it; nothing is sent until an operator decides.',
  UnattendedMoney:
    'A write was refused, because it would have left an open amount without a list, a date or a job. The log line operator.alert has the testimony.',
  ManualRefundsFailed:
    "A refund that somebody made in Stripe's dashboard has failed, and no job repeats it. The log line operator.alert has the testimony.",
  InvalidItems:
    'An item of the table does not fit its schema. Lists leave it out. `npm run operator -- table check` shows it.',
};

/** Descriptions of the other alarms. */
const EVENTS = {
  MoneyHeldLong:
    "The platform has held a client's payment for 80 days; the limit is 90. The lists of testimonies and of payouts show which one.",
  PaymentAccountsUnavailable:
    "Stripe opens no account for experts until the platform's profile or agreement is complete. The log line stripe.platform_refused has Stripe's text.",
  BooksDiffer: "Stripe's balance and the recorded entries differ. `money differences` shows each difference.",
  LatePayments:
    "Three late payments of one client were refunded on one day. The platform loses Stripe's fee on each. The client's checkouts are rejected for the rest of the day.",
  DisputeInquiries:
    "A client's bank asks about a payment before a dispute. The log line operator.alert has the testimony and the deadline.",
  RefundsPendingLong: 'A refund has not reached the client for seven days. `money waiting` lists it.',
};

/** Description of the alarm on infected files, in stages that scan files. */
const MALWARE_EVENT = {
  MalwareFound:
    'An uploaded file contains malware. Nobody can open it, and its owner was told. The log line `operator.alert` has the testimony or the expert.',
};

export function createEventAlarms(stage: unknown, hasMalwareScan: boolean) {
  const createAll = (events: Record<string, string>, urgency?: Urgency) =>
    Object.fromEntries(
      Object.entries(events).map(([name, description]) => [
        `${name}Alarm`,
        createAlarm(description, {
          ...createMetric('Testimony', name, { Stage: stage }),
          ...{ ...urgency, Statistic: 'Sum', Period: 300 },
        }),
      ]),
    );
  return {
    ...createAll(PAGING_EVENTS, { pages: 'event' }),
    ...createAll({ ...EVENTS, ...(hasMalwareScan && MALWARE_EVENT) }),
  };
}
