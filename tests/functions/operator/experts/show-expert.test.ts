import { expect, it } from 'vitest';
import { asOperator, expectedAuditEntry, submitIdentityReview } from '../../../support/operators.ts';
import { startService } from '../../../support/start-service.ts';

it('an operator sees an expert with the reasons for the approval state and the audit entries', async () => {
  const service = await startService();
  const { token, id } = await service.registerExpert();
  const path = `/operator/experts/${id}`;
  await service.put(`${path}/approval`, { approved: true }, asOperator);
  await submitIdentityReview(service, id, { decision: 'rejected', reason: 'Snímka je rozmazaná.' });
  await service.get(`${path}/documents`, asOperator);
  await service.put(`${path}/approval`, { approved: false, reason: 'Sťažnosť klienta.' }, asOperator);

  const { status, body } = await service.get(path, asOperator);

  expect({ status, body }).toEqual({
    status: 200,
    body: {
      data: {
        ...(await service.get('/me', { token })).body.data,
        approved: false,
        identityReview: 'rejected',
        lockedAt: null,
        revision: expect.stringMatching(/^[0-9a-f]{32}$/),
        approval: { paymentAccountVerified: false, granted: true, revoked: true },
        audit: [
          expectedAuditEntry('revoked', 'Sťažnosť klienta.'),
          expectedAuditEntry('documents opened'),
          expectedAuditEntry('identity rejected', 'Snímka je rozmazaná.'),
          expectedAuditEntry('approved'),
        ],
      },
    },
  });
  expect(JSON.stringify(body)).not.toMatch(/identity-documents|incoming|hash|epoch/i);
});

it('an expert is shown without the audit entries of other experts', async () => {
  const service = await startService();
  const [one, other] = [await service.registerExpert(), await service.registerExpert()];
  await service.put(`/operator/experts/${other.id}/approval`, { approved: true }, asOperator);

  const { body } = await service.get(`/operator/experts/${one.id}`, asOperator);

  expect(body.data).toMatchObject({ id: one.id, audit: [] });
});
