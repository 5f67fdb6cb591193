/** Tests of POST /api/v1/operator/partners (infra/docs/api/operators.md#partners). */
import { expect, it } from 'vitest';
import { fieldErrorResponse } from '../../../support/error-responses.ts';
import { findMailText } from '../../../support/find-mails.ts';
import { asOperator, expectedAuditEntry } from '../../../support/operators.ts';
import { partnerBody } from '../../../support/partners.ts';
import { startService } from '../../../support/start-service.ts';

const REASON = { reason: 'Zmluva 12.' };

it('an operator creates a partner with a key; the creation is audited and mailed in production', async () => {
  const service = await startService({ STAGE: 'production' });
  const settings = partnerBody();

  const { status, body } = await service.post('/operator/partners', { ...settings, ...REASON }, asOperator);

  const { id, key } = body.data;
  expect(status).toBe(201);
  expect((await service.get('/partner', { token: key })).body.data).toMatchObject({
    id,
    email: settings.email,
  });
  expect(await service.deps.audit.list(id)).toEqual([
    { ...expectedAuditEntry('partner created', REASON.reason), subjectId: id },
  ]);
  await service.runJobs();
  expect(await findMailText(settings.email, 'Partner bol vytvorený')).toContain(id);
});

it('a partner outside the sandbox cannot have a local frontend', async () => {
  const service = await startService({ STAGE: 'production' });
  const body = { ...partnerBody({ frontendUrl: 'http://localhost:5173' }), ...REASON };

  expect(await service.post('/operator/partners', body, asOperator)).toMatchObject(
    fieldErrorResponse('frontendUrl', 'Zadajte adresu frontendu, ktorá sa začína https:// a nemá parametre.'),
  );
});
