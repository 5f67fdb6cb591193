/**
 * Storage key for the testimony that the user is paying for in this tab. The payment success page returns to this
 * testimony.
 */
import { removeDraft } from '../../core/drafts.ts';
import { tabStorage } from '../../core/storage.ts';

const STORAGE_KEY = 'checkout-testimony';

export const readCheckoutTestimony = (): string | null => tabStorage.getItem(STORAGE_KEY);
export const storeCheckoutTestimony = (testimonyId: string): void =>
  tabStorage.setItem(STORAGE_KEY, testimonyId);
/** Forgets the testimony and the input of the checkout form after the payment. */
export function clearCheckoutTestimony(): void {
  tabStorage.removeItem(STORAGE_KEY);
  removeDraft('checkout');
}
