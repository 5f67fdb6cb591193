/** Generator of the table of states in infra/docs/api/payments.md. */
import { type MoneyState, STATE_TABLE } from '../../lib/domain/payments/state-table.ts';
import { renderMarkdownTable } from './markdown-table.ts';

const HEADINGS = ['Testimony, payment, payout', 'Meaning', 'Client may', 'Expert may', 'List', 'Way out'];

/** Renders the table of states, one line for each combination. */
export const renderMoneyStates = (): string => renderMarkdownTable(HEADINGS, STATE_TABLE.map(toCells));

function toCells(row: MoneyState): string[] {
  const { testimony, payment, meaning, actions, list, wayOut } = row;
  return [
    [code(testimony), ...(payment ? [code(payment)] : []), ...describePayout(row)].join(', '),
    meaning,
    listCodes(actions.client),
    listCodes(actions.expert),
    list ? code(list) : '',
    wayOut ?? 'final',
  ];
}

function describePayout({ payout, reasons = [] }: MoneyState): string[] {
  if (!payout) return [];
  const named = reasons.filter(reason => reason !== undefined);
  return [named.length > 0 ? `${code(payout)}: ${listCodes(named)}` : code(payout)];
}

const code = (text: string) => `\`${text}\``;
const listCodes = (names: readonly string[] = []) => names.map(code).join(' ');
