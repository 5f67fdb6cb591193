/** Functions that write records directly to the table, without a request. */
import { expect } from 'vitest';
import { accountChanged, testimonyChanged, testimonyCreated } from '../../lib/domain/changes.ts';
import type { User } from '../../lib/domain/model/accounts/account.ts';
import type { Change } from '../../lib/domain/model/change.ts';
import type { Testimony } from '../../lib/domain/model/testimonies/testimony.ts';
import type { Dependencies } from '../../lib/domain/ports/dependencies.ts';

type Deps = Pick<Dependencies, 'unitOfWork'>;

export async function commitChanges({ unitOfWork }: Deps, changes: readonly Change[]): Promise<void> {
  expect(await unitOfWork.commit(changes)).toEqual([]);
}

export const saveAccount = (deps: Deps, before: User, after: User): Promise<void> =>
  commitChanges(deps, accountChanged(before, after));

export const saveTestimony = (
  deps: Deps & Pick<Dependencies, 'clock' | 'random'>,
  before: Testimony,
  after: Testimony,
): Promise<void> => commitChanges(deps, testimonyChanged(before, after, deps));

export const addTestimony = (deps: Deps, testimony: Testimony): Promise<void> =>
  commitChanges(deps, testimonyCreated(testimony));
