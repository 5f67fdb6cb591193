/** Conversion of items to jobs, and detection of open jobs. */
import { InvalidRecordError } from '../../../domain/errors.ts';
import { createJobSchema, type Job } from '../../../domain/model/jobs/job.ts';
import { JOB_QUEUE, listPartitions } from '../queue/leased-queue.ts';
import { createRecordReader } from '../table/records.ts';
import { type Item, withoutKeys } from '../table/table.ts';

const readJob = /* @__PURE__ */ createRecordReader('job', createJobSchema);

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
  const attributes = Object.entries(withoutKeys(item)).filter(([field]) => !damaged.has(field));
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
