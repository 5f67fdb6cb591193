/** Amounts are whole cents. Every movement of money leaves a record that is never changed. */
export interface MoneyMovement {
  readonly id: string;
  readonly kind: 'payment' | 'refund';
  readonly testimonyId: string;
  readonly sessionId: string;
  /** At the payment provider. */
  readonly paymentId: string | null;
  /** Cents. */
  readonly amount: number;
  /** The part of it that is ours, in cents. */
  readonly commission: number;
  readonly at: string;
}

/** @param percent may have decimals; the result is rounded half up to whole cents */
export function commissionOn(price: number, percent: number): number {
  return Math.floor((price * Math.round(percent * 100) + 5000) / 10_000);
}
