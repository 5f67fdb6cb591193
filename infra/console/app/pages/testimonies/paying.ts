/** Which order is being paid in this tab, so that the way back from the payment page ends at it. */
const KEY = 'paying';

export const paying = (): string | null => sessionStorage.getItem(KEY);
export const startPaying = (testimonyId: string): void => sessionStorage.setItem(KEY, testimonyId);
export const clearPaying = (): void => sessionStorage.removeItem(KEY);
