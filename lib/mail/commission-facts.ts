import type { CommissionFacts } from '../domain/model/mail.ts';
import { formatEuros } from '../texts/slovak-formats.ts';
import type { MailDetailRow } from './content.ts';

/** Returns the rows with the price of an offer, the refunds to the client and the commission of the platform. */
export function commissionFacts({
  price,
  commission,
  refunded = 0,
  borneByPlatform = 0,
}: CommissionFacts): MailDetailRow[] {
  return [
    ['Cena pre klienta', formatEuros(price)],
    ...(refunded > 0 ? [['Vrátené klientovi', formatEuros(refunded)] as const] : []),
    ...(borneByPlatform > 0 ? [['Z toho znáša trhovisko', formatEuros(borneByPlatform)] as const] : []),
    ['Provízia trhoviska', formatEuros(commission)],
  ];
}
