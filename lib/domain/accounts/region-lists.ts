/**
 * Lists of the experts who get digests, by region (infra/docs/data.md#the-table). When a changed account affects the
 * lists, a job updates them, so that functions that change accounts need no permission to write the lists.
 */
import { isDeepStrictEqual } from 'node:util';
import { createJob } from '../changes.ts';
import type { User } from '../model/accounts/account.ts';
import type { Job, TaskOf } from '../model/jobs/job.ts';
import { listDigestRegions } from '../model/mails/digest.ts';
import type { DecisionDependencies, Dependencies } from '../ports/dependencies.ts';
import { commitDecision } from '../unit-of-work.ts';
import { decideNoChange } from './change-user.ts';

/**
 * Creates the job that moves an expert to other lists, if the change of the account requires it.
 * @param after undefined when the account is closed
 */
export function createRegionListsJobs(
  before: User,
  after: User | undefined,
  deps: DecisionDependencies,
): Job[] {
  const former = listDigestRegions(before);
  if (isDeepStrictEqual(former, listDigestRegions(after))) return [];
  const { id: expertId, market } = before;
  const task = { kind: 'update-region-lists', expertId, former, ...(market && { market }) } as const;
  return [createJob(task, deps)];
}

/** Adds an expert to the lists of the current regions, and removes the expert from the lists of the former regions. */
export async function updateRegionLists(
  { expertId, former, market }: TaskOf<'update-region-lists'>,
  deps: Pick<Dependencies, 'accounts' | 'unitOfWork'>,
): Promise<void> {
  await commitDecision(async () => {
    const user = await deps.accounts.find(expertId);
    const listed = listDigestRegions(user);
    const unlisted = former.filter(region => !listed.includes(region));
    if (listed.length + unlisted.length === 0) return decideNoChange(undefined);
    const change = {
      kind: 'region-lists-changed',
      expertId,
      market,
      version: user?.version,
      listed,
      unlisted,
    } as const;
    return { result: undefined, changes: [change] };
  }, deps);
}
