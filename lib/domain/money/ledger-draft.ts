/** Ledger of a payment with the entries that a decision adds to it. */
import type { Balances } from '../model/escrow.ts';
import { type EntryKind, entryKey, type LedgerAccount, type LedgerEntry } from '../model/ledger-entry.ts';
import { sumBalances } from './ledger.ts';

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

  has(kind: EntryKind, sourceId: string): boolean {
    return this.entries.some(entry => entry.kind === kind && entry.sourceId === sourceId);
  }

  /**
   * Adds an entry, unless it moves nothing.
   * @throws Error when the ledger has the entry already, or when the amount is not a positive whole number
   */
  post(
    kind: EntryKind,
    sourceId: string,
    [from, to]: readonly [LedgerAccount, LedgerAccount],
    amount: number,
    respondBy?: string | null,
  ): void {
    if (amount === 0 && !kind.startsWith('inquiry')) return;
    if (!Number.isSafeInteger(amount) || amount < 0) throw new Error(`not an amount in cents: ${amount}`);
    const entry = { kind, sourceId, from, to, amount, ...this.#facts };
    if (this.entries.some(each => entryKey(each) === entryKey(entry)))
      throw new Error(`the ledger has the entry ${entryKey(entry)} already`);
    this.fresh.push(respondBy === undefined ? entry : { ...entry, respondBy });
  }

  /** Returns an id for an allocation, which no earlier entry of the payment has. */
  createAllocationId(): string {
    return `allocation-${this.entries.length}`;
  }
}
