/**
 * Documents whose download links an account has opened in this browser. Clients can confirm only a document whose link
 * they have opened. The console does not know whether the download succeeded.
 */
import type { Testimony } from '../../../../client/runtime/index.ts';
import { browserStorage } from '../../core/storage.ts';

const getKey = (userId: string, { id, versions }: Testimony): string =>
  `downloaded:${userId}:${id}:${versions.length}`;

export const recordDownload = (userId: string, testimony: Testimony): void =>
  browserStorage.setItem(getKey(userId, testimony), '');

export const hasDownloaded = (userId: string, testimony: Testimony): boolean =>
  browserStorage.getItem(getKey(userId, testimony)) !== null;
