/** Texts that describe a testimony, its money and its dates in mails. */
import type { CommissionFacts, ComplaintPeriod, TestimonyFacts } from '../domain/model/mails/mail.ts';
import { getTestimonyNumber } from '../domain/model/testimonies/testimony.ts';
import { type LabelTable, PURPOSE_LABELS, REAL_ESTATE_TYPE_LABELS, REGION_LABELS } from '../texts/labels.ts';
import { formatEuros, formatMoment } from '../texts/slovak-formats.ts';
import type { MailDetailRow } from './content.ts';

type MailedTestimony = TestimonyFacts['testimony'];

export const createTestimonyFacts = (testimony: MailedTestimony): MailDetailRow[] => [
  ['Posudok', `${describeTestimony(testimony)}, č. ${getTestimonyNumber(testimony.id)}`],
];

export const getTestimonyPath = (id: string): string => `/testimonies/${id}`;

export const createTestimonyPage = (testimony: MailedTestimony) => ({
  facts: createTestimonyFacts(testimony),
  action: { label: 'Otvoriť posudok', url: getTestimonyPath(testimony.id) },
});

export const createDueDateFacts = (dueAt: string | null): MailDetailRow[] =>
  dueAt ? [['Termín odovzdania', formatMoment(dueAt)]] : [];

/** Returns a short description such as `Hypotéka, Košický kraj`. */
export const describeTestimony = ({ purpose, region }: MailedTestimony): string =>
  `${getPurposeLabel(purpose)}, ${getRegionLabel(region)}`;

export const getTypeLabel = (type: string): string => getSlovakLabel(REAL_ESTATE_TYPE_LABELS, type);

const getPurposeLabel = (purpose: string): string => getSlovakLabel(PURPOSE_LABELS, purpose);

export const getRegionLabel = (region: string): string => getSlovakLabel(REGION_LABELS, region);

/** Returns the Slovak label of a value, or the value itself if it has no label. */
const getSlovakLabel = (table: LabelTable, value: string): string => table[value]?.[0] ?? value;

/** Returns the paragraph that tells a client how to confirm a testimony or to complain about it, if possible. */
export const describeComplaintPeriod = (until: ComplaintPeriod['complaintUntil']): string[] =>
  until
    ? [
        `Skontrolujte ho prosím. Ak je v poriadku, potvrďte ho. Ak nie je, môžete ho do ${formatMoment(until)} reklamovať. Po tomto čase odmenu pošleme znalcovi.`,
      ]
    : [];

export const createComplaintPeriodFacts = (until: ComplaintPeriod['complaintUntil']): MailDetailRow[] =>
  until ? [['Reklamovať môžete do', formatMoment(until)]] : [];

/** Returns the rows with the price of an offer, the refunds to the client and the commission of the platform. */
export function createCommissionFacts({
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
