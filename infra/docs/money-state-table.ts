/** Generator of the table of states in infra/docs/api/payments.md. */
import { type MoneyState, STATE_TABLE } from '../../lib/domain/payments/state-table.ts';

/** Renders the table of states as a list. Combinations that differ in their states only share an entry. */
export function renderMoneyStates(): string {
  const entries = Map.groupBy(STATE_TABLE, ({ meaning, list, wayOut }) =>
    [list ? ` (${code(list)})` : '', `: ${meaning} → ${wayOut ?? 'final'}`].join(''),
  );
  return [...entries].map(([rest, states]) => `- ${states.map(describeState).join('; ')}${rest}`).join('\n');
}

const describeState = (row: MoneyState): string =>
  [code(row.testimony), ...(row.payment ? [code(row.payment)] : []), ...describePayout(row)].join(', ');

function describePayout({ payout, reasons = [] }: MoneyState): string[] {
  if (!payout) return [];
  const named = reasons.filter(reason => reason !== undefined);
  return [named.length > 0 ? `${code(payout)}: ${listCodes(named)}` : code(payout)];
}

const code = (text: string) => `\`${text}\``;
const listCodes = (names: readonly string[]) => names.map(code).join(' ');
