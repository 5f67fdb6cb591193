/** Views of entries of a ledger for operators (infra/docs/api/operators.md#money). */
import type { Change } from '../../domain/model/change.ts';
import type { LedgerEntry } from '../../domain/model/payments/ledger-entry.ts';
import type { ResponseData } from '../response/success-response.ts';
import { pick, toEuros } from './members.ts';

export const ledgerEntryView = (entry: LedgerEntry): ResponseData<'LedgerEntry'> => ({
  ...pick(entry, 'kind', 'sourceId', 'sessionId', 'from', 'to'),
  amount: toEuros(entry.amount),
  at: entry.at,
  respondBy: entry.respondBy ?? null,
});

export const listNewEntries = (changes: readonly Change[]): ResponseData<'LedgerEntry'>[] =>
  changes.flatMap(change => (change.kind === 'entry-recorded' ? [ledgerEntryView(change.entry)] : []));
