/** Conversions of items to records, one for each kind of record. */
import * as v from 'valibot';
import { createUserSchema } from '../../../domain/model/accounts/account.ts';
import {
  createCredentialsSchema,
  createResetTokenSchema,
  createTokenSchema,
} from '../../../domain/model/accounts/credentials.ts';
import { createSecondFactorSchema } from '../../../domain/model/accounts/second-factor.ts';
import { createActivityEventSchema } from '../../../domain/model/activity/activity.ts';
import { createAuditItemSchema, createAuditReasonSchema } from '../../../domain/model/activity/audit.ts';
import { createUploadSchema } from '../../../domain/model/files/file.ts';
import { createIdempotencyRecordSchema } from '../../../domain/model/idempotency.ts';
import { createDigestRecordSchema } from '../../../domain/model/mails/digest.ts';
import { createMailRecordSchema } from '../../../domain/model/mails/mail-record.ts';
import { createOfferSchema } from '../../../domain/model/offers/offer.ts';
import { createPartnerSchema } from '../../../domain/model/partners/partner.ts';
import { createDifferenceSchema } from '../../../domain/model/payments/books.ts';
import { createCheckoutSchema } from '../../../domain/model/payments/checkout-session.ts';
import { createLedgerEntrySchema } from '../../../domain/model/payments/ledger-entry.ts';
import { textSchema } from '../../../domain/model/schemas/record-schema.ts';
import { createTestimonySchema } from '../../../domain/model/testimonies/testimony.ts';
import {
  createPartnerWebhookSchema,
  createWebhookDeliveryAttemptSchema,
  createWebhookDeliverySchema,
} from '../../../domain/model/webhooks/webhook.ts';
import { createRecordReader } from './record-reader.ts';

export const toUser = /* @__PURE__ */ createRecordReader('account', createUserSchema);
export const toCredentials = /* @__PURE__ */ createRecordReader('credentials', createCredentialsSchema);
export const toToken = /* @__PURE__ */ createRecordReader('token', createTokenSchema);
export const toResetToken = /* @__PURE__ */ createRecordReader('reset token', createResetTokenSchema);
export const toSecondFactor = /* @__PURE__ */ createRecordReader('second factor', createSecondFactorSchema);
export const toActivityEvent = /* @__PURE__ */ createRecordReader('event', createActivityEventSchema);
export const toAuditItem = /* @__PURE__ */ createRecordReader('audit entry', createAuditItemSchema);
export const toAuditReason = /* @__PURE__ */ createRecordReader('audit reason', createAuditReasonSchema);
export const toUpload = /* @__PURE__ */ createRecordReader('upload', createUploadSchema);
export const toIdempotencyRecord = /* @__PURE__ */ createRecordReader(
  'idempotency record',
  createIdempotencyRecordSchema,
);
export const toDigestRecord = /* @__PURE__ */ createRecordReader('digest', createDigestRecordSchema);
export const toMailRecord = /* @__PURE__ */ createRecordReader('mail', createMailRecordSchema);
export const toPartner = /* @__PURE__ */ createRecordReader('partner', createPartnerSchema);
export const toTestimony = /* @__PURE__ */ createRecordReader('testimony', createTestimonySchema);
export const toOffer = /* @__PURE__ */ createRecordReader('offer', createOfferSchema);
export const toCheckout = /* @__PURE__ */ createRecordReader('checkout', createCheckoutSchema);
export const toLedgerEntry = /* @__PURE__ */ createRecordReader('ledger entry', createLedgerEntrySchema);
export const toDifference = /* @__PURE__ */ createRecordReader('difference', createDifferenceSchema);
export const toPartnerWebhook = /* @__PURE__ */ createRecordReader('webhook', createPartnerWebhookSchema);
export const toWebhookDelivery = /* @__PURE__ */ createRecordReader(
  'webhook delivery',
  createWebhookDeliverySchema,
);
export const toWebhookDeliveryAttempt = /* @__PURE__ */ createRecordReader(
  'webhook delivery attempt',
  createWebhookDeliveryAttemptSchema,
);

export const createTestimonyPointerSchema = () =>
  v.object({ testimonyId: textSchema, offerIds: v.exactOptional(v.array(textSchema)) });

/** Reads a pointer from the list of a client or an expert, or the pointer of an offer. */
export const toTestimonyPointer = /* @__PURE__ */ createRecordReader(
  'pointer to a testimony',
  createTestimonyPointerSchema,
);

export const createCheckoutPointerSchema = () => v.object({ sessionId: textSchema });

/** Reads the pointer of a testimony, an offer or a payment to a checkout. */
export const toCheckoutPointer = /* @__PURE__ */ createRecordReader(
  'pointer to a checkout',
  createCheckoutPointerSchema,
);
