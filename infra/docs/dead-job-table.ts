/** Generator of the table of dead jobs in `alarms.md`. */
import { JOB_KINDS } from '../../lib/domain/jobs/run-task.ts';
import { renderMarkdownTable } from './markdown-table.ts';

/** Renders one row for each effect of a dead job, with the kinds of jobs that have this effect. */
export function renderDeadJobs(): string {
  const kindsByEffect = Map.groupBy(Object.entries(JOB_KINDS), ([, { effectWhenDead }]) => effectWhenDead);
  const rows = [...kindsByEffect].map(([effect, entries]) => [
    entries.map(([kind]) => `\`${kind}\``).join(', '),
    effect,
  ]);
  return renderMarkdownTable(['Dead job', 'What is at stake'], rows);
}
