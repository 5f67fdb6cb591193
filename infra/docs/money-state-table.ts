/** Generator of the table of states in infra/docs/api/payments.md. */
import { type MoneyState, STATE_TABLE } from '../../lib/domain/payments/state-table.ts';
import { renderMarkdownTable } from './markdown-table.ts';

const HEADINGS = ['Testimony, payment, payout', 'Meaning', 'List', 'Way out'];

/** Renders the table of states. Combinations that differ in their states only share a row. */
export function renderMoneyStates(): string {
  const rows = Map.groupBy(STATE_TABLE, ({ meaning, list, wayOut }) =>
    JSON.stringify([meaning, list ? code(list) : '', wayOut ?? 'final']),
  );
  const cells = [...rows].map(([others, states]) => [
    states.map(describeState).join('; '),
    ...JSON.parse(others),
  ]);
  return renderMarkdownTable(HEADINGS, cells);
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
