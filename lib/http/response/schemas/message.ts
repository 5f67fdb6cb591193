/** Schemas of error responses and of responses that contain only a message (infra/docs/api/conventions.md#statuses). */
import * as v from 'valibot';

export const Problem = v.strictObject({ message: v.string() });

/** Body of a 422. `errors` maps the dot path of a field to its messages (infra/docs/api/validation.md#error-format). */
export const ValidationError = v.strictObject({
  message: v.string(),
  errors: v.record(v.string(), v.array(v.string())),
});

export const Notice = v.strictObject({ message: v.string() });

export const Health = v.strictObject({ status: v.literal('ok') });
