/** Answers that are for reading rather than for using (infra/docs/api/conventions.md). */
import * as v from 'valibot';

export const Problem = v.strictObject({ message: v.string() });

/** Spec §7.3: dot path of a field → messages. */
export const ValidationError = v.strictObject({
  message: v.string(),
  errors: v.record(v.string(), v.array(v.string())),
});

export const Notice = v.strictObject({ message: v.string() });

export const Health = v.strictObject({ status: v.literal('ok') });
