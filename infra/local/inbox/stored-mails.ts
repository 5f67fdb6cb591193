/** The mails that the engine took, oldest first, and which of them a reader looks for. */
import { type Email, getStoreReadonly } from 'aws-ses-v2-local/dist/store.js';

export type { Email };

export const listMails = (): readonly Email[] => getStoreReadonly().emails;

export const isAddressedTo = ({ destination }: Email, address: string): boolean =>
  destination.to.includes(address);

export interface MailSearch {
  /** One recipient; empty: all. */
  readonly to: string;
  /** Words that all must be there, whatever their case and accents. */
  readonly words: string;
}

/** Newest first. */
export function searchMails({ to, words }: MailSearch): Email[] {
  const searchWords = normalizeText(words).split(/\s+/).filter(Boolean);
  return listMails()
    .filter(mail => !to || isAddressedTo(mail, to))
    .filter(mail => searchWords.every(word => getSearchText(mail).includes(word)))
    .toReversed();
}

/** Each with the number of its mails; whoever was written to last comes first. */
export function countMailsByRecipient(): [address: string, mails: number][] {
  const counts = new Map<string, number>();
  for (const address of listMails()
    .flatMap(({ destination }) => destination.to)
    .toReversed()) {
    counts.set(address, (counts.get(address) ?? 0) + 1);
  }
  return [...counts];
}

const getSearchText = ({ destination, subject, body }: Email) =>
  normalizeText([...destination.to, subject, body.text].join(' '));

const normalizeText = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
