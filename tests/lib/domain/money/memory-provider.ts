/**
 * Payment provider in memory, with one charge. It rejects the same requests as Stripe, and repeats its response for a
 * repeated idempotency key.
 */
import { CachedProviderError } from '../../../../lib/domain/errors.ts';
import type {
  ProviderDispute,
  ProviderMoney,
  ProviderRefund,
  ProviderTransfer,
  RefundInput,
  ReversalInput,
  TransferInput,
} from '../../../../lib/domain/model/payments/payment.ts';

type Writable<T> = { -readonly [Name in keyof T]: T[Name] };

/** Transfer without its reversals, which are stored separately by the id of the transfer. */
type Transfer = Omit<ProviderTransfer, 'reversals'>;

export class MemoryProvider {
  readonly #charge: number;
  readonly #responses = new Map<string, { readonly input: string; readonly response: unknown }>();
  readonly refunds: Writable<ProviderRefund>[] = [];
  readonly disputes: Writable<ProviderDispute>[] = [];
  readonly transfers: Transfer[] = [];
  readonly reversals: { readonly id: string; readonly amount: number; readonly transferId: string }[] = [];
  #ids = 0;

  /** @param charge cents of the payment */
  constructor(charge: number) {
    this.#charge = charge;
  }

  /** Cents of the payment that are neither refunded nor disputed. */
  get refundable(): number {
    const refunded = sum(this.refunds.filter(({ status }) => status !== 'failed'));
    return this.#charge - refunded - this.disputed;
  }

  get disputed(): number {
    return this.disputes.reduce((total, { taken, returned }) => total + taken - returned, 0);
  }

  /** Cents of the payment that are at the provider; negative if more was paid out. */
  get held(): number {
    return this.refundable - sum(this.transfers) + sum(this.reversals);
  }

  get money(): ProviderMoney {
    return {
      refunds: this.refunds.toReversed().map(refund => ({ ...refund })),
      disputes: this.disputes.map(dispute => ({ ...dispute })),
      transfers: this.transfers.map(transfer => ({
        ...transfer,
        reversals: this.reversals.filter(({ transferId }) => transferId === transfer.id),
      })),
    };
  }

  createId = (prefix: string): string => `${prefix}_${++this.#ids}`;

  refund({ key, amount, orderId }: Omit<RefundInput, 'paymentId'>): ProviderRefund {
    return this.#respond(key, { amount, orderId }, () => {
      if (this.disputes.some(({ status }) => status === 'open'))
        throw new CachedProviderError('charge_disputed');
      if (amount > this.refundable) throw new CachedProviderError('the refund exceeds the charge');
      const refund = {
        id: this.createId('re'),
        amount,
        status: 'pending' as const,
        orderId: orderId ?? null,
      };
      this.refunds.push(refund);
      return refund;
    });
  }

  transfer({ key, amount }: Pick<TransferInput, 'key' | 'amount'>): Transfer {
    return this.#respond(key, { amount }, () => {
      if (sum(this.transfers) + amount > this.#charge)
        throw new CachedProviderError('the transfers exceed the charge');
      const transfer = { id: this.createId('tr'), amount };
      this.transfers.push(transfer);
      return transfer;
    });
  }

  reverseTransfer({ key, transferId, amount }: ReversalInput): { id: string; amount: number } {
    return this.#respond(key, { transferId, amount }, () => {
      if (amount > this.leftOf(transferId))
        throw new CachedProviderError('the reversal exceeds the transfer');
      const reversal = { id: this.createId('trr'), amount, transferId };
      this.reversals.push(reversal);
      return reversal;
    });
  }

  /** Returns the cents of a transfer that are not reversed. */
  leftOf(transferId: string): number {
    const own = <Item extends object>(items: readonly Item[], name: keyof Item) =>
      items.filter(item => item[name] === transferId);
    return sum(own(this.transfers, 'id')) - sum(own(this.reversals, 'transferId'));
  }

  /**
   * Returns the stored response to a repeated request.
   * @throws CachedProviderError for other parameters under the same key, which Stripe rejects as well
   */
  #respond<Response>(key: string, parameters: object, action: () => Response): Response {
    const input = JSON.stringify(parameters);
    const stored = this.#responses.get(key) ?? { input, response: action() };
    if (stored.input !== input) throw new CachedProviderError('the key belongs to other parameters');
    this.#responses.set(key, stored);
    return stored.response as Response;
  }
}

const sum = (items: readonly { readonly amount: number }[]): number =>
  items.reduce((total, { amount }) => total + amount, 0);
