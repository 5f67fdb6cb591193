import type { MailOf } from '../domain/model/mail.ts';
import { type Content, greet } from './content.ts';
import { orderInFacts, orderInShort } from './orders.ts';
import { days, euros } from './slovak-figures.ts';

/** Tells a client that the payment arrived and the order stands. */
export function paymentReceived({
  firstName,
  expert,
  price,
  daysToComplete,
  order,
  link,
}: MailOf<'payment-received'>): Content {
  return {
    subject: 'Prijali sme vašu platbu',
    preheader: `${orderInShort(order)}: objednávka je záväzná.`,
    greeting: greet(firstName),
    paragraphs: [
      `vašu platbu ${euros(price)} za znalecký posudok sme prijali. Objednávka je záväzná.`,
      `Posudok vypracuje ${expert} a má naň ${days(daysToComplete)}. Peniaze dostane, až keď posudok dodá.`,
    ],
    facts: orderInFacts(order),
    action: { label: 'Otvoriť objednávku', url: link },
  };
}
