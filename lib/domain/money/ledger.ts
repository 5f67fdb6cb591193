/** A payment's ledger, its balances and the amounts derived from them (infra/docs/api/payments.md#the-ledger). */
import {
  type Balances,
  type EscrowParts,
  isPayoutOpen,
  type TestimonyPayment,
} from '../model/payments/escrow.ts';
import {
  createEntryKey,
  type EntryKind,
  LEDGER_ACCOUNTS,
  type LedgerAccount,
  type LedgerEntry,
} from '../model/payments/ledger-entry.ts';

type Amounts = Pick<LedgerEntry, 'from' | 'to' | 'amount'>;

/** Returns the cents that entries have moved to an account, less the cents that they have moved from it. */
export const sumAccount = (entries: readonly Amounts[], account: LedgerAccount): number =>
  entries.reduce((sum, { from, to, amount }) => {
    const incoming = to === account ? amount : 0;
    return sum + incoming - (from === account ? amount : 0);
  }, 0);

export const hasEntry = (entries: readonly LedgerEntry[], wanted: EntryKind, id: string): boolean =>
  entries.some(({ kind, sourceId }) => kind === wanted && sourceId === id);

/** Returns the cents that the client's bank took in lost disputes and has not given back. */
export const sumTakenByBank = (entries: readonly LedgerEntry[]): number =>
  sumAccount(
    entries.filter(({ kind }) => kind === 'dispute-lost'),
    'dispute',
  );

export const sumBalances = (entries: readonly LedgerEntry[]): Balances =>
  Object.fromEntries(LEDGER_ACCOUNTS.map(account => [account, sumAccount(entries, account)])) as Balances;

/** Returns the cents that the entries have brought to the provider, negative for cents that have left it. */
export const sumAtProvider = (entries: readonly Amounts[]): number => 0 - sumAccount(entries, 'provider');

/** Returns the cents that the expert has received and keeps, from the provider or outside of it. */
export const sumPaidOut = (entries: readonly LedgerEntry[]): number =>
  sumByKind(entries, ['payout', 'outside-payout']) -
  sumByKind(entries, ['payout-reversed', 'outside-payout-returned']);

/** Sums the amounts of entries of these kinds. Settlements that were undone are subtracted. */
export const sumByKind = (entries: readonly LedgerEntry[], kinds: readonly EntryKind[]): number =>
  entries.reduce((sum, { kind, sourceId, amount }) => {
    if (kinds.includes(kind)) return sum + amount;
    const isUndone = kind === 'settlement-undone' && kinds.some(each => sourceId.startsWith(`${each} `));
    return isUndone ? sum - amount : sum;
  }, 0);

/**
 * Returns the cents that can be sent to the expert through the provider now: the expert's balance, less the money that
 * open disputes withhold and less the money that the expert has returned outside the provider. While a refund is
 * unallocated, nothing can be sent.
 */
export const computePayableAmount = (balances: Balances): number =>
  balances.unallocated === 0
    ? Math.max(0, balances.expert + Math.min(0, balances.dispute) + Math.min(0, balances.outside))
    : 0;

/**
 * Returns the cents that stay unsent after a full refund, even if the expert bears all unallocated refunds. Money that
 * the expert has returned outside the provider is not unsent.
 */
export const computeUnsentAmount = ({ expert, unallocated, outside }: Balances): number =>
  Math.max(0, expert + Math.min(0, unallocated) + Math.min(0, outside));

/** Returns the cents that the expert can still receive if all disputes are won. */
export const computeExpertBalance = ({ expert }: Balances): number => Math.max(0, expert);

/**
 * Returns the cents that the expert has received or can still receive: what refunds leave of the payment, less the
 * platform's part and what is unallocated.
 */
export const computeTotalShareOfExpert = ({
  amount,
  refunded,
  returning,
  balances,
}: TestimonyPayment): number => {
  const ofPlatform = balances[findCommissionAccount(balances)] + balances['platform-loss'];
  return Math.max(0, amount - refunded - returning - ofPlatform - balances.unallocated);
};

/** Returns the cents that must be taken back from the expert. */
export const computeExpertDeficit = ({ expert }: Balances): number => Math.max(0, -expert);

/** Returns the cents that are withheld because of open disputes. */
export const computeDisputedAmount = ({ dispute }: Balances): number => Math.max(0, -dispute);

/** Returns whether there is an inquiry of the client's bank that is neither closed nor followed by a dispute. */
export function hasOpenInquiry(entries: readonly LedgerEntry[]): boolean {
  const ended = entries.filter(({ kind }) => kind === 'inquiry-closed' || kind === 'dispute');
  return entries.some(
    ({ kind, sourceId }) => kind === 'inquiry' && !ended.some(entry => entry.sourceId === sourceId),
  );
}

/** Finds the account that holds the commission. The commission is deferred until the delivery. */
export const findCommissionAccount = (balances: Balances): 'commission' | 'deferred-commission' =>
  balances['deferred-commission'] > 0 ? 'deferred-commission' : 'commission';

/** Returns the cents of refunds and lost disputes that the platform bears. */
export const computeAmountBorneByPlatform = ({ commission, balances }: TestimonyPayment): number =>
  commission - balances[findCommissionAccount(balances)] + Math.max(0, -balances['platform-loss']);

/**
 * Returns the cents about which an operator must decide. These are the unallocated cents. If there are none, and no
 * dispute is open, they are a deficit of the expert that no ordered refund explains, or a balance of the expert of
 * which nothing more will be sent.
 */
export function computeImbalance({ payment, payout }: EscrowParts): number {
  if (!payment || !payout) return 0;
  const { balances, returning, status } = payment;
  const { unallocated, expert } = balances;
  if (computeDisputedAmount(balances) > 0 || unallocated !== 0) return unallocated;
  if (expert < 0) return returning > 0 ? 0 : expert;
  const isSendable = isPayoutOpen({ payment, payout }) && computePayableAmount(balances) > 0;
  return isSendable || status === 'refunding' ? 0 : expert;
}

/**
 * Maximum number of entries for the provider's report in one transaction. A transaction has 100 writes, and the jobs
 * and events that follow from the entries also need some.
 */
const MAX_REPORTED_ENTRIES = 30;

/** Kinds of entries that move no money. */
const WITHOUT_AMOUNT: ReadonlySet<EntryKind> = new Set(['inquiry', 'inquiry-closed', 'refund-arrived']);

/** Ledger of a payment, together with the entries that a decision adds to it. */
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
