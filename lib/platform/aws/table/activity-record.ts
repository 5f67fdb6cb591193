/** Schema of stored events of users. */
import * as v from 'valibot';
import type { ActivityEvent, ActivityResource } from '../../../domain/model/activity.ts';
import type { ActivityType } from '../../../domain/model/activity-types.ts';
import { extensibleText, nullableText, text } from './contact-schemas.ts';
import { createRecordReader } from './record-reader.ts';

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
