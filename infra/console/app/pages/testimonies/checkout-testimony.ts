/** Storage key for the testimony that is being paid for in this tab. The payment success page returns to it. */
const STORAGE_KEY = 'checkout-testimony';

export const readCheckoutTestimony = (): string | null => sessionStorage.getItem(STORAGE_KEY);
export const storeCheckoutTestimony = (testimonyId: string): void =>
  sessionStorage.setItem(STORAGE_KEY, testimonyId);
export const clearCheckoutTestimony = (): void => sessionStorage.removeItem(STORAGE_KEY);
