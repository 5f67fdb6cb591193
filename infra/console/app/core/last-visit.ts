/**
 * Time of an account's last visit in this browser. Lists mark testimonies that have changed since then as new. A visit
 * lasts as long as the browser tab. The mark of a testimony disappears when the testimony is opened.
 */
import { browserStorage, tabStorage } from './storage.ts';

const lastVisitKey = (userId: string) => `last-visit:${userId}`;
const visitKey = (userId: string) => `news-since:${userId}`;
const openedKey = (userId: string) => `opened:${userId}`;

/**
 * Records the current visit of an account.
 * @returns the time of the previous visit in ISO 8601, or null on the first visit
 */
export function recordVisit(userId: string): string | null {
  const since = tabStorage.getItem(visitKey(userId)) ?? browserStorage.getItem(lastVisitKey(userId)) ?? '';
  tabStorage.setItem(visitKey(userId), since);
  browserStorage.setItem(lastVisitKey(userId), new Date().toISOString());
  return since || null;
}

export function recordOpening(userId: string, testimonyId: string): void {
  const opened = { ...readOpenings(userId), [testimonyId]: new Date().toISOString() };
  tabStorage.setItem(openedKey(userId), JSON.stringify(opened));
}

/** Returns the times at which testimonies were last opened during this visit, by testimony id. */
export const readOpenings = (userId: string): Readonly<Record<string, string>> =>
  tabStorage.getObject(openedKey(userId));
