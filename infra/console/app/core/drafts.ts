/**
 * Drafts of forms in this browser tab. They keep the input when the user reloads or leaves the page, or comes back from
 * the payment page. A draft never contains passwords or files. A draft belongs to a user: it is deleted when the user
 * signs out, or when somebody else signs in.
 */
import { tabStorage } from './storage.ts';

/** Values by the name of the field; a list for a group of checkboxes. */
export type Draft = Readonly<Record<string, string | readonly string[]>>;

const PREFIX = 'draft:';

let owner = 'guest';

const getKey = (name: string): string => `${PREFIX}${owner}:${name}`;

export const readDraft = <Value extends object = Draft>(name: string): Value =>
  tabStorage.getObject(getKey(name));

export const storeDraft = (name: string, draft: object): void =>
  tabStorage.setItem(getKey(name), JSON.stringify(draft));

export const removeDraft = (name: string): void => tabStorage.removeItem(getKey(name));

/** Sets the user to whom drafts belong from now on, and deletes the drafts of others. */
export function setDraftOwner(userId: string): void {
  owner = userId;
  deleteDrafts(key => !key.startsWith(getKey('')));
}

export function clearDrafts(): void {
  owner = 'guest';
  deleteDrafts(() => true);
}

function deleteDrafts(isDeleted: (key: string) => boolean): void {
  for (const key of tabStorage.listKeys())
    if (key.startsWith(PREFIX) && isDeleted(key)) tabStorage.removeItem(key);
}
