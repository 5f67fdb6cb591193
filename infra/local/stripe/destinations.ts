/** Destination charges: the transfer and the platform's fee that come of the payment itself. */
import { StripeError } from './call.ts';
import { move } from './ledger.ts';
import { type Charge, newId, type PaymentIntent } from './objects.ts';
import type { Provider } from './provider.ts';
import { reverse } from './reversals.ts';
import { send } from './transfers.ts';

export function collectFor(provider: Provider, intent: PaymentIntent, charge: Charge): void {
  const { transfer_data, application_fee_amount: fee } = intent;
  if (!transfer_data) return;
  send(provider, { amount: charge.amount, charge, destination: transfer_data.destination });
  if (fee) move(provider, { category: 'platform_earning', amount: fee, source: newId('fee_'), charge });
}

/** A refund may take back what went to the connected account and give back the fee, each in proportion. */
export function takeBack(
  provider: Provider,
  intent: PaymentIntent,
  { params, amount, charge }: { params: URLSearchParams; amount: number; charge: Charge },
): string | null {
  const fee = intent.application_fee_amount;
  const share = amount / charge.amount;
  if (params.get('refund_application_fee') === 'true' && fee) {
    const category = 'platform_earning_refund';
    move(provider, { category, amount: -Math.round(fee * share), source: newId('fr_'), charge });
  }
  if (params.get('reverse_transfer') !== 'true') return null;
  const transfer = provider.store.list('transfer').find(one => one.source_transaction === charge.id);
  return transfer ? reverse(provider, transfer, amount).id : null;
}

/** What never went to a connected account cannot be taken back from it. */
export function refuseWithoutTransfer(params: URLSearchParams, intent: PaymentIntent): void {
  const impossible = {
    reverse_transfer: !intent.transfer_data,
    refund_application_fee: !intent.application_fee_amount,
  };
  for (const [param, isImpossible] of Object.entries(impossible)) {
    if (isImpossible && params.get(param) === 'true') {
      throw new StripeError(400, `Charge ${intent.latest_charge} has nothing to ${param}.`, { param });
    }
  }
}
