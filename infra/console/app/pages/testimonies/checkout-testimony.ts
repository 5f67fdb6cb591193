/** Which order is being paid in this tab, so that the way back from the payment page ends at it. */
const STORAGE_KEY = 'checkout-testimony';

export const readCheckoutTestimony = (): string | null => sessionStorage.getItem(STORAGE_KEY);
export const storeCheckoutTestimony = (testimonyId: string): void =>
  sessionStorage.setItem(STORAGE_KEY, testimonyId);
export const clearCheckoutTestimony = (): void => sessionStorage.removeItem(STORAGE_KEY);
