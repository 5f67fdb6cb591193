/** Tests of DELETE /api/v1/me/second-factor (infra/docs/api/accounts.md#second-factor). */
import { expect, it } from 'vitest';
import { PASSWORD, uniqueEmail } from '../../support/builders.ts';
import { findVerificationPath, listSubjects } from '../../support/find-mails.ts';
import { switchOn } from '../../support/second-factor.ts';
import { startService } from '../../support/start-service.ts';

it('the owner of an account switches the second factor off with the password and a code', async () => {
  const service = await startService();
  const email = uniqueEmail();
  const { token } = await service.registerExpert({ email });
  await service.runJobs();
  await service.get(await findVerificationPath(email));
  const remove = (code: string) =>
    service.sendWithMethod('DELETE', '/me/second-factor', { currentPassword: PASSWORD, code }, { token });
  const { showCode } = await switchOn(service, token);

  expect(await remove(showCode())).toMatchObject({ status: 204 });

  expect((await service.get('/me', { token })).body.data.secondFactor).toBe(false);
  expect(await service.post('/auth/login', { email, password: PASSWORD })).toMatchObject({ status: 200 });
  expect(await remove(showCode())).toMatchObject({ status: 404 });
  await service.runJobs();
  expect(await listSubjects(email)).toContain('Vypli ste dvojstupňové overenie');
});
