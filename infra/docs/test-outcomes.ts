/**
 * Test values and their outcomes, the source of the tables in `api/sandbox.md`.
 */
import { renderMarkdownTable } from './markdown-table.ts';

interface Outcome {
  /** What a tester does in the local stack. Text in backticks is taken word for word. */
  readonly local: string;
  /** What a tester does in the deployed sandbox, if it differs: there, Stripe's own test mode takes part. */
  readonly deployed?: string;
  readonly result: string;
  /** Name of the row in `partners.md` that tests this outcome. */
  readonly situation: string;
}

const SAME = 'the same';
const LOCAL_ONLY = '–';

const PAYMENTS: readonly Outcome[] = [
  {
    local: 'payment page, `outcome=pay`',
    deployed: 'card `4242 4242 4242 4242`',
    result: 'paid; the testimony is accepted',
    situation: 'a payment',
  },
  {
    local: 'payment page, `outcome=declined`',
    deployed: 'card `4000 0000 0000 0002`',
    result: 'declined; another attempt on the same page is possible',
    situation: 'a card that is declined',
  },
  {
    local: '`POST /testimonies/{testimony}/cancel`, then `outcome=pay` on the page that is still open',
    result: 'the payment comes too late and is refunded',
    situation: 'a payment that comes too late',
  },
  {
    local: 'page of a paid session, `outcome=refund`',
    deployed: "refund in Stripe's dashboard",
    result: 'refunded by hand',
    situation: 'a refund made by hand',
  },
  {
    local: 'page of a paid session, `outcome=refund&amount=100`',
    deployed: "partial refund in Stripe's dashboard",
    result: 'a part is refunded; `paid` remains',
    situation: 'a refund of a part',
  },
  {
    local: 'page of a paid session, `outcome=dispute`',
    deployed: 'card `4000 0000 0000 0259`',
    result: '`disputed`; work and payout wait',
    situation: 'a dispute',
  },
  {
    local: 'page of a disputed session, `outcome=dispute-won`',
    deployed: "evidence `winning_evidence` in Stripe's dashboard",
    result: '`paid` again',
    situation: 'a dispute that was won',
  },
  {
    local: 'page of a disputed session, `outcome=dispute-lost`',
    deployed: "evidence `losing_evidence` in Stripe's dashboard",
    result: '`refunded`',
    situation: 'a dispute that was lost',
  },
];

const DOMAINS: readonly Outcome[] = [
  {
    local: '`@no-such-domain.com`',
    deployed: 'any domain that does not exist',
    result: '422 on `email`',
    situation: 'a domain that takes no mail',
  },
  {
    local: '`@nullmx.test`',
    deployed: '`@example.com`',
    result: '422 on `email`: the domain has a null MX record',
    situation: 'a domain that refuses all mail',
  },
  {
    local: '`@a-only.test`',
    deployed: LOCAL_ONLY,
    result: 'accepted: a domain without MX record, and with an address',
    situation: 'a domain with an address only',
  },
  {
    local: '`@servfail.test`',
    deployed: LOCAL_ONLY,
    result: '503: the resolver has an error',
    situation: 'a resolver with an error',
  },
];

/** All outcomes, by the heading of their table. */
export const TEST_OUTCOMES: Readonly<Record<string, readonly Outcome[]>> = {
  Payments: PAYMENTS,
  'Domains of e-mail addresses': DOMAINS,
};

/** Renders the tables of all outcomes. */
export function renderTestOutcomes(): string {
  return Object.entries(TEST_OUTCOMES)
    .map(([subject, outcomes]) => {
      const rows = outcomes.map(({ local, deployed = SAME, result }) => [local, deployed, result]);
      return `**${subject}**\n\n${renderMarkdownTable(['Local stack', 'Deployed sandbox', 'Outcome'], rows)}`;
    })
    .join('\n\n');
}
