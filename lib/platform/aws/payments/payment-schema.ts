/** Schema of the payment in stored checkouts and testimonies. */
import * as v from 'valibot';
import { RISK_LEVELS } from '../../../domain/model/payments/payment.ts';
import { flag, nullableText, number, text } from '../table/contact-schemas.ts';

export const createPaymentSchema = () =>
  v.object({
    status: v.picklist(['paid', 'refunding', 'refunded', 'disputed']),
    paymentId: text,
    amount: number,
    commission: number,
    paidAt: text,
    refundedAt: nullableText,
    refunded: number,
    returning: number,
    disputedSince: nullableText,
    balances: v.object({
      provider: number,
      expert: number,
      'deferred-commission': number,
      commission: number,
      'platform-loss': number,
      fees: number,
      unallocated: number,
      'refund-in-transit': number,
      dispute: number,
      outside: number,
    }),
    hasInquiry: flag,
    riskLevel: v.picklist(RISK_LEVELS),
    waitsUntil: nullableText,
  });
