/** Schemas of stored ledger entries, and of differences from the provider's balance. */
import * as v from 'valibot';
import type { Difference } from '../../../domain/model/books.ts';
import { type EntryKind, LEDGER_ACCOUNTS, type LedgerEntry } from '../../../domain/model/ledger-entry.ts';
import { extensibleText, nullableText } from '../table/contact-schemas.ts';
import { createRecordReader } from '../table/record-reader.ts';

export const createLedgerEntrySchema = () =>
  v.object({
    // Balances do not depend on the kind.
    kind: extensibleText<EntryKind>(),
    sourceId: v.string(),
    testimonyId: v.string(),
    sessionId: v.string(),
    from: v.picklist(LEDGER_ACCOUNTS),
    to: v.picklist(LEDGER_ACCOUNTS),
    amount: v.pipe(v.number(), v.integer(), v.minValue(0)),
    at: v.string(),
    respondBy: v.exactOptional(nullableText()),
    repetition: v.exactOptional(v.number()),
    orderId: v.optional(v.string()),
  });

export const toLedgerEntry = /* @__PURE__ */ createRecordReader<LedgerEntry, typeof createLedgerEntrySchema>(
  'ledger entry',
  createLedgerEntrySchema,
);

export const createDifferenceSchema = () =>
  v.object({
    id: v.string(),
    kind: v.string(),
    providerId: v.string(),
    providerAmount: v.nullable(v.number()),
    recordedAmount: v.nullable(v.number()),
    testimonyId: nullableText(),
    at: v.string(),
    foundAt: v.string(),
    dismissedAt: nullableText(),
  });

export const toDifference = /* @__PURE__ */ createRecordReader<Difference, typeof createDifferenceSchema>(
  'difference',
  createDifferenceSchema,
);
