/** Check of all items of a table against the schemas of their kinds (infra/docs/data.md#records-that-do-not-fit). */
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import type { GenericSchema } from 'valibot';
import { createUserSchema } from './accounts/account-record.ts';
import { createActivityEventSchema } from './activity/activity-record.ts';
import { createJobSchema } from './jobs/job-record.ts';
import { createMailRecordSchema } from './mails/mail-record.ts';
import { createOfferSchema } from './offers/offer-record.ts';
import { createPartnerSchema } from './partners/partner-record.ts';
import { createCheckoutSchema } from './payments/checkout-record.ts';
import { createDifferenceSchema, createLedgerEntrySchema } from './payments/ledger-records.ts';
import { createCheckoutPointerSchema, createTestimonyPointerSchema } from './table/pointer-records.ts';
import { listInvalidFields } from './table/record-reader.ts';
import type { Item, Key, Table } from './table/table.ts';
import { createTestimonySchema } from './testimonies/testimony-record.ts';
import {
  createPartnerWebhookSchema,
  createWebhookDeliveryAttemptSchema,
  createWebhookDeliverySchema,
} from './webhooks/webhook-records.ts';

/** Schemas by the prefixes of both keys. Kinds of items that no list reads have none. */
const SCHEMAS: readonly (readonly [pk: string, sk: string, schema: GenericSchema])[] = [
  ['USER#', 'USER', createUserSchema()],
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
