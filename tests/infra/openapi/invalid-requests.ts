/** Invalid requests of operations. Their responses with status 422 are examples in the description. */

import { findExampleBody } from '../../../infra/openapi/samples/example-bodies.ts';

const INVALID_PAGE = { query: 'limit=0' };
const WRONG_PASSWORD = { body: { currentPassword: 'Zlé heslo 9' } };

interface InvalidRequest {
  readonly body?: object;
  readonly query?: string;
}

const INVALID_REQUESTS: Readonly<Record<string, InvalidRequest>> = {
  registerExpert: {
    body: {
      ...findExampleBody('registerExpert')?.fields,
      email: 'jana.znalci.sk',
      phone: '0901 234 567',
      regions: [],
      bankAccount: { iban: 'SK31 1200 0000 1987 4263 7540' },
    },
  },
  registerClient: {
    body: { email: 'eva.klienti.sk', password: 'kratke', passwordConfirmation: 'ine', termsAgreed: false },
  },
  unsubscribe: { query: 'signature=x' },
  verifyEmail: { query: 'expires=1&signature=x' },
  listTestimonies: INVALID_PAGE,
  listOfferable: INVALID_PAGE,
  listOffers: INVALID_PAGE,
  listMails: INVALID_PAGE,
  listEvents: INVALID_PAGE,
  cancelTestimony: { body: { reason: 5 } },
  createOffer: { body: { price: 0.5, daysToComplete: 400 } },
  updateMe: { body: { email: 'ivana.klienti.sk', phone: '0901' } },
  closeMe: WRONG_PASSWORD,
  exportMe: WRONG_PASSWORD,
  openPaymentAccount: WRONG_PASSWORD,
  setUpSecondFactor: WRONG_PASSWORD,
  removeSecondFactor: WRONG_PASSWORD,
  makeOverdue: { body: { days: -1 } },
  listPartnerEvents: INVALID_PAGE,
  listPartnerMails: INVALID_PAGE,
  updatePartner: { body: { frontendUrl: 'ftp://portal.sk' } },
  setPayoutDelay: { body: { days: 31 } },
  refundTestimony: { body: { amount: 0 } },
};

/** Returns an invalid request of an operation: an empty body, unless the table contains another one. */
export const findInvalidRequest = (operationId: string): InvalidRequest =>
  INVALID_REQUESTS[operationId] ?? { body: {} };
