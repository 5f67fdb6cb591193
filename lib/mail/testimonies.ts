/** Texts that describe a testimony in mails. */
import type { TestimonyFacts } from '../domain/model/mail.ts';
import { testimonyNumber } from '../domain/model/testimony.ts';
import { type LabelTable, Purpose, RealEstateType, Region } from '../texts/labels.ts';
import { formatMoment } from '../texts/slovak-formats.ts';
import type { MailDetailRow } from './content.ts';

type MailedTestimony = TestimonyFacts['testimony'];

export function testimonyFacts({ id, purpose, region }: MailedTestimony): MailDetailRow[] {
  return [
    ['Účel', getPurposeLabel(purpose)],
    ['Kraj', getRegionLabel(region)],
    ['Číslo posudku', testimonyNumber(id)],
  ];
}

export const testimonyPage = (testimony: MailedTestimony, link: string) => ({
  facts: testimonyFacts(testimony),
  action: { label: 'Otvoriť posudok', url: link },
});

export const dueDateFacts = (dueAt: string | null): MailDetailRow[] =>
  dueAt ? [['Termín odovzdania', formatMoment(dueAt)]] : [];

/** Returns a short description such as `Hypotéka, Košický kraj`. */
export const testimonySummary = ({ purpose, region }: MailedTestimony): string =>
  `${getPurposeLabel(purpose)}, ${getRegionLabel(region)}`;

export const getTypeLabel = (type: string): string => getSlovakLabel(RealEstateType, type);

const getPurposeLabel = (purpose: string): string => getSlovakLabel(Purpose, purpose);

export const getRegionLabel = (region: string): string => getSlovakLabel(Region, region);

/** Returns the Slovak label of a value, or the value itself if it has no label. */
const getSlovakLabel = (table: LabelTable, value: string): string => table[value]?.[0] ?? value;
