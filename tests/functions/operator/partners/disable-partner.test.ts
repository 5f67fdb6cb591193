/** Tests of POST /api/v1/operator/partners/{id}/disable (infra/docs/api/operators.md#partners). */
import { expect, it } from 'vitest';
import { WRONG_STATE } from '../../../support/error-responses.ts';
import { asOperator, expectedAuditEntry } from '../../../support/operators.ts';
import { registerPartner } from '../../../support/partners.ts';
import { startService } from '../../../support/start-service.ts';

it('an operator disables a partner once, with a reason, and the key of the partner then gets 401', async () => {
  const service = await startService({ SANDBOX: 'true' });
  const { id, key } = await registerPartner(service);
  const disable = () => service.post(`/operator/partners/${id}/disable`, { reason: 'Phishing.' }, asOperator);

  expect(await disable()).toMatchObject({
    status: 200,
    body: { data: { id, disabledAt: expect.any(String) } },
  });

  expect((await service.get('/partner', { token: key })).status).toBe(401);
  expect(await disable()).toMatchObject(WRONG_STATE);
  const [entry] = await service.deps.audit.list(id);
  expect(entry).toMatchObject(expectedAuditEntry('partner disabled', 'Phishing.'));
});
