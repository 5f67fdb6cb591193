/** Tests of the text about the outcome of a complaint. */
import { expect, it } from 'vitest';
import { findOutcomeText } from '../../../../infra/console/app/pages/testimonies/testimony-facts.ts';
import { createComplaint, createPayment, createTestimony } from './testimony-states.ts';

it.each([
  ['a refund to the client, for the expert', 'refunded', null, 'complaint.refunded'],
  ['a refund that has not arrived, for the client', 'refunded', 0, 'complaint.refunded.client'],
  ['a partial refund that has arrived, for the client', 'refunded', 100, 'complaint.refunded.done'],
  ['a payout to the expert, for the client', 'paid-out', 0, 'complaint.paid-out'],
] as const)(
  'the text about the outcome of a complaint is written for the reader: %s',
  (_, outcome, refunded, text) => {
    const payment = refunded === null ? null : createPayment('paid', refunded);

    expect(findOutcomeText(createTestimony({ complaint: createComplaint({ outcome }), payment }))).toBe(text);
  },
);
