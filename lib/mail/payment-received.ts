import type { MailOf } from '../domain/model/mail.ts';
import { type Content, greet } from './layout.ts';
import { days, euros } from './slovak-figures.ts';

/** Tells a client that the payment arrived and the order stands. */
export function paymentReceived({
  firstName,
  expert,
  price,
  daysToComplete,
  city,
  link,
}: MailOf<'payment-received'>): Content {
  return {
    subject: 'Prijali sme vašu platbu',
    greeting: greet(firstName),
    paragraphs: [
      `vašu platbu ${euros(price)} za znalecký posudok (${city}) sme prijali. Objednávka je záväzná.`,
      `Posudok vypracuje ${expert} a má naň ${days(daysToComplete)}. Peniaze mu odovzdáme, až keď posudok dodá.`,
    ],
    action: { label: 'Otvoriť objednávku', url: link },
  };
}
