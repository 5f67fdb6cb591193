/** Generators of the table of states and the transitions in infra/docs/api/payments.md. */
import { type MoneyState, STATE_TABLE } from '../../lib/domain/money/state-table.ts';
import {
  CHECKOUT_TRANSITIONS,
  type MoneyTransition,
  PAYMENT_TRANSITIONS,
  PAYOUT_TRANSITIONS,
} from '../../lib/domain/money/transitions.ts';
import { renderMarkdownTable } from './markdown-table.ts';
import { MONEY_STATE_TEXTS } from './money-state-texts.ts';

/** Renders the table of states as a list. Combinations with the same texts share an entry. */
export function renderMoneyStates(): string {
  const entries = Map.groupBy(STATE_TABLE, row => {
    const { meaning, wayOut } = findText(row);
    return [row.list ? ` (${code(row.list)})` : '', `: ${meaning} → ${wayOut ?? 'final'}`].join('');
  });
  return [...entries].map(([rest, states]) => `- ${states.map(describeState).join('; ')}${rest}`).join('\n');
}

/** @throws Error when the row has no text */
function findText({ testimony, payment, payout, reasons = [] }: MoneyState) {
  const states = [testimony, payment, payout].filter(state => state !== null).join(' ');
  const named = reasons.filter(reason => reason !== undefined).join(' ');
  const key = named ? `${states}: ${named}` : states;
  const text = MONEY_STATE_TEXTS[key];
  if (!text) throw new Error(`infra/docs/money-state-texts.ts has no text for ${key}`);
  return text;
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
  checkout: CHECKOUT_TRANSITIONS,
};

export function renderMoneyTransitions(): string {
  const tables = Object.entries(TRANSITIONS).map(([subject, transitions]) => {
    const rows = transitions.map(({ from, event, to, testimony = [] }) => [
      ...[code(from), testimony.length > 0 ? `${event} (${listCodes(testimony)})` : event, code(to)],
    ]);
    return renderMarkdownTable([subject, 'event', 'becomes'], rows);
  });
  return tables.join('\n\n');
}
