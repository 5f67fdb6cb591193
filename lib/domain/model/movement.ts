/** Movements of money and their sums (infra/docs/api/payments.md#records-of-money). Amounts are whole cents. */

/**
 * Kinds of money movements. A failed refund or a reversed payout is recorded as a separate movement with a positive
 * amount.
 */
export type MovementKind =
  | 'payment'
  | 'refund'
  | 'refund-failed'
  | 'dispute'
  | 'dispute-won'
  /** Always zero cents, because the money was already taken when the dispute was opened. */
  | 'dispute-lost'
  /** Question from the client's bank before a dispute. Always zero cents. */
  | 'inquiry'
  | 'payout'
  | 'payout-reversed'
  /** The provider's fee for one of its transactions, and a fee that it gives back. */
  | 'fee'
  | 'fee-returned'
  /** Payment outside the provider, recorded by an operator. */
  | 'settled-outside';

/** Party of a movement outside the provider. */
export type SettlementParty = 'client' | 'expert' | 'platform';

/** Immutable record of a movement of money (infra/docs/api/payments.md). */
export interface MoneyMovement {
  readonly kind: MovementKind;
  /**
   * Id of the provider's object: `pi_…`, `re_…`, `du_…`, `tr_…` or `trr_…`; for fees the transaction `txn_…`. An id is
   * recorded only once per kind of movement.
   */
  readonly providerId: string;
  readonly testimonyId: string;
  /** Id of the checkout to whose payment the movement belongs. */
  readonly sessionId: string;
  /**
   * Cents; negative for outgoing money. The sum of a testimony's movements without fees is the amount that the platform
   * holds for the testimony.
   */
  readonly amount: number;
  readonly at: string;
  /** Time until which operators can respond to a dispute or an inquiry. */
  readonly respondBy?: string | null;
  /** Party of a movement outside the provider. */
  readonly party?: SettlementParty;
  /** Reference of a movement outside the provider, such as that of a bank transfer. */
  readonly reference?: string;
}

/** Returns the sum of the amounts in cents. */
export const sumMovements = (movements: readonly Pick<MoneyMovement, 'amount'>[]): number =>
  movements.reduce((sum, { amount }) => sum + amount, 0);

/** Returns whether the movement is a fee of the provider, which the platform pays from its own money. */
export const isFee = ({ kind }: Pick<MoneyMovement, 'kind'>): boolean =>
  kind === 'fee' || kind === 'fee-returned';

/** Returns the amount that the platform holds for a testimony or a payment, in cents. Fees do not reduce it. */
export const sumHeld = (movements: readonly Pick<MoneyMovement, 'amount' | 'kind'>[]): number =>
  sumMovements(movements.filter(movement => !isFee(movement)));

const OF_PAYOUTS: ReadonlySet<MovementKind> = new Set(['payout', 'payout-reversed']);

/** Returns the sum of the payouts, including those outside the provider, minus the reversed payouts, in cents. */
export const sumPaidOut = (movements: readonly MoneyMovement[]): number =>
  -sumMovements(movements.filter(({ kind, party }) => OF_PAYOUTS.has(kind) || party === 'expert'));
