/**
 * The platform's balance at Stripe, which is the sum of the balance transactions. Each movement of money is one balance
 * transaction.
 *
 * The emulator charges no fees. The money of a charge becomes available after a week, as for a new Stripe account. A
 * transfer of money from a charge becomes available together with the money of the charge, and so does a reversal of
 * the transfer.
 */
import type { Ledger, Movement, StripeEmulator } from './types.ts';

const SETTLING_SECONDS = 7 * 24 * 3600;

/**
 * Types of balance transactions by reporting category. The list contains only categories whose name differs from the
 * type's name.
 */
const TRANSACTION_TYPES: Readonly<Record<string, string>> = {
  dispute: 'adjustment',
  dispute_reversal: 'adjustment',
  platform_earning: 'application_fee',
  platform_earning_refund: 'application_fee_refund',
  transfer_reversal: 'transfer_refund',
};

/** Creates the ledger of an emulator. */
export function createLedger({
  store,
  now,
  schedule,
}: Pick<StripeEmulator, 'now' | 'schedule' | 'store'>): Ledger {
  function computeAvailableTime({ category, charge }: Movement): number {
    if (category === 'charge') return now() + SETTLING_SECONDS;
    const isOfCharge = category.startsWith('transfer') && charge;
    const transaction = isOfCharge && store.find('balance_transaction', charge.balance_transaction);
    return transaction ? transaction.available_on : now();
  }

  return {
    recordMovement(movement) {
      const { category, amount, source, charge, transfer_group } = movement;
      const available_on = computeAvailableTime(movement);
      const isPending = available_on > now();
      const { id } = store.create('balance_transaction', {
        amount,
        available_on,
        balance_type: 'payments',
        fee: 0,
        net: amount,
        reporting_category: category,
        source,
        status: isPending ? 'pending' : 'available',
        type: TRANSACTION_TYPES[category] ?? category,
        hidden: {
          charge: charge?.id ?? null,
          payment_intent: charge?.payment_intent ?? null,
          transfer_group: transfer_group ?? charge?.transfer_group ?? null,
        },
      });
      if (isPending) schedule({ name: 'release-funds', subject: id, at: available_on });
      return id;
    },
    getBalance() {
      const sum = { available: 0, pending: 0 };
      for (const { amount, status } of store.list('balance_transaction')) {
        sum[status === 'pending' ? 'pending' : 'available'] += amount;
      }
      return sum;
    },
  };
}
