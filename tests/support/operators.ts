/** Operator of the tests, with an identity in the form that API Gateway's IAM authorizer reports. */
import { expect } from 'vitest';
import type { Service } from './start-service.ts';

export const OPERATOR = 'arn:aws:iam::000000000000:user/local';

/** Request options of a call by the operator. */
export const asOperator = { operator: OPERATOR } as const;

export const expectedAuditEntry = (what: string, why: string | null = null) => ({
  id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  who: OPERATOR,
  what,
  why,
  when: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
});

/** Submits an identity review of the current revision of the expert's data. `body` contains the other fields. */
export async function submitIdentityReview(service: Service, expertId: string, body: object) {
  const path = `/operator/experts/${expertId}`;
  const { revision } = (await service.get(path, asOperator)).body.data;
  return service.put(`${path}/identity-review`, { revision, ...body }, asOperator);
}
