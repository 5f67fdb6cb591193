/**
 * The platform's balance: each movement of money is a balance transaction, and their sum is the balance.
 *
 * The stand-in takes no fees. The money of a charge is available a week later, as with a new account at Stripe;
 * a transfer out of a charge becomes available together with the charge.
 */
import type { Ledger, Movement, Provider } from './types.ts';

const SETTLING_SECONDS = 7 * 24 * 3600;

/** The type of a balance transaction where it is not the reporting category. */
const TRANSACTION_TYPES: Readonly<Record<string, string>> = {
  dispute: 'adjustment',
  dispute_reversal: 'adjustment',
  platform_earning: 'application_fee',
  platform_earning_refund: 'application_fee_refund',
  transfer_reversal: 'transfer_refund',
};

export function createLedger({ store, now, schedule }: Pick<Provider, 'now' | 'schedule' | 'store'>): Ledger {
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
