/** Tests of POST /api/v1/me/second-factor/confirm (infra/docs/api/accounts.md#second-factor). */
import { beforeEach, expect, it } from 'vitest';
import { PASSWORD } from '../../support/builders.ts';
import { switchOn } from '../../support/second-factor.ts';
import { verifyEmailOf } from '../../support/start-market.ts';
import { type Service, startService } from '../../support/start-service.ts';

const PATH = '/me/second-factor';

let service: Service;
let token: string;

beforeEach(async () => {
  service = await startService();
  ({ token } = await service.registerExpert());
  await verifyEmailOf(token, service);
});

it('a confirmation of the second factor returns 404 when no secret was set up', async () => {
  expect(await service.post(`${PATH}/confirm`, { code: '123456' }, { token })).toMatchObject({ status: 404 });
});

it('setting up or confirming the second factor returns 409 while it is on', async () => {
  const { showCode } = await switchOn(service, token);

  const proof = { currentPassword: PASSWORD, code: showCode() };
  for (const path of [PATH, `${PATH}/confirm`])
    expect(await service.post(path, proof, { token })).toMatchObject({
      status: 409,
      headers: { 'x-error-code': 'wrong-state' },
    });
});
