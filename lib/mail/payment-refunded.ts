import type { MailOf, RefundReason } from '../domain/model/job.ts';
import { type Content, greet } from './layout.ts';
import { euros } from './slovak-figures.ts';

const WHY: Readonly<Record<RefundReason, (city: string) => string>> = {
  late: city =>
    `ponuka, ktorú ste zaplatili (${city}), už v okamihu platby nebola dostupná. Na samotnej objednávke sa tým nič nemení.`,
  'given up': city => `objednávka, za ktorú ste zaplatili (${city}), bola zrušená.`,
  'by hand': city =>
    `platbu za vašu objednávku (${city}) vám vraciame. Na samotnej objednávke sa tým nič nemení.`,
};

/** Tells a client why a payment goes back: first that it is on its way, then that it is there. */
export function paymentRefunded(mail: MailOf<'payment-refunded'>): Content {
  const { firstName, amount, city, arrived, why } = mail;
  return {
    subject: arrived ? 'Vrátili sme vám platbu' : 'Vraciame vám platbu',
    greeting: greet(firstName),
    paragraphs: [
      WHY[why](city),
      arrived
        ? `Celú sumu ${euros(amount)} sme vám preto vrátili. Na účet príde spravidla do niekoľkých dní.`
        : `Suma ${euros(amount)} je na ceste k vám. Keď banka vrátenie potvrdí, napíšeme vám.`,
    ],
  };
}
