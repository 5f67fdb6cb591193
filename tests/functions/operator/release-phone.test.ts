/** POST /api/v1/operator/users/{id}/release-phone (infra/docs/api/operators.md) */
import { beforeEach, describe, expect, it } from 'vitest';
import { uniquePhone } from '../../support/builders.ts';
import { itemsIn } from '../../support/inspect-store.ts';
import { asOperator, auditEntry } from '../../support/operators.ts';
import { type Service, startService } from '../../support/service.ts';

const REASON = 'Číslo patrí niekomu inému.';

let service: Service;
let phone: string;

beforeEach(async () => {
  service = await startService();
  phone = uniquePhone();
});

const release = (id: string, body: object = { reason: REASON }) =>
  service.post(`/operator/users/${id}/release-phone`, body, asOperator);
const me = async (token: string) => (await service.get('/me', { token })).body.data;
const auditOf = async (id: string) =>
  (await service.deps.audit.list({ kind: 'user', id })).map(({ subject: _, ...rest }) => rest);

describe.each(['register', 'registerClient'] as const)('release of a phone number registered by %s', role => {
  it('removes the number from the account and lets its owner register with it', async () => {
    const { id, token } = await service[role]({ phone });
    const before = await me(token);

    const { status, body } = await release(id);

    expect({ status, body }).toEqual({ status: 200, body: { data: { ...before, phone: null } } });
    expect(await me(token)).toEqual(body.data);
    expect(await auditOf(id)).toEqual([auditEntry('phone released', REASON)]);
    expect(await itemsIn(service.deps, 'PHONE#')).toEqual([]);
    const owner = await service.registerClient({ phone });
    expect((await me(owner.token)).phone).toBe(phone);
  });

  it('lets the user set another phone number after the release', async () => {
    const { id, token } = await service[role]({ phone });
    await release(id);
    const own = uniquePhone();

    const { status } = await service.put('/me', { phone: own }, { token });

    expect(status).toBe(200);
    expect((await me(token)).phone).toBe(own);
  });
});

it('writes one audit entry when three releases are concurrent', async () => {
  const { id } = await service.registerClient({ phone });
  const answers = await Promise.all([release(id), release(id), release(id)]);

  expect(answers.map(({ status, body }) => [status, body.data.phone])).toEqual(Array(3).fill([200, null]));
  expect(await auditOf(id)).toHaveLength(1);
});

it.each([
  ['no reason', {}],
  ['a blank one', { reason: ' ' }],
])('returns 422 for a release with %s', async (_, body) => {
  const { id, token } = await service.registerClient({ phone });

  expect(await release(id, body)).toMatchObject({
    status: 422,
    body: { errors: { reason: [expect.any(String)] } },
  });
  expect((await me(token)).phone).toBe(phone);
});
