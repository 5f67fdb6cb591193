/** Handlers of the operations on refunds, disputes and transfers. */
import { submitEvidence } from '../resources/disputes.ts';
import { createRefund } from '../resources/refunds.ts';
import { createReversal, createTransfer } from '../resources/transfers.ts';
import { createListHandler, createRetrieveHandler, listReversals } from './read-operations.ts';

export const MONEY_HANDLERS = {
  'GET /v1/disputes': createListHandler('dispute'),
  'GET /v1/disputes/{id}': createRetrieveHandler('dispute'),
  'POST /v1/disputes/{id}': submitEvidence,
  'POST /v1/refunds': createRefund,
  'GET /v1/refunds': createListHandler('refund'),
  'POST /v1/transfers': createTransfer,
  'GET /v1/transfers': createListHandler('transfer'),
  'GET /v1/transfers/{id}': createRetrieveHandler('transfer'),
  'GET /v1/transfers/{id}/reversals': listReversals,
  'POST /v1/transfers/{id}/reversals': createReversal,
};
