/** Tests of POST /api/v1/operator/users/{id}/release-phone (infra/docs/api/operators.md). */
import { beforeEach, describe, expect, it } from 'vitest';
import { uniquePhone } from '../../../support/builders.ts';
import { listItems } from '../../../support/inspect-store.ts';
import { asOperator, expectedAuditEntry } from '../../../support/operators.ts';
import { type Service, startService } from '../../../support/start-service.ts';

const REASON = 'Číslo patrí niekomu inému.';

let service: Service;
let phone: string;

beforeEach(async () => {
  service = await startService();
  phone = uniquePhone();
});

const releasePhone = (id: string, body: object = { reason: REASON }) =>
  service.post(`/operator/users/${id}/release-phone`, body, asOperator);
const getProfile = async (token: string) => (await service.get('/me', { token })).body.data;
const getAuditTrail = async (id: string) =>
  (await service.deps.audit.list(id)).map(({ subjectId: _, ...rest }) => rest);

describe('release of a phone number', () => {
  it('the real owner of a phone number can register with it after its release', async () => {
    const { id, token } = await service.registerExpert({ phone });
    const before = await getProfile(token);

    const { status, body } = await releasePhone(id);

    expect({ status, body }).toEqual({ status: 200, body: { data: { ...before, phone: null } } });
    expect(await getProfile(token)).toEqual(body.data);
    expect(await getAuditTrail(id)).toEqual([expectedAuditEntry('phone released', REASON)]);
    expect(await listItems(service.deps, 'PHONE#')).toEqual([]);
    const owner = await service.registerClient({ phone });
    expect((await getProfile(owner.token)).phone).toBe(phone);
  });

  it('a user can set another phone number after the release of the old one', async () => {
    const { id, token } = await service.registerExpert({ phone });
    await releasePhone(id);
    const own = uniquePhone();

    const { status } = await service.put('/me', { phone: own }, { token });

    expect(status).toBe(200);
    expect((await getProfile(token)).phone).toBe(own);
  });
});

it('three concurrent releases of a phone number write one audit entry', async () => {
  const { id } = await service.registerClient({ phone });
  const responses = await Promise.all([releasePhone(id), releasePhone(id), releasePhone(id)]);

  expect(responses.map(({ status, body }) => [status, body.data.phone])).toEqual(Array(3).fill([200, null]));
  expect(await getAuditTrail(id)).toHaveLength(1);
});
