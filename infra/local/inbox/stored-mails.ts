/** Lists and searches the mails that the SES emulator has received. */
import { type Email, getStoreReadonly } from 'aws-ses-v2-local/dist/store.js';

export type { Email };

/** Lists all mails, oldest first. */
export const listMails = (): readonly Email[] => getStoreReadonly().emails;

/** Finds the mails that contain all words in any case and with any accents, newest first. */
export function searchMails(words: string): Email[] {
  const searchWords = normalizeText(words).split(/\s+/).filter(Boolean);
  return listMails()
    .filter(mail => searchWords.every(word => getSearchText(mail).includes(word)))
    .toReversed();
}

const getSearchText = ({ destination, subject, body }: Email) =>
  normalizeText([...destination.to, subject, body.text].join(' '));

const normalizeText = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
