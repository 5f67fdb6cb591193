/** Tests of the audit log: entries cannot be replaced, and only their reasons can be erased. */
import { beforeEach, expect, it } from 'vitest';
import type { AuditEntry } from '../../../../../lib/domain/model/activity/audit.ts';
import { listItems } from '../../../../support/inspect-store.ts';
import { openDependencies, type TestDependencies } from '../../../../support/test-dependencies.ts';

const SUBJECT = 'u';

let deps: TestDependencies;
let entry: AuditEntry;

beforeEach(async () => {
  deps = await openDependencies();
  const when = deps.clock.now().toISOString();
  entry = { id: deps.random.uuid(), subjectId: SUBJECT, who: 'arn', what: 'revoked', why: 'Dôvod.', when };
});

const record = (recorded: AuditEntry) =>
  deps.unitOfWork.commit([{ kind: 'audit-entry-recorded', entry: recorded }]);

it('an audit entry cannot be replaced by another one with the same id', async () => {
  await record(entry);

  expect(await record({ ...entry, what: 'approved', why: null })).toMatchObject([
    { reason: 'changed-since-read' },
  ]);
  await expect(deps.audit.add({ ...entry, what: 'approved' })).rejects.toThrow('conditional');
  expect(await deps.audit.list(SUBJECT)).toEqual([entry]);
});

it('the erasure of reasons leaves the items of audit entries unchanged', async () => {
  await record(entry);
  const before = await listItems(deps, 'AUDIT#');

  await deps.accountEraser.eraseReasons(SUBJECT);

  expect(await listItems(deps, 'AUDIT#')).toEqual(before);
  expect(await listItems(deps, 'REASON#')).toEqual([]);
  expect(await deps.audit.list(SUBJECT)).toEqual([{ ...entry, why: null }]);
});
