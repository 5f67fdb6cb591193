import type { CommissionFacts } from '../domain/model/mail.ts';
import type { MailDetailRow } from './content.ts';
import { formatEuros } from './slovak-formats.ts';

/** Returns the rows with the price of an offer and the commission of the platform. */
export function commissionFacts({ price, commission }: CommissionFacts): MailDetailRow[] {
  return [
    ['Cena pre klienta', formatEuros(price)],
    ['Provízia trhoviska', formatEuros(commission)],
  ];
}
