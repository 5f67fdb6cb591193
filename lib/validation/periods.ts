/** Schemas for days and months, in UTC. */
import * as v from 'valibot';
import { MAX_PERIOD_DAYS } from '../domain/input-limits.ts';
import { DAY } from '../durations.ts';
import { isExistingDate } from './dates.ts';
import { slovakMessages } from './slovak.ts';
import type { FieldsCheck } from './validate.ts';

const DAY_PATTERN = /^(\d{4})-(\d\d)-(\d\d)$/;

export const Day = v.pipe(
  v.string(slovakMessages.noSuchDate),
  v.check(text => {
    const [, year, month, day] = DAY_PATTERN.exec(text)?.map(Number) ?? [];
    return isExistingDate({ year: year ?? 0, month: month ?? 0, day: day ?? 0 });
  }, slovakMessages.noSuchDate),
);

export const Month = v.pipe(
  v.string(slovakMessages.noSuchDate),
  v.regex(/^\d{4}-(0[1-9]|1[0-2])$/, slovakMessages.noSuchDate),
);

/** Checks that the last day of a period is not before the first one, and that the period is not too long. */
export const checkPeriod: FieldsCheck = ({ from, to }) => {
  if (!v.is(Day, from) || !v.is(Day, to)) return [];
  const days = (Date.parse(to) - Date.parse(from)) / DAY;
  if (days >= 0 && days < MAX_PERIOD_DAYS) return [];
  return [{ path: ['to'], message: slovakMessages.period }];
};
