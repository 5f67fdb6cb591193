/** Schema of the payment in stored checkouts and testimonies. */
import * as v from 'valibot';
import { RISK_LEVELS } from '../../../domain/model/payment.ts';
import { nullableText } from '../table/contact-schemas.ts';

export const createPaymentSchema = () =>
  v.object({
    status: v.picklist(['paid', 'refunding', 'refunded', 'disputed']),
    paymentId: v.string(),
    amount: v.number(),
    commission: v.number(),
    paidAt: v.string(),
    refundedAt: nullableText(),
    refunded: v.number(),
    returning: v.number(),
    disputedSince: nullableText(),
    balances: v.object({
      provider: v.number(),
      expert: v.number(),
      'deferred-commission': v.number(),
      commission: v.number(),
      'platform-loss': v.number(),
      fees: v.number(),
      unallocated: v.number(),
      'refund-in-transit': v.number(),
      dispute: v.number(),
      outside: v.number(),
    }),
    hasInquiry: v.boolean(),
    riskLevel: v.picklist(RISK_LEVELS),
    waitsUntil: nullableText(),
  });
