/** Generator of the table of states in infra/docs/api/payments.md, from the rules that the code enforces. */

import { HOLD_REASONS } from '../../lib/domain/model/payments/escrow.ts';
import {
  canClose,
  findList,
  listActions,
  type MoneyState,
  type Party,
} from '../../lib/domain/money/money-rules.ts';
import { renderMarkdownTable } from './markdown-table.ts';

const STATES = ['pending', 'offered', 'accepted', 'completed', 'cancelled'] as const;
const PAYMENTS = [null, 'paid', 'refunding', 'disputed', 'refunded'] as const;
const PAYOUTS = [null, 'held', 'owed', 'failed', 'sent', 'void'] as const;
const PARTIES: readonly Party[] = ['client', 'expert'];

/** Returns whether the states of a testimony, its payment and its payout can occur together. */
export function isLegalState({ state, payment, payout }: MoneyState): boolean {
  const isUnpaid = payment === null && payout === null;
  if (state === 'pending' || state === 'offered') return isUnpaid;
  if (payment === null || payout === null) return isUnpaid && state === 'cancelled';
  if (state === 'cancelled' && payment === 'paid') return false;
  if (state === 'accepted' && payment === 'refunded') return false;
  if (payout === 'owed') return state === 'completed' && payment === 'paid';
  return (state !== 'cancelled' && payment !== 'refunded') || payout === 'sent' || payout === 'void';
}

/**
 * Renders one row for each group of combinations with the same operators' list, the same actions and the same right to
 * close an account.
 */
export function renderMoneyStates(): string {
  const groups = Map.groupBy(listLegalStates(), each => JSON.stringify(describeRules(each)));
  const rows = [...groups].map(([rules, states]) => [describeStates(states), ...JSON.parse(rules)]);
  return renderMarkdownTable(
    ['testimony, payment, payout', 'list', 'client', 'expert', 'may close the account'],
    rows,
  );
}

/**
 * Lists all legal combinations. A held payout of a completed, paid testimony is listed once for each reason to hold it.
 */
const listLegalStates = (): MoneyState[] =>
  STATES.flatMap(state =>
    PAYMENTS.flatMap(payment =>
      PAYOUTS.flatMap(payout => addReasons({ state, payment, payout })).filter(isLegalState),
    ),
  );

function addReasons(facts: MoneyState): MoneyState[] {
  if (facts.payment === 'disputed') return [{ ...facts, open: 'dispute' }];
  if (facts.state !== 'completed' || facts.payment !== 'paid' || facts.payout !== 'held') return [facts];
  const reasons = HOLD_REASONS.filter(reason => reason !== 'decision');
  return [
    facts,
    { ...facts, hasComplaint: true },
    ...reasons.map(reason => ({ ...facts, reason })),
    { ...facts, reason: 'not-due', isInWaitingPeriod: true },
  ];
}

function describeRules(facts: MoneyState): string[] {
  const found = findList(facts);
  return [
    found ? `\`${found.list}\`: \`${found.reason}\`` : '',
    ...PARTIES.map(party => listNames(listActions(facts, party))),
    PARTIES.filter(party => canClose(facts, party)).join(', '),
  ];
}

/** Describes combinations of states. Combinations that differ only in the payout share one entry. */
function describeStates(states: readonly MoneyState[]): string {
  const groups = Map.groupBy(states, ({ state, payment }) => listNames([state, payment]));
  return [...groups]
    .map(([names, group]) => `${names} ${group.map(describePayout).join('/')}`.trim())
    .join('; ');
}

function describePayout({ payout, reason, isInWaitingPeriod, hasComplaint }: MoneyState): string {
  const why = hasComplaint ? 'complaint' : isInWaitingPeriod ? 'waiting period' : reason;
  return listNames([payout]) + (why ? ` (${why})` : '');
}

const listNames = (names: readonly (string | null)[]): string =>
  names
    .filter(name => name !== null)
    .map(name => `\`${name}\``)
    .join(' ');
