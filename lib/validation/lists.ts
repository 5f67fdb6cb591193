/** Schemas for the query parameters of lists (infra/docs/api/conventions.md#pages). All their values are texts. */
import * as v from 'valibot';
import { MAX_PAGE_SIZE } from '../domain/model/page.ts';
import { TESTIMONY_STATES } from '../domain/model/testimonies/testimony.ts';
import { isExistingDate } from './dates.ts';
import { slovakMessages } from './slovak.ts';
import { createCanonicalTextSchema } from './texts.ts';

/** Maximum number of items on a page, 1 to 100. */
export const PageLimit = v.pipe(
  v.string(slovakMessages.pageLimit),
  v.check(
    text => /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_PAGE_SIZE,
    slovakMessages.pageLimit,
  ),
  v.transform(Number),
);

export const TestimonyStateFilter = v.picklist(TESTIMONY_STATES, slovakMessages.state);

const MOMENT = /^(\d{4})-(\d\d)-(\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/;

/** A time with its offset from UTC, or a day, which means the beginning of the day in UTC. The output is in UTC. */
export const Moment = createCanonicalTextSchema(text => {
  const [, year = 0, month = 0, day = 0] = MOMENT.exec(text)?.map(Number) ?? [];
  const time = isExistingDate({ year, month, day }) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? undefined : toUtc(time);
}, slovakMessages.moment);

/** Returns the time in the format of stored times, or undefined if its year in UTC does not have four digits. */
function toUtc(time: number): string | undefined {
  const text = new Date(time).toISOString();
  return /^\d{4}-/.test(text) ? text : undefined;
}
