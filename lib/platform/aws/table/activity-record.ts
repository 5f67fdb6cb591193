/** Schema of stored events of users. */
import * as v from 'valibot';
import type { ActivityEvent, ActivityResource, ActivityType } from '../../../domain/model/activity.ts';
import { extensibleText } from './contact-schemas.ts';
import { createRecordReader } from './record-reader.ts';

export const createActivityEventSchema = () =>
  v.object({
    id: v.string(),
    userId: v.string(),
    type: extensibleText<ActivityType>(),
    about: v.object({ kind: extensibleText<ActivityResource['kind']>(), id: v.string() }),
    testimonyId: v.nullable(v.string()),
    at: v.string(),
    requestId: v.nullable(v.string()),
  });

export const toActivityEvent = /* @__PURE__ */ createRecordReader<
  ActivityEvent,
  typeof createActivityEventSchema
>('event', createActivityEventSchema);
