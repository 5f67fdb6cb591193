/** Generators of the table of states and the transitions in infra/docs/api/payments.md. */
import { type MoneyState, STATE_TABLE } from '../../lib/domain/money/state-table.ts';
import {
  CHECKOUT_TRANSITIONS,
  type MoneyTransition,
  PAYMENT_TRANSITIONS,
  PAYOUT_TRANSITIONS,
  REFUND_TRANSITIONS,
} from '../../lib/domain/money/transitions.ts';
import { renderMarkdownTable } from './markdown-table.ts';

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

const TRANSITIONS: Readonly<Record<string, readonly MoneyTransition<string>[]>> = {
  payment: PAYMENT_TRANSITIONS,
  payout: PAYOUT_TRANSITIONS,
  refund: REFUND_TRANSITIONS,
  checkout: CHECKOUT_TRANSITIONS,
};

/** Renders the transitions of each subject as a table. */
export function renderMoneyTransitions(): string {
  const tables = Object.entries(TRANSITIONS).map(([subject, transitions]) => {
    const rows = transitions.map(({ from, event, to, testimony = [] }) => [
      ...[code(from), testimony.length > 0 ? `${event} (${listCodes(testimony)})` : event, code(to)],
    ]);
    return renderMarkdownTable([subject, 'event', 'becomes'], rows);
  });
  return tables.join('\n\n');
}
