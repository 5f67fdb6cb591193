/** The order that a mail speaks of, as its reader knows it. */
import type { OrderFacts } from '../domain/model/mail.ts';
import type { Fact } from './content.ts';

type Order = OrderFacts['order'];

/** What a testimony is for (contract §4). */
export const PURPOSES: Readonly<Record<string, string>> = {
  mortgage: 'Hypotéka',
  inheritance: 'Dedičské konanie',
  construction: 'Výstavba',
  settlement: 'Majetkové vyrovnanie',
  coownership: 'Vyporiadanie spoluvlastníctva',
  noncash: 'Nepeňažný vklad',
  enforcement: 'Exekúcia',
  auction: 'Dražba',
  transfer: 'Prevod nehnuteľnosti',
  business: 'Podnikanie',
  easement: 'Vecné bremeno',
};

/** Short enough to be told on the phone: the last eight digits of the id, which are random. */
export const orderNumber = (id: string): string => id.slice(-8).toUpperCase();

export function orderInFacts({ id, purpose, city }: Order): Fact[] {
  return [
    ['Účel', purposeOf(purpose)],
    ['Mesto', city],
    ['Číslo objednávky', orderNumber(id)],
  ];
}

/** `Hypotéka, Košice`, for a line that has room for little. */
export const orderInShort = ({ purpose, city }: Order): string => `${purposeOf(purpose)}, ${city}`;

const purposeOf = (purpose: string): string => PURPOSES[purpose] ?? purpose;
