/** Outcomes that a visitor can choose for the refunds of a paid checkout session. */
import { completeRefund } from '../resources/refund-completion.ts';
import { computeRefundableAmount, createRefund } from '../resources/refunds.ts';
import type { RefundBehavior } from '../types.ts';
import { AMOUNT_FIELD, type PageOutcomes, readAmount } from './page-forms.ts';
import { hasUnrefundedCharge, type SessionPayment } from './session-payment.ts';

function isRefundable(payment: SessionPayment): boolean {
  const { charge, dispute, provider } = payment;
  if (!charge || !hasUnrefundedCharge(payment) || dispute?.status === 'needs_response') return false;
  return computeRefundableAmount(provider, charge) > 0;
}

const FAILING_REFUNDS: RefundBehavior = { begins: 'pending', ends: 'failed', afterSeconds: 3 };
const PENDING_REFUNDS: RefundBehavior = { begins: 'pending', ends: 'succeeded', afterSeconds: null };

const setRefundBehavior = ({ provider, intent }: SessionPayment, refunds: RefundBehavior) =>
  intent && provider.store.update(intent, { hidden: { ...intent.hidden, refunds } });

export const REFUND_OUTCOMES: PageOutcomes<SessionPayment> = {
  refund: {
    button: 'Vrátiť platbu ručne',
    hint: 'Ako keby ju vrátil niekto v správe platobnej brány.',
    field: AMOUNT_FIELD,
    isPossible: isRefundable,
    run: ({ provider, charge }, form) =>
      charge && createRefund({ ...provider, params: { charge: charge.id, ...readAmount(form) }, id: '' }),
  },
  'refunds-wait': {
    button: 'Ďalšie vrátenia platby budú čakať',
    hint: 'Kým o nich nerozhodnete na tejto stránke.',
    isPossible: isRefundable,
    run: payment => setRefundBehavior(payment, PENDING_REFUNDS),
  },
  'refunds-fail': {
    button: 'Ďalšie vrátenia platby zlyhajú',
    hint: 'Začnú sa a o tri sekundy zlyhajú.',
    isPossible: isRefundable,
    run: payment => setRefundBehavior(payment, FAILING_REFUNDS),
  },
  'refund-succeeds': {
    button: 'Vrátenie platby prešlo',
    hint: 'Peniaze sú späť u klienta.',
    isPossible: ({ refund }) => refund?.status === 'pending',
    run: ({ provider, refund }) => refund && completeRefund(provider, refund, 'succeeded'),
  },
  'refund-canceled': {
    button: 'Zrušiť čakajúce vrátenie platby',
    hint: 'Peniaze zostanú u nás.',
    isPossible: ({ refund }) => refund?.status === 'pending',
    run: ({ provider, refund }) => refund && completeRefund(provider, refund, 'canceled'),
  },
  'refund-fails': {
    button: 'Vrátenie platby zlyhalo',
    hint: 'Peniaze sa vrátili k nám.',
    isPossible: ({ refund }) => refund !== undefined,
    run: ({ provider, refund }) => refund && completeRefund(provider, refund, 'failed'),
  },
};
