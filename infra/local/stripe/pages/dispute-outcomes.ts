/**
 * Outcomes that a visitor can choose for a paid checkout session: disputes, inquiries, and a reversal of the payout.
 */
import { changeDispute } from '../resources/disputes.ts';
import { openDispute } from '../resources/open-dispute.ts';
import { createReversal } from '../resources/transfers.ts';
import { AMOUNT_FIELD, type PageOutcomes, REQUIRED_AMOUNT_FIELD, readAmount } from './page-forms.ts';
import { hasUnrefundedCharge, type SessionPayment } from './session-payment.ts';

const isDisputable = (payment: SessionPayment) =>
  hasUnrefundedCharge(payment) && (!payment.dispute || payment.dispute.status === 'warning_closed');
const isDisputed = ({ dispute }: SessionPayment) => dispute?.status === 'needs_response';
const isAsked = ({ dispute }: SessionPayment) => dispute?.status === 'warning_needs_response';

const changeTo =
  (status: string) =>
  ({ provider, dispute }: SessionPayment) =>
    dispute && changeDispute(provider, dispute, status);

export const DISPUTE_OUTCOMES: PageOutcomes<SessionPayment> = {
  dispute: {
    button: 'Klient začne spor o platbu',
    hint: 'Jeho banka nám sumu zatiaľ strhne.',
    field: AMOUNT_FIELD,
    isPossible: isDisputable,
    run: ({ provider, charge }, form) => charge && openDispute(provider, charge, readAmount(form)),
  },
  inquiry: {
    button: 'Banka sa na platbu pýta',
    hint: 'Zatiaľ bez sporu, nič sa nestrhne.',
    isPossible: isDisputable,
    run: ({ provider, charge }) => charge && openDispute(provider, charge, { isInquiry: true }),
  },
  'inquiry-closed': {
    button: 'Otázka banky je vybavená',
    hint: 'K sporu nedošlo.',
    isPossible: isAsked,
    run: changeTo('warning_closed'),
  },
  'inquiry-disputed': {
    button: 'Z otázky banky je spor',
    hint: 'Suma sa zatiaľ strhne.',
    isPossible: isAsked,
    run: changeTo('needs_response'),
  },
  'dispute-won': {
    button: 'Spor sme vyhrali',
    hint: 'Strhnutá suma sa vráti k nám.',
    isPossible: isDisputed,
    run: changeTo('won'),
  },
  'dispute-lost': {
    button: 'Spor sme prehrali',
    hint: 'Strhnutú sumu dostane klient.',
    isPossible: isDisputed,
    run: changeTo('lost'),
  },
  'dispute-partly-won': {
    button: 'Spor sme vyhrali sčasti',
    hint: 'Táto časť strhnutej sumy sa vráti k nám, zvyšok dostane klient.',
    field: REQUIRED_AMOUNT_FIELD,
    isPossible: isDisputed,
    run: ({ provider, dispute }, form) =>
      dispute && changeDispute(provider, dispute, 'lost', readAmount(form).amount ?? dispute.amount),
  },
  'payout-reversed': {
    button: 'Vziať výplatu späť',
    hint: 'Odmena znalca sa vráti k nám.',
    field: AMOUNT_FIELD,
    isPossible: ({ charge, transfer }) => charge !== undefined && transfer !== undefined,
    run: ({ provider, transfer }, form) =>
      transfer && createReversal({ ...provider, params: readAmount(form), id: transfer.id }),
  },
};
