/** The mails that the engine took, oldest first, and which of them a reader looks for. */
import { type Email, getStoreReadonly } from 'aws-ses-v2-local/dist/store.js';

export type { Email };

export const keptMails = (): readonly Email[] => getStoreReadonly().emails;

export const isTo = ({ destination }: Email, address: string): boolean => destination.to.includes(address);

export interface Search {
  /** One recipient; empty: all. */
  readonly to: string;
  /** Words that all must be there, whatever their case and accents. */
  readonly words: string;
}

/** Newest first. */
export function foundMails({ to, words }: Search): Email[] {
  const wanted = plain(words).split(/\s+/).filter(Boolean);
  return keptMails()
    .filter(mail => !to || isTo(mail, to))
    .filter(mail => wanted.every(word => searched(mail).includes(word)))
    .toReversed();
}

/** Each with the number of its mails; whoever was written to last comes first. */
export function recipients(): [address: string, mails: number][] {
  const counts = new Map<string, number>();
  for (const address of keptMails()
    .flatMap(({ destination }) => destination.to)
    .toReversed()) {
    counts.set(address, (counts.get(address) ?? 0) + 1);
  }
  return [...counts];
}

const searched = ({ destination, subject, body }: Email) =>
  plain([...destination.to, subject, body.text].join(' '));

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
