import type { MailMessageOf } from '../domain/model/mail.ts';
import { greeting, type MailContent, type MailDetailRow } from './content.ts';
import { formatEuros } from './slovak-formats.ts';
import { testimonyFacts, testimonySummary } from './testimonies.ts';

type Message = MailMessageOf<'payment-refunded'>;

const REASON_TEXTS: Readonly<Record<Message['why'], string>> = {
  late: 'ponuka, ktorú ste zaplatili, už v okamihu platby nebola dostupná.',
  'testimony-cancelled': 'znalecký posudok, ktorý ste zaplatili, bol zrušený.',
  manual: 'platbu za váš znalecký posudok vám vraciame.',
};

const PART_REASON = 'časť platby za váš znalecký posudok vám vraciame.';
const WORK_WAITS = 'Práca na posudku zatiaľ stojí. Keď sa vám platba vráti, posudok zrušíme.';

/**
 * Texts about the state of the testimony after the payment; a late payment does not change that state
 * (infra/docs/api/payments.md).
 */
const STATE_TEXTS: Readonly<Record<Message['state'], string>> = {
  pending: 'Váš posudok zostáva otvorený.',
  offered: 'Váš posudok zostáva otvorený a môžete prijať inú ponuku.',
  accepted: 'Ponuka, ktorú ste prijali, platí bez zmeny.',
  completed: 'Váš posudok je odovzdaný.',
  cancelled: 'Váš posudok je zrušený.',
};

/**
 * Notifies a client of money that goes back: what the platform refunds, what the client's bank gave back, and what
 * remains paid.
 */
export function paymentRefundedMail(message: Message): MailContent {
  const { firstName, testimony, link } = message;
  return {
    subject: subjectOf(message),
    preheader: `${testimonySummary(testimony)}: ${preheaderOf(message)}`,
    greeting: greeting(firstName),
    paragraphs: [reasonText(message), ...amountTexts(message), stateText(message)],
    highlights: highlightsOf(message),
    facts: testimonyFacts(testimony),
    action: { label: 'Otvoriť posudok', url: link },
  };
}

function subjectOf({ amount, arrived, rest }: Message): string {
  const what = rest ? 'časť platby' : 'platbu';
  if (amount === 0) return `Banka vám vrátila ${what}`;
  return arrived ? `Vrátili sme vám ${what}` : `Vraciame vám ${what}`;
}

/** Returns the whole sum that goes back, from the platform and from the bank, and what remains paid. */
function highlightsOf({ amount, byBank, rest, arrived }: Message): MailDetailRow[] {
  const returned: MailDetailRow =
    arrived || amount === 0
      ? ['Vrátené', formatEuros(amount + byBank)]
      : ['Na ceste k vám', formatEuros(amount)];
  return [returned, ...(rest ? [['Zostáva zaplatené', formatEuros(rest)] as const] : [])];
}

function reasonText({ amount, rest, why }: Message): string {
  if (amount === 0)
    return `${rest ? 'časť platby' : 'platbu'} za váš znalecký posudok vám vrátila vaša banka.`;
  return why === 'manual' && rest ? PART_REASON : REASON_TEXTS[why];
}

/** Returns the consequence for the testimony. The refund of the whole payment of an accepted testimony stops the work. */
function stateText({ why, state, rest, arrived }: Message): string {
  const isWholeOnItsWay = why === 'manual' && rest === 0 && !arrived;
  return isWholeOnItsWay && state === 'accepted' ? WORK_WAITS : STATE_TEXTS[state];
}

function preheaderOf({ amount, byBank, arrived }: Message): string {
  if (amount === 0) return `${formatEuros(byBank)} vám vrátila banka.`;
  return `${formatEuros(amount)} ${arrived ? 'sme vám vrátili' : 'je na ceste k vám'}.`;
}

function amountTexts({ amount, byBank, rest, arrived }: Message): string[] {
  const remaining = rest ? [`Zvyšok platby, ${formatEuros(rest)}, zostáva zaplatený.`] : [];
  if (!arrived)
    return [
      `Suma ${formatEuros(amount)} je na ceste k vám. Keď banka vrátenie potvrdí, napíšeme vám.`,
      ...remaining,
    ];
  return [
    ...(amount > 0
      ? [`Sumu ${formatEuros(amount)} sme vám vrátili. Na účte ju uvidíte spravidla do niekoľkých dní.`]
      : []),
    ...(byBank > 0
      ? [`Sumu ${formatEuros(byBank)} vám vrátila vaša banka na základe reklamácie platby.`]
      : []),
    ...remaining,
  ];
}
