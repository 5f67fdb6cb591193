/**
 * The platform's balance at Stripe, which is the sum of the balance transactions after fees. Each movement of money is
 * one balance transaction.
 *
 * Stripe's fees are part of the balance transactions of charges and disputes. A refund does not return the fee of its
 * charge. A won dispute returns the dispute fee, unless it is won only in part. The money of a charge becomes available
 * after a week, as for a new Stripe account. A transfer of money from a charge becomes available together with the
 * money of the charge, and so does a reversal of the transfer.
 */
import type { BalanceMovement, Ledger, StripeEmulator, Topup } from './types.ts';

const SETTLING_SECONDS = 7 * 24 * 3600;
/**
 * The platform's own money in the balance of a new emulator, in cents. Refunds use only the available balance, which
 * does not contain the money of recent charges.
 */
export const OPENING_BALANCE_CENTS = 100_000_000;
const OPENING_AGE_SECONDS = 365 * 24 * 3600;

/** Stripe's fee for a charge, in percent of the amount. */
const CHARGE_FEE_PERCENT = 1.5;
/** The part of the fee for a charge that does not depend on the amount, in cents. */
const CHARGE_FEE_CENTS = 25;
const DISPUTE_FEE_CENTS = 2000;

export const computeChargeFee = (amount: number): number =>
  Math.round((amount * CHARGE_FEE_PERCENT) / 100) + CHARGE_FEE_CENTS;

/**
 * Functions that compute the fee of a balance transaction in cents, by reporting category. A negative fee is returned
 * to the platform.
 */
const FEES: Readonly<Record<string, (amount: number) => number>> = {
  charge: computeChargeFee,
  dispute: () => DISPUTE_FEE_CENTS,
  dispute_reversal: () => -DISPUTE_FEE_CENTS,
};

/** Creates the ledger of an emulator. A new ledger contains the platform's opening balance. */
export function createLedger({
  store,
  now,
  schedule,
}: Pick<StripeEmulator, 'now' | 'schedule' | 'store'>): Ledger {
  function computeAvailableTime({ category, charge }: BalanceMovement): number {
    if (category === 'charge') return now() + SETTLING_SECONDS;
    const isOfCharge = category.startsWith('transfer') && charge;
    const transaction = isOfCharge && store.find('balance_transaction', charge.balance_transaction);
    return transaction ? transaction.available_on : now();
  }

  function addFunds(amount: number, created = now()): Topup {
    const id = store.createId('tu_');
    const balance_transaction = ledger.recordMovement({ category: 'topup', amount, source: id, created });
    return store.create('topup', { id, amount, balance_transaction, created, status: 'succeeded' });
  }

  const ledger: Ledger = {
    recordMovement(movement) {
      const { category, amount, source, charge, transfer_group, created } = movement;
      const available_on = computeAvailableTime(movement);
      const isPending = available_on > now();
      const fee = movement.fee ?? FEES[category]?.(amount) ?? 0;
      const { id } = store.create('balance_transaction', {
        ...(created !== undefined && { created }),
        amount,
        available_on,
        fee,
        net: amount - fee,
        reporting_category: category,
        source,
        status: isPending ? 'pending' : 'available',
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
      for (const { net, status } of store.list('balance_transaction')) {
        sum[status === 'pending' ? 'pending' : 'available'] += net;
      }
      return sum;
    },
    addFunds,
    getAccountBalance(account) {
      const transfers = store.list('transfer').filter(({ destination }) => destination === account);
      const payouts = store.list('payout').filter(({ hidden }) => hidden.account === account);
      return (
        transfers.reduce((sum, { amount, amount_reversed }) => sum + amount - amount_reversed, 0) -
        payouts.reduce((sum, { amount, status }) => sum + (status === 'failed' ? 0 : amount), 0)
      );
    },
  };
  if (store.list('topup').length === 0) addFunds(OPENING_BALANCE_CENTS, now() - OPENING_AGE_SECONDS);
  return ledger;
}
