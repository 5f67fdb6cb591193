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
  completed: 'Váš posudok je hotový a môžete si ho stiahnuť.',
  cancelled: 'Váš posudok je zrušený.',
};

/**
 * Notifies a client of a refund, its reason and the state of the testimony. If `arrived` is true, the mail says that
 * the refund is complete; otherwise, that the refund has begun.
 */
export function paymentRefundedMail({
  firstName,
  amount,
  testimony,
  link,
  arrived,
  why,
  state,
}: Message): MailContent {
  return {
    subject: arrived ? 'Vrátili sme vám platbu' : 'Vraciame vám platbu',
    preheader: `${testimonySummary(testimony)}: ${formatEuros(amount)} ${arrived ? 'sme vám vrátili' : 'je na ceste k vám'}.`,
    greeting: greeting(firstName),
    paragraphs: [
      REASON_TEXTS[why],
      arrived
        ? `Sumu ${formatEuros(amount)} sme vám vrátili. Na účte ju uvidíte spravidla do niekoľkých dní.`
        : `Suma ${formatEuros(amount)} je na ceste k vám. Keď banka vrátenie potvrdí, napíšeme vám.`,
      STATE_TEXTS[state],
    ],
    facts: testimonyFacts(testimony),
    action: { label: 'Otvoriť posudok', url: link },
  };
}
