import type { MailMessageOf } from '../domain/model/mail.ts';
import { greeting, type MailContent } from './content.ts';
import { formatEuros } from './slovak-formats.ts';
import { testimonyFacts, testimonySummary } from './testimonies.ts';

type Message = MailMessageOf<'payment-failed'>;

/** Texts about the state of the testimony, which the failed payment does not change. */
const STATE_TEXTS: Readonly<Record<Message['state'], string>> = {
  pending: 'Váš posudok zostáva otvorený.',
  offered: 'Váš posudok zostáva otvorený. Ponuku môžete zaplatiť znova alebo prijať inú.',
  accepted: 'Ponuka, ktorú ste zaplatili inou platbou, platí bez zmeny.',
  completed: 'Váš posudok je hotový a môžete si ho stiahnuť.',
  cancelled: 'Váš posudok je zrušený.',
};

/** Notifies a client that a delayed payment has failed. */
export function paymentFailedMail({ firstName, amount, testimony, link, state }: Message): MailContent {
  return {
    subject: 'Vaša platba neprešla',
    preheader: `${testimonySummary(testimony)}: platba ${formatEuros(amount)} neprešla.`,
    greeting: greeting(firstName),
    paragraphs: [
      `platba ${formatEuros(amount)} za znalecký posudok neprešla. Sumu sme nedostali; prečo platba neprešla, vám povie vaša banka.`,
      STATE_TEXTS[state],
    ],
    highlights: [['Suma', formatEuros(amount)]],
    facts: testimonyFacts(testimony),
    action: { label: 'Otvoriť posudok', url: link },
  };
}
