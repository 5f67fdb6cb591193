import type { MailOf } from '../domain/model/mail.ts';
import { type Content, greet } from './layout.ts';
import { euros } from './slovak-figures.ts';

type Message = MailOf<'payment-refunded'>;

const WHY: Readonly<Record<Message['why'], (city: string) => string>> = {
  late: city => `ponuka, ktorú ste zaplatili (${city}), už v okamihu platby nebola dostupná.`,
  'given up': city => `objednávku (${city}), ktorú ste zaplatili, sme zrušili.`,
  'by hand': city => `platbu za vašu objednávku (${city}) vám vraciame.`,
};

/** What becomes of the order: a payment that came too late changes nothing of it (contract §4). */
const ORDER: Readonly<Record<Message['state'], string>> = {
  pending: 'Váš dopyt zostáva otvorený.',
  offered: 'Váš dopyt zostáva otvorený a môžete prijať inú ponuku.',
  accepted: 'Objednávka u znalca, ktorého ponuku ste prijali, platí bez zmeny.',
  completed: 'Posudok, ktorý ste si objednali, je hotový a môžete si ho stiahnuť.',
  cancelled: 'Objednávka je zrušená.',
};

/** Tells a client that a payment goes back, why, and what that means for the order; then that it is there. */
export function paymentRefunded({ firstName, amount, city, arrived, why, state }: Message): Content {
  return {
    subject: arrived ? 'Vrátili sme vám platbu' : 'Vraciame vám platbu',
    greeting: greet(firstName),
    paragraphs: [
      WHY[why](city),
      arrived
        ? `Sumu ${euros(amount)} sme vám vrátili. Na účte ju uvidíte spravidla do niekoľkých dní.`
        : `Suma ${euros(amount)} je na ceste k vám. Keď banka vrátenie potvrdí, napíšeme vám.`,
      ORDER[state],
    ],
  };
}
