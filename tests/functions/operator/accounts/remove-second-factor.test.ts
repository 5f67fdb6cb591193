/** Tests of POST /api/v1/operator/users/{id}/remove-second-factor (infra/docs/api/operators.md#lost-second-factors). */
import { expect, it } from 'vitest';
import { PASSWORD, uniqueEmail } from '../../../support/builders.ts';
import { findMailText, findVerificationPath } from '../../../support/find-mails.ts';
import { asOperator, expectedAuditEntry } from '../../../support/operators.ts';
import { switchOn } from '../../../support/second-factor.ts';
import { startService } from '../../../support/start-service.ts';

it('an operator can switch off the second factor of a user, with a reason that is audited and mailed', async () => {
  const service = await startService();
  const email = uniqueEmail();
  const { id, token } = await service.registerExpert({ email });
  await service.runJobs();
  await service.get(await findVerificationPath(email));
  const reason = 'Overili sme vašu totožnosť videohovorom.';
  const removeAsOperator = () =>
    service.post(`/operator/users/${id}/remove-second-factor`, { reason }, asOperator);
  expect(await removeAsOperator()).toMatchObject({ status: 404 });
  await switchOn(service, token);

  expect(await removeAsOperator()).toMatchObject({ status: 200, body: { data: { id } } });

  expect(await service.post('/auth/login', { email, password: PASSWORD })).toMatchObject({ status: 200 });
  await service.runJobs();
  const subject = 'Zrušili sme dvojstupňové overenie vášho účtu';
  expect(await findMailText(email, subject)).toContain(reason);
  const [entry] = await service.deps.audit.list(id);
  expect(entry).toMatchObject(expectedAuditEntry('second factor removed', reason));
});
