/** Filters of lists of testimonies (infra/docs/api/testimonies.md#lists-of-testimonies). */
import { MINUTE } from '../../../durations.ts';
import type { Testimony, TestimonyState } from './testimony.ts';

/** Conditions that every testimony of a list fulfils. An absent or undefined condition is always fulfilled. */
export interface TestimonyFilter {
  readonly state?: TestimonyState | undefined;
  readonly region?: string | undefined;
  /** Lists testimonies that were created after this time, in the form of `Testimony.createdAt`. */
  readonly createdAfter?: string | undefined;
}

/**
 * Tolerance between the order of ids and the order of creation times. A function reads its clock at different moments
 * for the two, and the clocks of two functions may differ.
 */
const ORDER_TOLERANCE_MS = MINUTE;

export function hasCondition(filter: TestimonyFilter): boolean {
  return Object.values(filter).some(value => value !== undefined);
}

export function matchesFilter(
  { state, region, createdAfter }: TestimonyFilter,
  testimony: Pick<Testimony, 'state' | 'realEstate' | 'createdAt'>,
): boolean {
  return (
    (state === undefined || testimony.state === state) &&
    (region === undefined || testimony.realEstate.region === region) &&
    (createdAfter === undefined || testimony.createdAt > createdAfter)
  );
}

/** Returns whether the testimony is so old that neither it nor any with a smaller id matches the filter. */
export function isBeforeFilter(
  { createdAfter }: TestimonyFilter,
  { createdAt }: Pick<Testimony, 'createdAt'>,
): boolean {
  return createdAfter !== undefined && Date.parse(createdAt) < Date.parse(createdAfter) - ORDER_TOLERANCE_MS;
}
