/** Schema of stored events of users. */
import * as v from 'valibot';
import type { ActivityEvent } from '../../../domain/model/activity.ts';
import { createRecordReader } from './record-reader.ts';
import type { Item } from './table.ts';

/** A stored event. */
export type StoredActivityEvent = Omit<ActivityEvent, 'type' | 'about'> & {
  readonly type: string;
  readonly about: { readonly kind: string; readonly id: string };
};

export const createActivityEventSchema = () =>
  v.object({
    id: v.string(),
    userId: v.string(),
    type: v.string(),
    about: v.object({ kind: v.string(), id: v.string() }),
    testimonyId: v.nullable(v.string()),
    at: v.string(),
    requestId: v.nullable(v.string()),
  });

export const toActivityEvent = /* @__PURE__ */ createRecordReader<
  StoredActivityEvent,
  typeof createActivityEventSchema
>('event', createActivityEventSchema) as (item: Item) => ActivityEvent;
