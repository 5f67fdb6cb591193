/** The order that a mail speaks of, as its reader knows it. */
import type { TestimonyFacts } from '../domain/model/mail.ts';
import type { Fact } from './content.ts';

type Order = TestimonyFacts['order'];

/** What a testimony is for (infra/docs/api/testimonies.md). */
export const PURPOSE_LABELS: Readonly<Record<string, string>> = {
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
export const testimonyNumber = (id: string): string => id.slice(-8).toUpperCase();

export function testimonyFacts({ id, purpose, city }: Order): Fact[] {
  return [
    ['Účel', purposeOf(purpose)],
    ['Mesto', city],
    ['Číslo objednávky', testimonyNumber(id)],
  ];
}

/** `Hypotéka, Košice`, for a line that has room for little. */
export const testimonySummary = ({ purpose, city }: Order): string => `${purposeOf(purpose)}, ${city}`;

const purposeOf = (purpose: string): string => PURPOSE_LABELS[purpose] ?? purpose;
