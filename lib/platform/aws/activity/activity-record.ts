/** Schema of stored events of users. */
import * as v from 'valibot';
import type {
  ActivityEvent,
  ActivityResource,
  ActivityType,
} from '../../../domain/model/activity/activity.ts';
import { extensibleText, nullableText, text } from '../table/contact-schemas.ts';
import { createRecordReader } from '../table/record-reader.ts';

export const createActivityEventSchema = () =>
  v.object({
    id: text,
    userId: text,
    type: extensibleText<ActivityType>(),
    about: v.object({ kind: extensibleText<ActivityResource['kind']>(), id: text }),
    testimonyId: nullableText,
    at: text,
    requestId: nullableText,
  });

export const toActivityEvent = /* @__PURE__ */ createRecordReader<
  ActivityEvent,
  typeof createActivityEventSchema
>('event', createActivityEventSchema);
