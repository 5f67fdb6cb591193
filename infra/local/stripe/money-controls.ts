/** Test controls of disputes, refunds, payouts and the platform's balance. */
import { changeDispute } from './resources/disputes.ts';
import { openDispute } from './resources/open-dispute.ts';
import { createPayout } from './resources/payouts.ts';
import { completeFundedRefunds, completeRefund } from './resources/refund-completion.ts';
import type { Charge, StripeEmulator } from './types.ts';

export interface ControlRequest {
  readonly provider: StripeEmulator;
  /** Id in the URL's path; empty if the path contains none. */
  readonly id: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests send bodies of any type
  readonly body: any;
  readonly query: URLSearchParams;
}

export type ControlHandlers = Readonly<Record<string, (request: ControlRequest) => object | Promise<object>>>;

export const MONEY_CONTROLS: ControlHandlers = {
  'POST /_test/disputes': ({ provider, body: { charge, payment_intent, amount, inquiry } }) =>
    openDispute(provider, findCharge(provider, charge, payment_intent), { amount, isInquiry: inquiry }),
  'POST /_test/disputes/{id}': ({ provider, id, body }) =>
    changeDispute(provider, provider.store.get('dispute', id), body.status, body.reinstated),
  'POST /_test/refunds'({ provider: { controls }, body }) {
    controls.refunds = { begins: 'succeeded', ends: 'succeeded', afterSeconds: 0, ...body };
    return controls.refunds;
  },
  'POST /_test/refunds/{id}'({ provider, id, body }) {
    completeRefund(provider, provider.store.get('refund', id), body.status);
    return provider.store.get('refund', id);
  },
  'POST /_test/payouts': ({ provider, body }) => createPayout(provider, body),
  'POST /_test/topups'({ provider, body }) {
    const topup = provider.ledger.addFunds(body.amount);
    completeFundedRefunds(provider);
    return topup;
  },
  'GET /_test/ledger': ({ provider, query }) => ({ data: readLedger(provider, query) }),
};

function findCharge({ store }: StripeEmulator, charge: string | undefined, intent: string): Charge {
  return store.get('charge', charge ?? String(store.get('payment_intent', intent).latest_charge));
}

function readLedger({ store }: StripeEmulator, filters: URLSearchParams): object[] {
  const transactions = store
    .list('balance_transaction')
    .reverse()
    .map(({ id, amount, fee, created, reporting_category: kind, source, hidden }) => ({
      id,
      kind,
      amount,
      fee,
      created,
      source,
      ...hidden,
    }));
  return transactions.filter(line =>
    [...filters].every(([name, value]) => line[name as keyof typeof line] === value),
  );
}
