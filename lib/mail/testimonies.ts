/** Texts that describe a testimony in mails. */
import type { TestimonyFacts } from '../domain/model/mail.ts';
import type { MailDetailRow } from './content.ts';

type MailedTestimony = TestimonyFacts['testimony'];

/** Slovak labels for the purposes of a testimony (infra/docs/api/testimonies.md). */
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

/** Returns a number short enough for a phone call: the last eight digits of the id, which are random. */
export const testimonyNumber = (id: string): string => id.slice(-8).toUpperCase();

export function testimonyFacts({ id, purpose, city }: MailedTestimony): MailDetailRow[] {
  return [
    ['Účel', getPurposeLabel(purpose)],
    ['Mesto', city],
    ['Číslo posudku', testimonyNumber(id)],
  ];
}

/** Returns a short description such as `Hypotéka, Košice`. */
export const testimonySummary = ({ purpose, city }: MailedTestimony): string =>
  `${getPurposeLabel(purpose)}, ${city}`;

const getPurposeLabel = (purpose: string): string => PURPOSE_LABELS[purpose] ?? purpose;
