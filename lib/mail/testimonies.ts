/** Texts that describe a testimony in mails. */
import type { TestimonyFacts } from '../domain/model/mail.ts';
import type { MailDetailRow } from './content.ts';
import { formatMoment } from './slovak-formats.ts';

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

/** Slovak labels for the regions (infra/docs/api/validation.md#regions). */
export const REGION_LABELS: Readonly<Record<string, string>> = {
  ba: 'Bratislavský kraj',
  bb: 'Banskobystrický kraj',
  ke: 'Košický kraj',
  nr: 'Nitriansky kraj',
  po: 'Prešovský kraj',
  tn: 'Trenčiansky kraj',
  tt: 'Trnavský kraj',
  za: 'Žilinský kraj',
};

/** Returns a number short enough for a phone call: the last eight digits of the id, which are random. */
export const testimonyNumber = (id: string): string => id.slice(-8).toUpperCase();

export function testimonyFacts({ id, purpose, region }: MailedTestimony): MailDetailRow[] {
  return [
    ['Účel', getPurposeLabel(purpose)],
    ['Kraj', getRegionLabel(region)],
    ['Číslo posudku', testimonyNumber(id)],
  ];
}

/** Returns the row with the due date of a testimony that has one. */
export const dueDateFacts = (dueAt: string | null): MailDetailRow[] =>
  dueAt ? [['Termín odovzdania', formatMoment(dueAt)]] : [];

/** Returns a short description such as `Hypotéka, Košický kraj`. */
export const testimonySummary = ({ purpose, region }: MailedTestimony): string =>
  `${getPurposeLabel(purpose)}, ${getRegionLabel(region)}`;

const getPurposeLabel = (purpose: string): string => PURPOSE_LABELS[purpose] ?? purpose;

const getRegionLabel = (region: string): string => REGION_LABELS[region] ?? region;
