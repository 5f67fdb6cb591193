/** Ledger of a payment, together with the entries that a decision adds to it. */
import type { Balances } from '../model/payments/escrow.ts';
import {
  createEntryKey,
  type EntryKind,
  type LedgerAccount,
  type LedgerEntry,
} from '../model/payments/ledger-entry.ts';
import { hasEntry, sumAccount, sumBalances } from './ledger.ts';

/**
 * Maximum number of entries for the provider's report in one transaction. A transaction has 100 writes, and the jobs
 * and events that follow from the entries also need some.
 */
const MAX_REPORTED_ENTRIES = 30;

/** Kinds of entries that move no money. */
const WITHOUT_AMOUNT: ReadonlySet<EntryKind> = new Set(['inquiry', 'inquiry-closed', 'refund-arrived']);

export class LedgerDraft {
  readonly recorded: readonly LedgerEntry[];
  readonly fresh: LedgerEntry[] = [];
  readonly #facts: Pick<LedgerEntry, 'testimonyId' | 'sessionId' | 'at'>;

  /** @param recorded all entries of the payment */
  constructor(
    recorded: readonly LedgerEntry[],
    facts: Pick<LedgerEntry, 'testimonyId' | 'sessionId' | 'at'>,
  ) {
    this.recorded = recorded;
    this.#facts = facts;
  }

  get entries(): readonly LedgerEntry[] {
    return [...this.recorded, ...this.fresh];
  }

  get balances(): Balances {
    return sumBalances(this.entries);
  }

  /** Whether the maximum is reached, so that the remaining objects of the provider wait for another look-up. */
  get isFull(): boolean {
    return this.fresh.length >= MAX_REPORTED_ENTRIES;
  }

  has(kind: EntryKind, sourceId: string): boolean {
    return hasEntry(this.entries, kind, sourceId);
  }

  /**
   * Adds an entry, unless its amount is 0.
   * @throws Error when the ledger already has the entry, or when the amount is not a positive whole number
   */
  post(
    kind: EntryKind,
    sourceId: string,
    [from, to]: readonly [LedgerAccount, LedgerAccount],
    amount: number,
    facts: Pick<LedgerEntry, 'respondBy' | 'repetition' | 'orderId'> = {},
  ): void {
    if (amount === 0 && !WITHOUT_AMOUNT.has(kind)) return;
    if (!Number.isSafeInteger(amount) || amount < 0) throw new Error(`not an amount in cents: ${amount}`);
    const entry = { kind, sourceId, from, to, amount, ...this.#facts, ...facts };
    if (this.entries.some(each => createEntryKey(each) === createEntryKey(entry)))
      throw new Error(`the ledger has the entry ${createEntryKey(entry)} already`);
    this.fresh.push(entry);
  }

  /**
   * Adds an entry for the cents that a cause has moved in total, less those of its earlier entries of this kind. A
   * negative difference is moved back.
   */
  postDifference(
    kind: EntryKind,
    sourceId: string,
    [from, to]: readonly [LedgerAccount, LedgerAccount],
    moved: number,
    facts: Pick<LedgerEntry, 'respondBy' | 'orderId'> = {},
  ): void {
    const earlier = this.entries.filter(entry => entry.kind === kind && entry.sourceId === sourceId);
    const missing = moved - sumAccount(earlier, to);
    const direction = missing < 0 ? ([to, from] as const) : ([from, to] as const);
    const repetition = earlier.length > 0 ? { repetition: earlier.length } : {};
    this.post(kind, sourceId, direction, Math.abs(missing), { ...facts, ...repetition });
  }
}
