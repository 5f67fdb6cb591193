/** Check of all items of a table against the schemas of their kinds (infra/docs/data.md#records-that-do-not-fit). */
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import type { GenericSchema } from 'valibot';
import { createUserSchema } from '../../domain/model/accounts/account.ts';
import { createTokenSchema } from '../../domain/model/accounts/credentials.ts';
import { createActivityEventSchema } from '../../domain/model/activity/activity.ts';
import { createAuditItemSchema, createAuditReasonSchema } from '../../domain/model/activity/audit.ts';
import { createJobSchema } from '../../domain/model/jobs/job.ts';
import { createMailRecordSchema } from '../../domain/model/mails/mail-record.ts';
import { createOfferSchema } from '../../domain/model/offers/offer.ts';
import { createPartnerSchema } from '../../domain/model/partners/partner.ts';
import { createDifferenceSchema } from '../../domain/model/payments/books.ts';
import { createCheckoutSchema } from '../../domain/model/payments/checkout-session.ts';
import { createLedgerEntrySchema } from '../../domain/model/payments/ledger-entry.ts';
import { createTestimonySchema } from '../../domain/model/testimonies/testimony.ts';
import {
  createPartnerWebhookSchema,
  createWebhookDeliveryAttemptSchema,
  createWebhookDeliverySchema,
} from '../../domain/model/webhooks/webhook.ts';
import {
  createCheckoutPointerSchema,
  createTestimonyPointerSchema,
  listInvalidFields,
} from './table/records.ts';
import type { Item, Key, Table } from './table/table.ts';

/**
 * Schemas by the prefixes of the partition key and the sort key. Kinds of items that no list reads have no schema here.
 */
const SCHEMAS: readonly (readonly [pk: string, sk: string, schema: GenericSchema])[] = [
  ['USER#', 'USER', createUserSchema()],
  ['TOKEN#', '', createTokenSchema()],
  ['AUDIT#', '', createAuditItemSchema()],
  ['REASON#', '', createAuditReasonSchema()],
  ['PARTNER#', '', createPartnerSchema()],
  ['TESTIMONY#', 'TESTIMONY', createTestimonySchema()],
  ['TESTIMONY#', 'OFFER#', createOfferSchema()],
  ['TESTIMONY#', 'MONEY#', createLedgerEntrySchema()],
  ['TESTIMONY#', 'CHECKOUT#', createCheckoutPointerSchema()],
  ['CHECKOUT#', '', createCheckoutSchema()],
  ['PAYING#', '', createCheckoutPointerSchema()],
  ['PAYMENT#', '', createCheckoutPointerSchema()],
  ['OFFER#', '', createTestimonyPointerSchema()],
  ['CLIENT#', '', createTestimonyPointerSchema()],
  ['EXPERT#', '', createTestimonyPointerSchema()],
  ['DIFFERENCE#', '', createDifferenceSchema()],
  ['JOB#', 'JOB', createJobSchema()],
  ['MAIL#', '', createMailRecordSchema()],
  ['ACTIVITY#', '', createActivityEventSchema()],
  ['WEBHOOK#', 'WEBHOOK', createPartnerWebhookSchema()],
  ['WEBHOOK#', 'ATTEMPT#', createWebhookDeliveryAttemptSchema()],
  ['DELIVERY#', '', createWebhookDeliverySchema()],
];

export interface InvalidItem extends Key {
  /** Paths of the invalid fields. */
  readonly fields: readonly string[];
}

/** Reads the whole table and yields one page at a time: the number of items, and the invalid ones. */
export async function* checkTable({
  client,
  name: TableName,
}: Table): AsyncIterable<{ readonly count: number; readonly invalid: readonly InvalidItem[] }> {
  for await (const { Items = [] } of paginateScan({ client }, { TableName })) {
    const items = Items as Item[];
    yield { count: items.length, invalid: items.flatMap(checkItem) };
  }
}

function checkItem(item: Item): InvalidItem[] {
  const { pk, sk } = item;
  const [, , schema] = SCHEMAS.find(([start, sort]) => pk.startsWith(start) && sk.startsWith(sort)) ?? [];
  if (!schema) return [];
  const fields = listInvalidFields(item, schema);
  return fields.length > 0 ? [{ pk, sk, fields }] : [];
}
