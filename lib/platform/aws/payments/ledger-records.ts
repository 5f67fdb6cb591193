/** Schemas of stored ledger entries, and of differences from the provider's balance. */
import * as v from 'valibot';
import type { Difference } from '../../../domain/model/payments/books.ts';
import {
  type EntryKind,
  LEDGER_ACCOUNTS,
  type LedgerEntry,
} from '../../../domain/model/payments/ledger-entry.ts';
import { extensibleText, nullableText, number, text } from '../table/contact-schemas.ts';
import { createRecordReader } from '../table/record-reader.ts';

export const createLedgerEntrySchema = () =>
  v.object({
    // Balances do not depend on the kind.
    kind: extensibleText<EntryKind>(),
    sourceId: text,
    testimonyId: text,
    sessionId: text,
    from: v.picklist(LEDGER_ACCOUNTS),
    to: v.picklist(LEDGER_ACCOUNTS),
    amount: v.pipe(number, v.integer(), v.minValue(0)),
    at: text,
    respondBy: v.exactOptional(nullableText),
    repetition: v.exactOptional(number),
    orderId: v.optional(text),
  });

export const toLedgerEntry = /* @__PURE__ */ createRecordReader<LedgerEntry, typeof createLedgerEntrySchema>(
  'ledger entry',
  createLedgerEntrySchema,
);

export const createDifferenceSchema = () =>
  v.object({
    id: text,
    kind: text,
    providerId: text,
    providerAmount: v.nullable(number),
    recordedAmount: v.nullable(number),
    testimonyId: nullableText,
    at: text,
    foundAt: text,
    dismissedAt: nullableText,
  });

export const toDifference = /* @__PURE__ */ createRecordReader<Difference, typeof createDifferenceSchema>(
  'difference',
  createDifferenceSchema,
);
