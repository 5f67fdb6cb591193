/** Tests of the fields that the revision of an identity review covers (infra/docs/api/approval.md). */
import { expect, it } from 'vitest';
import { computeRevision } from '../../../../lib/domain/experts/identity-review.ts';
import type { Expert } from '../../../../lib/domain/model/accounts/account.ts';

const scans = {
  front: 'front-1',
  back: 'back-1',
  received: { front: 'a', back: 'b' },
  keptUntil: '2027-06-15T10:00:00.000Z',
};
const expert = { firstName: 'Jana', lastName: 'Kováčová', registrationNumber: '914567', scans } as Expert;

it.each<[string, Partial<Expert>]>([
  ['first name', { firstName: 'Eva' }],
  ['last name', { lastName: 'Nováková' }],
  ['registration number', { registrationNumber: '914568' }],
  ['front scan', { scans: { ...scans, front: 'front-2' } }],
  ['back scan', { scans: { ...scans, back: 'back-2' } }],
  ['split of the same full name', { firstName: 'Jana Kováčová', lastName: '' }],
])("the revision of an expert's data changes with the %s", (_, change) => {
  expect(computeRevision({ ...expert, ...change })).not.toBe(computeRevision(expert));
});

it("the revision of an expert's data does not change with fields that the identity review does not cover", () => {
  expect(computeRevision({ ...expert, phone: '+421901234567', regions: ['ke'] })).toBe(
    computeRevision(expert),
  );
});
