import type { MailMessageOf } from '../domain/model/mail.ts';
import { greeting, type MailContent } from './content.ts';
import { formatEuros } from './slovak-formats.ts';
import { testimonyFacts, testimonySummary } from './testimonies.ts';

type Message = MailMessageOf<'payment-refunded'>;

const REASON_TEXTS: Readonly<Record<Message['why'], string>> = {
  late: 'ponuka, ktorú ste zaplatili, už v okamihu platby nebola dostupná.',
  'testimony-cancelled': 'znalecký posudok, ktorý ste zaplatili, sme zrušili.',
  manual: 'platbu za váš znalecký posudok vám vraciame.',
};

/**
 * Texts about the state of the testimony after the payment; a late payment does not change that state
 * (infra/docs/api/payments.md).
 */
const STATE_TEXTS: Readonly<Record<Message['state'], string>> = {
  pending: 'Váš posudok zostáva otvorený.',
  offered: 'Váš posudok zostáva otvorený a môžete prijať inú ponuku.',
  accepted: 'Ponuka, ktorú ste prijali, platí bez zmeny.',
  completed: 'Váš posudok bol dodaný.',
  cancelled: 'Váš posudok je zrušený.',
};

/**
 * Notifies a client of money that goes back: what the platform refunds, what the client's bank gave back, and what
 * remains paid.
 */
export function paymentRefundedMail(message: Message): MailContent {
  const { firstName, testimony, link, why, state } = message;
  return {
    subject: subjectOf(message),
    preheader: `${testimonySummary(testimony)}: ${preheaderOf(message)}`,
    greeting: greeting(firstName),
    paragraphs: [
      message.amount > 0 ? REASON_TEXTS[why] : 'platbu za váš znalecký posudok vám vracia vaša banka.',
      ...amountTexts(message),
      STATE_TEXTS[state],
    ],
    facts: testimonyFacts(testimony),
    action: { label: 'Otvoriť posudok', url: link },
  };
}

function subjectOf({ amount, arrived, rest }: Message): string {
  const what = rest ? 'časť platby' : 'platbu';
  if (amount === 0) return `Banka vám vrátila ${what}`;
  return arrived ? `Vrátili sme vám ${what}` : 'Vraciame vám platbu';
}

function preheaderOf({ amount, byBank, arrived }: Message): string {
  if (amount === 0) return `${formatEuros(byBank)} vám vrátila banka.`;
  return `${formatEuros(amount)} ${arrived ? 'sme vám vrátili' : 'je na ceste k vám'}.`;
}

function amountTexts({ amount, byBank, rest, arrived }: Message): string[] {
  if (!arrived)
    return [`Suma ${formatEuros(amount)} je na ceste k vám. Keď banka vrátenie potvrdí, napíšeme vám.`];
  return [
    ...(amount > 0
      ? [`Sumu ${formatEuros(amount)} sme vám vrátili. Na účte ju uvidíte spravidla do niekoľkých dní.`]
      : []),
    ...(byBank > 0
      ? [`Sumu ${formatEuros(byBank)} vám vrátila vaša banka na základe reklamácie platby.`]
      : []),
    ...(rest ? [`Zvyšok platby, ${formatEuros(rest)}, zostáva zaplatený.`] : []),
  ];
}
