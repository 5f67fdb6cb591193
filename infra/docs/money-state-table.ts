/** Generator of the table of states in infra/docs/api/payments.md. */
import { type MoneyState, STATE_TABLE } from '../../lib/domain/payments/state-table.ts';
import { renderMarkdownTable } from './markdown-table.ts';

const HEADINGS = [
  'Testimony',
  'Payment',
  'Payout',
  'Meaning',
  'Client may',
  'Expert may',
  'Mails',
  'List',
  'May close the account',
  'Way out',
];

/** Renders the table of states, one line for each combination. */
export const renderMoneyStates = (): string => renderMarkdownTable(HEADINGS, STATE_TABLE.map(toCells));

function toCells(row: MoneyState): string[] {
  const { testimony, payment, meaning, actions, mails, list, mayClose, wayOut } = row;
  return [
    code(testimony),
    payment ? code(payment) : 'none',
    describePayout(row),
    meaning,
    listCodes(actions.client),
    listCodes(actions.expert),
    Object.entries(mails)
      .map(([party, mail]) => `${party}: ${mail}`)
      .join('; '),
    list ? code(list) : '',
    mayClose.join(', ') || 'nobody',
    wayOut ?? 'final',
  ];
}

function describePayout({ payout, reasons = [] }: MoneyState): string {
  if (!payout) return 'none';
  const named = reasons.filter(reason => reason !== undefined);
  return named.length > 0 ? `${code(payout)}: ${listCodes(named)}` : code(payout);
}

const code = (text: string) => `\`${text}\``;
const listCodes = (names: readonly string[] = []) => names.map(code).join(' ');
