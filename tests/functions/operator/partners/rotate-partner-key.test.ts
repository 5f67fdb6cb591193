/** Tests of POST /api/v1/operator/partners/{id}/rotate-key (infra/docs/api/operators.md#partners). */
import { expect, it } from 'vitest';
import { WRONG_STATE } from '../../../support/error-responses.ts';
import { asOperator, expectedAuditEntry } from '../../../support/operators.ts';
import { registerPartner } from '../../../support/partners.ts';
import { assertSuccess } from '../../../support/start-market.ts';
import { startService } from '../../../support/start-service.ts';

it('an operator rotates the key of a partner twice, which ends a stolen key at once', async () => {
  const service = await startService({ SANDBOX: 'true' });
  const { id, key } = await registerPartner(service);
  const rotate = async () =>
    assertSuccess(
      await service.post(`/operator/partners/${id}/rotate-key`, { reason: 'Ukradnutý.' }, asOperator),
    ).key;

  await rotate();
  expect((await service.get('/partner', { token: key })).status).toBe(200);
  const renewed = await rotate();

  expect((await service.get('/partner', { token: key })).status).toBe(401);
  expect((await service.get('/partner', { token: renewed })).status).toBe(200);
  const [entry] = await service.deps.audit.list(id);
  expect(entry).toMatchObject(expectedAuditEntry('partner key rotated', 'Ukradnutý.'));
});

it('rotating the key of a disabled partner returns 409, because the partner has no valid key', async () => {
  const service = await startService({ SANDBOX: 'true' });
  const { id } = await registerPartner(service);
  const decide = (decision: string) =>
    service.post(`/operator/partners/${id}/${decision}`, { reason: 'Phishing.' }, asOperator);
  await decide('disable');

  expect(await decide('rotate-key')).toMatchObject(WRONG_STATE);
});
