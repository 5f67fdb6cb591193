/**
 * Calendar dates and the age check, in Slovak local time (infra/docs/api/validation.md#date-of-birth).
 *
 * Valibot passes no context to its rules, so a module variable holds the current time during a validation.
 * Validations are synchronous, so two of them cannot overlap.
 */
export interface CalendarDate {
  readonly day: number;
  readonly month: number;
  readonly year: number;
}

let currentTime: Date | undefined;

/** Runs `callback`, which must be synchronous, with `now` as the current time for `isAdult`. */
export function withCurrentTime<Result>(now: Date, callback: () => Result): Result {
  currentTime = now;
  try {
    return callback();
  } finally {
    currentTime = undefined;
  }
}

/** Returns whether a date exists in the calendar. It does not support years before 100. */
export function isExistingDate({ day, month, year }: CalendarDate): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/**
 * Returns whether a person is at least 18, counted from the start of the 18th birthday in Bratislava. People born on 29
 * February are adults from 1 March, because the year of their 18th birthday is never a leap year.
 *
 * @throws Error when it is called outside `withCurrentTime`
 */
export function isAdult(dateOfBirth: CalendarDate): boolean {
  if (!currentTime) throw new Error('isAdult was called outside withCurrentTime.');
  const birthday = toComparableNumber({ ...dateOfBirth, year: dateOfBirth.year + 18 });
  // Bratislava is ahead of UTC, so a person who is an adult by the UTC date is an adult in Bratislava, too. The
  // slower time zone conversion is needed only for other people.
  return (
    birthday <= toComparableNumber(getDateInUtc(currentTime)) ||
    birthday <= toComparableNumber(getDateInBratislava(currentTime))
  );
}

function getDateInUtc(now: Date): CalendarDate {
  return { day: now.getUTCDate(), month: now.getUTCMonth() + 1, year: now.getUTCFullYear() };
}

/** Creates the formatter on demand: the first one of a process takes 13 ms, too long for every Lambda start. */
function getDateInBratislava(now: Date): CalendarDate {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: 'Europe/Bratislava',
    day: 'numeric',
    month: 'numeric',
    year: 'numeric',
  }).formatToParts(now);
  const readPart = (type: 'day' | 'month' | 'year') => Number(parts.find(p => p.type === type)?.value);
  return { day: readPart('day'), month: readPart('month'), year: readPart('year') };
}

function toComparableNumber({ day, month, year }: CalendarDate): number {
  return year * 10_000 + month * 100 + day;
}
