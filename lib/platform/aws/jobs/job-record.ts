/** Schema of stored jobs. */
import * as v from 'valibot';
import { InvalidRecordError } from '../../../domain/errors.ts';
import type { Job } from '../../../domain/model/jobs/job.ts';
import { JOB_QUEUE, listPartitions } from '../queue/leased-queue.ts';
import { flag, nullableText, number, text } from '../table/contact-schemas.ts';
import { createRecordReader } from '../table/record-reader.ts';
import { createScanChecksSchema } from '../table/scan-checks-schema.ts';
import { type Item, withoutKeys } from '../table/table.ts';

/** A stored job. The run of a job checks its kind of task. */
type StoredJob = Omit<Job, 'task'> & { readonly task: { readonly kind: string } };

const createFailureSchema = () =>
  v.object({
    testimonyId: nullableText,
    amount: v.nullable(number),
    party: v.nullable(v.picklist(['client', 'expert'])),
    error: nullableText,
  });

const createVerdictSchema = () =>
  v.picklist(['ok', 'unreadable', 'too-complex', 'active-content', 'infected']);

export const createJobSchema = () =>
  v.object({
    id: text,
    task: v.object({ kind: text }),
    attempts: number,
    createdAt: text,
    notBefore: v.exactOptional(text),
    causedBy: v.exactOptional(text),
    firstAttemptAt: v.exactOptional(text),
    diedAt: v.exactOptional(nullableText),
    failure: v.exactOptional(v.nullable(createFailureSchema())),
    keyAttempt: v.exactOptional(number),
    mailCounted: v.exactOptional(flag),
    dueAt: v.exactOptional(text),
    doneAt: v.exactOptional(text),
    dismissedAt: v.exactOptional(text),
    verdict: v.exactOptional(v.union([createVerdictSchema(), createScanChecksSchema()])),
  });

const readJob = /* @__PURE__ */ createRecordReader<StoredJob, typeof createJobSchema>(
  'job',
  createJobSchema,
) as (item: Item) => Job;

export const OPEN_JOBS_PARTITIONS = listPartitions(JOB_QUEUE);

export const isOpenJob = ({ gsi1pk }: Item): boolean => OPEN_JOBS_PARTITIONS.includes(String(gsi1pk));

/**
 * Converts the item of a job.
 * @throws InvalidRecordError for an open job that does not match the schema
 */
export function toJob(item: Item): Job {
  try {
    return readJob(item);
  } catch (error) {
    if (!(error instanceof InvalidRecordError) || isOpenJob(item)) throw error;
    return readDamagedJob(item, error);
  }
}

/** Reads the attributes of an ended job that match the schema, so that operators can list and dismiss the job. */
function readDamagedJob(item: Item, { name, message, fields }: InvalidRecordError): Job {
  const damaged = new Set(fields.map(field => field.split('.')[0]));
  const attributes = Object.entries(withoutKeys<Partial<Job>>(item)).filter(([field]) => !damaged.has(field));
  const [at = ''] = String(item.gsi1sk ?? item.dismissedAt ?? item.doneAt ?? '').split(' ');
  const known: Partial<Job> = Object.fromEntries(attributes);
  const { task = { kind: 'unknown' } as unknown as Job['task'] } = known;
  const testimonyId = 'testimonyId' in task ? task.testimonyId : null;
  return {
    attempts: 0,
    createdAt: at,
    diedAt: at,
    ...known,
    task,
    id: item.pk.slice(item.pk.indexOf('#') + 1),
    failure: { testimonyId, amount: null, party: null, error: `${name}: ${message}` },
  };
}
