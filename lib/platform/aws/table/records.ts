/**
 * Conversions of items to records by the schema of their kind (infra/docs/data.md#records-that-do-not-fit), which is in
 * `lib/domain/model/`.
 */
import * as v from 'valibot';
import { InvalidRecordError } from '../../../domain/errors.ts';
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
import { type Stored, textSchema } from '../../../domain/model/schemas/record-schema.ts';
import { createTestimonySchema } from '../../../domain/model/testimonies/testimony.ts';
import {
  createPartnerWebhookSchema,
  createWebhookDeliveryAttemptSchema,
  createWebhookDeliverySchema,
} from '../../../domain/model/webhooks/webhook.ts';
import { getCurrentRequestId, log } from '../../../log.ts';
import { emitMetrics } from '../../../metrics.ts';
import { type Item, withoutKeys } from './table.ts';

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

/**
 * Creates the function that converts the items of a kind to records: the output of the schema, in which defaults fill
 * absent attributes and attributes that the schema does not know remain, without the keys of the table.
 *
 * The function throws `InvalidRecordError` for an item that does not match the schema. The schema is created by the
 * first item that is read. Calls are marked as `@__PURE__`, so that bundles that do not read the kind leave out its
 * reader and its schema.
 */
export function createRecordReader<CreateSchema extends () => v.GenericSchema>(
  kind: string,
  createSchema: CreateSchema,
): (item: Item) => Stored<CreateSchema> {
  let schema: v.GenericSchema | undefined;
  return item => {
    schema ??= createSchema();
    const { success, output, issues } = v.safeParse(schema, item);
    if (success) {
      keepUnknownAttributes(withoutKeys(item), output as Attributes);
      return output as Stored<CreateSchema>;
    }
    logInvalidItem(kind, item);
    throw new InvalidRecordError(kind, listFields(issues));
  };
}

type Attributes = Record<string, unknown>;

/**
 * Adds the attributes that the schema does not know, such as those of a later release, to the record. `v.looseObject`
 * would keep them, too, but it would add a second copy of `v.object` to every bundle.
 */
function keepUnknownAttributes(stored: Attributes, record: Attributes): void {
  for (const [name, value] of Object.entries(stored)) {
    const known = record[name];
    if (!Object.hasOwn(record, name)) record[name] = value;
    else if (isObject(known) && isObject(value)) keepUnknownAttributes(value, known);
  }
}

const isObject = (value: unknown): value is Attributes => typeof value === 'object' && value !== null;

/** Lists the paths of the fields in which an item does not match a schema, such as `realEstate.region`. */
export const listInvalidFields = (item: object, schema: v.GenericSchema): string[] =>
  listFields(v.safeParse(schema, item).issues);

const listFields = (issues: readonly v.BaseIssue<unknown>[] = []): string[] => [
  ...new Set(issues.map(issue => v.getDotPath(issue) ?? '')),
];

/**
 * Converts the items of a list to records, and leaves out items that do not match their schema.
 *
 * @param onInvalid is called with each item that is left out
 */
export function readValid<Record>(
  items: readonly Item[],
  read: (item: Item) => Record,
  onInvalid: (item: Item) => void = () => {},
): Record[] {
  return items.flatMap(item => {
    try {
      return [read(item)];
    } catch (error) {
      if (!(error instanceof InvalidRecordError)) throw error;
      onInvalid(item);
      return [];
    }
  });
}

const MAX_REMEMBERED = 1000;

/** Invalid items that were already logged, by the request or invocation that read them. */
const loggedReadings = new Set<string>();

/** Logs an item that does not match its schema, once per request or invocation, and counts it for the alarm. */
function logInvalidItem(kind: string, { pk, sk }: Item): void {
  const reading = `${getCurrentRequestId()} ${pk} ${sk}`;
  if (loggedReadings.has(reading)) return;
  if (loggedReadings.size === MAX_REMEMBERED) loggedReadings.clear();
  loggedReadings.add(reading);
  log.error({ event: 'table.item_invalid', detail: `${kind} ${pk} ${sk}` });
  emitMetrics([{ name: 'InvalidItems', value: 1, unit: 'Count' }]);
}
