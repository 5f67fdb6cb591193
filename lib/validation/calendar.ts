/**
 * Days as people in Slovakia count them (spec §2.3, contract §1 "422").
 *
 * The library hands its rules no context, so today's date is set for the length of one validation;
 * validation never waits for anything, so no two can meet there.
 */
export interface CalendarDate {
  readonly day: number;
  readonly month: number;
  readonly year: number;
}

const BRATISLAVA = new Intl.DateTimeFormat('en', {
  timeZone: 'Europe/Bratislava',
  day: 'numeric',
  month: 'numeric',
  year: 'numeric',
});

let clock: Date | undefined;

/** Runs `work`, which must be synchronous, with `now` as the time that `isAdult` goes by. */
export function onTheDayOf<Result>(now: Date, work: () => Result): Result {
  clock = now;
  try {
    return work();
  } finally {
    clock = undefined;
  }
}

/** Whether the calendar has this day. Years before 100 are not the calendar's business. */
export function exists({ day, month, year }: CalendarDate): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/**
 * From the start of the 18th birthday in Bratislava. Born on 29 February one waits for 1 March,
 * which falls out of comparing dates as numbers.
 */
export function isAdult(born: CalendarDate): boolean {
  if (!clock) throw new Error('isAdult is asked outside a validation');
  return ordinal({ ...born, year: born.year + 18 }) <= ordinal(today(clock));
}

function today(now: Date): CalendarDate {
  const parts = BRATISLAVA.formatToParts(now);
  const part = (type: 'day' | 'month' | 'year') => Number(parts.find(p => p.type === type)?.value);
  return { day: part('day'), month: part('month'), year: part('year') };
}

function ordinal({ day, month, year }: CalendarDate): number {
  return year * 10_000 + month * 100 + day;
}
