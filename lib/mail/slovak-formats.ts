/** Slovak formats for amounts, counts and dates. */

const EUROS = new Intl.NumberFormat('sk-SK', { style: 'currency', currency: 'EUR' });

/** Formats an amount in cents: `123450` → `1 234,50 €`. */
export function formatEuros(cents: number): string {
  return EUROS.format(cents / 100);
}

/** Creates a function that formats a count. Slovak has separate forms for one, two to four, and all other counts. */
const counted =
  (one: string, few: string, many: string) =>
  (count: number): string =>
    `${count} ${count === 1 ? one : count >= 2 && count <= 4 ? few : many}`;

/** Formats a number of days: 1 deň, 2–4 dni, 5 and more dní. */
export const days = counted('deň', 'dni', 'dní');

/** Formats a duration in minutes, in the accusative: 1 minútu, 2–4 minúty, 5 and more minút. */
export const minutes = counted('minútu', 'minúty', 'minút');

const MOMENTS = new Intl.DateTimeFormat('sk-SK', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Europe/Bratislava',
});

/** Formats a timestamp in Slovak time: `2026-03-02T09:05:00.000Z` → `2. marca 2026 o 10:05`. */
export function formatMoment(iso: string): string {
  return MOMENTS.format(new Date(iso));
}
