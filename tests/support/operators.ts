/** An operator, as API Gateway's IAM authorizer names one. */
import { expect } from 'vitest';
import type { Service } from './start-service.ts';

export const OPERATOR = 'arn:aws:iam::000000000000:user/local';

/** For a call in an operator's name. */
export const asOperator = { operator: OPERATOR } as const;

/** What an entry of the audit trail looks like. */
export const expectedAuditEntry = (what: string, why: string | null = null) => ({
  id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  who: OPERATOR,
  what,
  why,
  when: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
});

/** Judges an expert's identity as what is there now shows it; the body says what else is sent. */
export async function submitIdentityReview(service: Service, expertId: string, body: object) {
  const path = `/operator/experts/${expertId}`;
  const { revision } = (await service.get(path, asOperator)).body.data;
  return service.put(`${path}/identity-review`, { revision, ...body }, asOperator);
}
