/** Slovak formats for amounts, counts and dates. */

const EURO_FORMAT = new Intl.NumberFormat('sk-SK', { style: 'currency', currency: 'EUR' });

/** Formats an amount in cents: `123450` → `1 234,50 €`. */
export function formatEuros(cents: number): string {
  return EURO_FORMAT.format(cents / 100);
}

/** Formats a number of days: 1 deň, 2–4 dni, 5 and more dní. */
export function formatDays(count: number): string {
  return `${count} ${count === 1 ? 'deň' : count >= 2 && count <= 4 ? 'dni' : 'dní'}`;
}

const MOMENT_FORMAT = new Intl.DateTimeFormat('sk-SK', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Europe/Bratislava',
});

/**
 * Formats a timestamp in Slovak time: `2026-03-02T09:05:00.000Z` → `2. marca 2026 o 10:05`. Non-breaking spaces keep
 * day and month together, and the hour with its preposition.
 */
export function formatMoment(iso: string): string {
  return MOMENT_FORMAT.format(new Date(iso)).replace('. ', '.\u00a0').replace(' o ', ' o\u00a0');
}
