/** What the API answers operators of orders and their money, as people read it. Amounts are euros, times UTC. */
import { type Column, day, list, minute, table } from './text.ts';

export interface Testimony {
  readonly id: string;
  readonly state: string;
  readonly clientId: string;
  readonly expertId: string | null;
  readonly acceptedAt: string | null;
  readonly dueAt: string | null;
  readonly cancellationReason: string | null;
  readonly payment: { readonly status: string; readonly amount: number } | null;
  readonly payout: {
    readonly status: string;
    readonly amount: number;
    readonly sentAt: string | null;
  } | null;
  readonly heldUntil: string | null;
}

export interface Movement {
  readonly kind: string;
  readonly providerId: string;
  readonly amount: number;
  readonly at: string;
}

/** `held` is what all movements together leave with the platform. */
export interface Ledger extends Testimony {
  readonly money: readonly Movement[];
  readonly held: number;
}

const TESTIMONY_COLUMNS: readonly Column<Testimony>[] = [
  { title: 'ID', text: ({ id }) => id },
  { title: 'STATE', text: ({ state }) => state },
  { title: 'DUE', text: ({ dueAt }) => day(dueAt) },
  { title: 'HELD UNTIL', text: ({ heldUntil }) => day(heldUntil) },
  { title: 'PAYMENT', text: ({ payment }) => standing(payment), elastic: true },
  { title: 'PAYOUT', text: ({ payout }) => standing(payout), elastic: true },
];

const MONEY_COLUMNS: readonly Column<Movement>[] = [
  { title: 'WHEN', text: ({ at }) => minute(at) },
  { title: 'WHAT', text: ({ kind }) => kind },
  { title: 'AMOUNT', text: ({ amount }) => euros(amount) },
  { title: 'AT THE PROVIDER', text: ({ providerId }) => providerId, elastic: true },
];

export const testimonyTable = (testimonies: readonly Testimony[]) => table(TESTIMONY_COLUMNS, testimonies);

export function testimonyOutcome(testimony: Testimony): string {
  return list([
    ['ID', testimony.id],
    ['State', testimony.state],
    ['Client', testimony.clientId],
    ['Expert', testimony.expertId ?? '-'],
    ['Accepted', minute(testimony.acceptedAt)],
    ['Due', minute(testimony.dueAt)],
    ['Cancelled for', testimony.cancellationReason ?? '-'],
    ['Payment', standing(testimony.payment)],
    ['Payout', standing(testimony.payout)],
    ['Held until', minute(testimony.heldUntil)],
  ]);
}

/** The order, then every movement of its money and what they leave. */
export function ledgerPage(ledger: Ledger): string {
  const held = list([['Held', euros(ledger.held)]]);
  const movements = ledger.money.length > 0 ? table(MONEY_COLUMNS, ledger.money) : 'No money has moved.';
  return [testimonyOutcome(ledger), movements, held].join('\n\n');
}

const standing = (money: { readonly status: string; readonly amount: number } | null) =>
  money ? `${money.status} ${euros(money.amount)}` : '-';

const euros = (amount: number) => amount.toFixed(2);
