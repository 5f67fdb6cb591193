/** Tests of POST /api/v1/sandbox/me/approval (infra/docs/api/sandbox.md). */
import { expect, it } from 'vitest';
import { fieldErrorResponse } from '../../support/error-responses.ts';
import { listSubjects } from '../../support/find-mails.ts';
import { expectedAuditEntry } from '../../support/operators.ts';
import { startSandbox } from '../../support/start-sandbox.ts';

it('the sandbox sets the approval to the state in the request, also repeatedly, and is named in the audit entries', async () => {
  const market = await startSandbox();
  const expert = await market.createExpert();
  const setApproval = (approved: unknown) => expert.post('/sandbox/me/approval', { approved });

  for (const approved of [false, false, true, true])
    expect(await setApproval(approved)).toMatchObject({ status: 200, body: { data: { approved } } });
  await market.runJobs();

  expect((await expert.get('/me')).body.data.approved).toBe(true);
  expect(
    (await listSubjects(expert.email)).filter(subject => subject === 'Váš účet znalca bol schválený'),
  ).toHaveLength(1);
  const [latest, , , first] = await market.service.deps.audit.list(expert.id);
  const bySandbox = { why: 'Skúška v sandboxe.', who: 'sandbox' };
  expect(latest).toMatchObject({ ...expectedAuditEntry('approved'), ...bySandbox });
  expect(first).toMatchObject({ ...expectedAuditEntry('revoked'), ...bySandbox });
});

it('the sandbox rejects an approval without a state with 422', async () => {
  const market = await startSandbox();
  const expert = await market.createExpert();

  expect((await expert.post('/sandbox/me/approval', {})).status).toBe(422);
  expect(await expert.post('/sandbox/me/approval', { approved: 'možno' })).toMatchObject(
    fieldErrorResponse('approved', 'Hodnota musí byť true alebo false.'),
  );
});
