/** The payment provider's own view of what happened, and what a test may have it do. */
import { STRIPE_SECRET_KEY } from '../../infra/local/stripe/server.ts';

/** A movement of the platform's money; what is paid out is negative. */
export interface LedgerEntry {
  readonly kind: string;
  readonly amount: number;
  readonly source: string;
  readonly charge: string | null;
  readonly payment_intent: string | null;
  readonly transfer_group: string | null;
}

export function connectProvider(url: string) {
  // biome-ignore lint/suspicious/noExplicitAny: the provider's objects, as its own API gives them
  async function fetchResource(path: string): Promise<any> {
    const headers = { authorization: `Bearer ${STRIPE_SECRET_KEY}` };
    return (await fetch(`${url}/v1/${path}`, { headers })).json();
  }

  return {
    /** A session as the provider has it now, with its payment. */
    getSession: (sessionId: string) =>
      fetchResource(`checkout/sessions/${sessionId}?expand[]=payment_intent`),

    /** Everything the provider has given back. */
    async refunds(): Promise<{ amount: number; payment_intent: string }[]> {
      const refunds = [];
      for (let page = await fetchResource('refunds?limit=100'); page.data.length > 0; ) {
        refunds.push(...page.data);
        if (!page.has_more) break;
        page = await fetchResource(`refunds?limit=100&starting_after=${page.data.at(-1).id}`);
      }
      return refunds;
    },

    /** Every movement of money, oldest first. @param filter `{ payment_intent }`, `{ transfer_group }` … */
    async getLedger(filter: Record<string, string> = {}): Promise<LedgerEntry[]> {
      return (await controlProvider(url, `ledger?${new URLSearchParams(filter)}`)).data;
    },

    /** Has the provider behave as its `test-controls.ts` says. */
    configureProvider: (name: string, change: object) => controlProvider(url, name, change),

    /** Has something happen to a session or its payment: `declined`, `refund`, `dispute`, `dispute-won` … */
    async simulateOutcome(
      sessionId: string,
      outcome: string,
      fields: Record<string, string> = {},
    ): Promise<void> {
      const body = new URLSearchParams({ outcome, ...fields });
      const response = await fetch(`${url}/pay/${sessionId}`, { method: 'POST', body, redirect: 'manual' });
      if (response.status !== 303) throw new Error(`${outcome} cannot happen now: ${await response.text()}`);
    },
  };
}

/**
 * Asks for what the provider offers nobody but tests.
 * @param change none: only looks
 */
// biome-ignore lint/suspicious/noExplicitAny: whatever the provider makes of the wish
export async function controlProvider(url: string, name: string, change?: object): Promise<any> {
  const init = change && { method: 'POST', body: JSON.stringify(change) };
  const response = await fetch(`${url}/_test/${name}`, init);
  if (!response.ok) throw new Error(`${name}: ${await response.text()}`);
  return response.json();
}
