/** Retention periods of a stage. */
import { UNREVIEWED_SCAN_RETENTION_DAYS } from '../domain/model/file.ts';
import type { Retention } from '../domain/ports/files.ts';
import { type Environment, readCount } from './environment.ts';

export function readRetention(environment: Environment): Retention {
  return { scanDays: readCount(environment, 'SCANS_KEPT_DAYS', UNREVIEWED_SCAN_RETENTION_DAYS) };
}
