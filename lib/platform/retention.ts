/** For how long a stage keeps what was needed. */
import type { Retention } from '../domain/ports/files.ts';
import { count, type Environment } from './environment.ts';

export function retentionOf(environment: Environment): Retention {
  return { scanDays: count(environment, 'SCANS_KEPT_DAYS') };
}
