/** Access to the payment provider's own records and to its test controls. */
import { STRIPE_SECRET_KEY } from '../../infra/local/stripe/server.ts';

/** Movement of the platform's money. Outgoing amounts are negative. */
export interface LedgerEntry {
  readonly kind: string;
  readonly amount: number;
  /** Fee of the provider, which is not part of the amount. It is negative if the fee is returned. */
  readonly fee: number;
  readonly source: string;
  readonly charge: string | null;
  readonly payment_intent: string | null;
  readonly transfer_group: string | null;
}

export function connectProvider(url: string) {
  // biome-ignore lint/suspicious/noExplicitAny: the provider's objects, as its API returns them
  async function fetchResource(path: string): Promise<any> {
    const headers = { authorization: `Bearer ${STRIPE_SECRET_KEY}` };
    return (await fetch(`${url}/v1/${path}`, { headers })).json();
  }

  return {
    /** Returns the current state of a checkout session at the provider, including the payment. */
    getSession: (sessionId: string) =>
      fetchResource(`checkout/sessions/${sessionId}?expand[]=payment_intent`),

    /** Lists the ids of a payment's disputes and inquiries. */
    async listDisputes(paymentId: string): Promise<string[]> {
      const { data } = await fetchResource(`disputes?payment_intent=${paymentId}&limit=100`);
      return data.map(({ id }: { id: string }) => id);
    },

    /** Lists the connected accounts that received the latest transfers. */
    async listPaidAccounts(): Promise<string[]> {
      const { data } = await fetchResource('transfers?limit=100');
      return [...new Set<string>(data.map(({ destination }: { destination: string }) => destination))];
    },

    /**
     * Transfers an additional amount, as in the dashboard of the provider.
     * @param amount cents
     * @param transfer account and charge of the transfer; by default those of an earlier transfer of the testimony
     */
    async transferManually(
      testimonyId: string,
      amount: number,
      transfer?: { readonly destination: string; readonly source_transaction: string },
    ): Promise<void> {
      const { destination, source_transaction } =
        transfer ?? (await fetchResource(`transfers?transfer_group=${testimonyId}`)).data[0];
      const form = { currency: 'eur', destination, source_transaction, transfer_group: testimonyId };
      const response = await fetch(`${url}/v1/transfers`, {
        method: 'POST',
        headers: { authorization: `Bearer ${STRIPE_SECRET_KEY}` },
        body: new URLSearchParams({ ...form, amount: String(amount) }),
      });
      if (!response.ok) throw new Error(await response.text());
    },

    async refunds(): Promise<{ id: string; amount: number; payment_intent: string }[]> {
      const refunds = [];
      for (let page = await fetchResource('refunds?limit=100'); page.data.length > 0; ) {
        refunds.push(...page.data);
        if (!page.has_more) break;
        page = await fetchResource(`refunds?limit=100&starting_after=${page.data.at(-1).id}`);
      }
      return refunds;
    },

    /** Lists the movements of money, oldest first. @param filter such as `{ payment_intent }`, `{ transfer_group }` */
    async getLedger(filter: Record<string, string> = {}): Promise<LedgerEntry[]> {
      return (await callTestControl(url, `ledger?${new URLSearchParams(filter)}`)).data;
    },

    /** Reads one of the controls that `test-controls.ts` defines. */
    getControl: (name: string) => callTestControl(url, name),

    /** Sets one of the controls that `test-controls.ts` defines. */
    configureProvider: (name: string, change: object) => callTestControl(url, name, change),

    /**
     * Simulates an outcome of a checkout session or of its payment, such as `declined`, `refund` or `dispute-won`.
     * @param fields `amount` is in cents; the form takes euros
     */
    async simulateOutcome(
      sessionId: string,
      outcome: string,
      fields: Record<string, string> = {},
    ): Promise<void> {
      const body = new URLSearchParams({ outcome, ...fields });
      if (fields.amount) body.set('amount', String(Number(fields.amount) / 100));
      const response = await fetch(`${url}/pay/${sessionId}`, { method: 'POST', body, redirect: 'manual' });
      if (response.status !== 303) throw new Error(`${outcome} cannot happen now: ${await response.text()}`);
    },
  };
}

/**
 * Calls a control of the provider that exists only for tests.
 * @param change the new value; without it, the control is only read
 */
// biome-ignore lint/suspicious/noExplicitAny: the JSON response of any control
export async function callTestControl(url: string, name: string, change?: object): Promise<any> {
  const init = change && { method: 'POST', body: JSON.stringify(change) };
  const response = await fetch(`${url}/_test/${name}`, init);
  if (!response.ok) throw new Error(`${name}: ${await response.text()}`);
  return response.json();
}
