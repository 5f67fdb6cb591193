/** Lists and searches the mails that the SES emulator has received. */
import { type Email, getStoreReadonly } from 'aws-ses-v2-local/dist/store.js';

export type { Email };

/** Lists all mails, oldest first. */
export const listMails = (): readonly Email[] => getStoreReadonly().emails;

export const isAddressedTo = ({ destination }: Email, address: string): boolean =>
  destination.to.includes(address);

export interface MailSearch {
  /** The recipient's e-mail address; an empty string finds mails to all recipients. */
  readonly to: string;
  /** Words that a mail must contain; case and accents are ignored. */
  readonly words: string;
}

/** Finds the matching mails, newest first. */
export function searchMails({ to, words }: MailSearch): Email[] {
  const searchWords = normalizeText(words).split(/\s+/).filter(Boolean);
  return listMails()
    .filter(mail => !to || isAddressedTo(mail, to))
    .filter(mail => searchWords.every(word => getSearchText(mail).includes(word)))
    .toReversed();
}

/** Counts the mails of each recipient. The recipient of the newest mail comes first. */
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
