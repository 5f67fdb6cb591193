/**
 * Days as people in Slovakia count them (infra/docs/api/validation.md).
 *
 * The library hands its rules no context, so today's date is set for the length of one validation;
 * validation never waits for anything, so no two can meet there.
 */
export interface CalendarDate {
  readonly day: number;
  readonly month: number;
  readonly year: number;
}

let clock: Date | undefined;

/** Runs `work`, which must be synchronous, with `now` as the time that `isAdult` goes by. */
export function withToday<Result>(now: Date, work: () => Result): Result {
  clock = now;
  try {
    return work();
  } finally {
    clock = undefined;
  }
}

/** Whether the calendar has this day. Years before 100 are not the calendar's business. */
export function isExistingDate({ day, month, year }: CalendarDate): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/**
 * From the start of the 18th birthday in Bratislava. Born on 29 February one waits for 1 March,
 * which falls out of comparing dates as numbers.
 */
export function isAdult(born: CalendarDate): boolean {
  if (!clock) throw new Error('isAdult is asked outside a validation');
  const birthday = ordinal({ ...born, year: born.year + 18 });
  // Bratislava is ahead of UTC, so who is of age there is of age here; the rest need the time zone.
  return birthday <= ordinal(todayInUtc(clock)) || birthday <= ordinal(todayInBratislava(clock));
}

function todayInUtc(now: Date): CalendarDate {
  return { day: now.getUTCDate(), month: now.getUTCMonth() + 1, year: now.getUTCFullYear() };
}

/** The first formatter of a process takes 13 ms, too long for the start of every Lambda. */
function todayInBratislava(now: Date): CalendarDate {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: 'Europe/Bratislava',
    day: 'numeric',
    month: 'numeric',
    year: 'numeric',
  }).formatToParts(now);
  const part = (type: 'day' | 'month' | 'year') => Number(parts.find(p => p.type === type)?.value);
  return { day: part('day'), month: part('month'), year: part('year') };
}

function ordinal({ day, month, year }: CalendarDate): number {
  return year * 10_000 + month * 100 + day;
}
