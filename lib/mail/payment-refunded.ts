import type { MailOf } from '../domain/model/job.ts';
import { type Content, greet } from './layout.ts';
import { euros } from './slovak-figures.ts';

type Message = MailOf<'payment-refunded'>;

const WHY: Readonly<Record<Message['reason'], (city: string) => string>> = {
  'too-late': city => `ponuka, ktorú ste zaplatili (${city}), už v okamihu platby nebola dostupná.`,
  'cancelled-by-platform': city => `objednávku (${city}), ktorú ste zaplatili, sme zrušili.`,
};

/** What becomes of the order: a payment that came too late changes nothing of it (contract §4). */
const ORDER: Readonly<Record<Message['state'], string>> = {
  pending: 'Váš dopyt zostáva otvorený.',
  offered: 'Váš dopyt zostáva otvorený a môžete prijať inú ponuku.',
  accepted: 'Objednávka u znalca, ktorého ponuku ste prijali, platí bez zmeny.',
  completed: 'Posudok, ktorý ste si objednali, je hotový a môžete si ho stiahnuť.',
  cancelled: 'Objednávka je zrušená.',
};

/** Tells a client that a payment goes back, why, and what that means for the order. */
export function paymentRefunded({ firstName, amount, city, reason, isThere, state }: Message): Content {
  return {
    subject: isThere ? 'Vrátili sme vám platbu' : 'Vraciame vám platbu',
    greeting: greet(firstName),
    paragraphs: [
      WHY[reason](city),
      isThere
        ? `Celú sumu ${euros(amount)} sme vám preto vrátili. Na účte ju uvidíte spravidla do niekoľkých dní.`
        : `Celú sumu ${euros(amount)} sme vám preto poslali späť. Peniaze sú na ceste; keď prídu, dáme vám vedieť.`,
      ORDER[state],
    ],
  };
}
