import { beforeEach, describe, expect, it } from 'vitest';
import { HOUR } from '../../../lib/durations.ts';
import { PASSWORD, uniqueEmail } from '../../support/builders.ts';
import { readLogEvents } from '../../support/captured-log.ts';
import { listItems } from '../../support/inspect-store.ts';
import { type Service, startService } from '../../support/start-service.ts';

let service: Service;
let email: string;
let token: string;

beforeEach(async () => {
  service = await startService();
  email = uniqueEmail();
  ({ token } = await service.registerClient({ email }));
});

const listTokens = async (presented = token) =>
  (await service.get('/me/tokens', { token: presented })).body.data;
const readTokenId = (text: string) => text.split('|')[0];

it("GET /api/v1/me/tokens lists the caller's bearer tokens without their secrets, newest first", async () => {
  const login = { email, password: PASSWORD, deviceName: 'Janin telefón' };
  const headers = { 'user-agent': 'curl/8' };
  const other = (await service.post('/auth/login', login, { headers })).body.data.token;
  await service.registerClient();

  const { status, body } = await service.get('/me/tokens', { token });

  const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  const times = { createdAt: moment, lastUsedAt: moment };
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      data: [
        { id: readTokenId(other), ...times, userAgent: 'curl/8', name: 'Janin telefón', current: false },
        { id: readTokenId(token), ...times, userAgent: null, name: null, current: true },
      ],
    },
  });
});

describe('last use of a bearer token', () => {
  const getLastUsed = async () =>
    (await listItems(service.deps, 'TOKEN#')).find(
      ({ sk }) => sk === `TOKEN#${readTokenId(token)?.split('_')[1]}`,
    )?.lastUsedAt;

  it('every route records the last use of a bearer token at most once an hour', async () => {
    const first = await getLastUsed();
    service.deps.clock.advance(HOUR - 5000);
    await service.get('/me', { token });
    expect(await getLastUsed()).toBe(first);

    service.deps.clock.advance(6000);
    await service.put('/me', {}, { token });
    const second = await getLastUsed();
    expect(Date.parse(second) - Date.parse(first)).toBeGreaterThanOrEqual(HOUR);

    service.deps.clock.advance(HOUR / 2);
    await service.get('/me', { token });
    expect(await getLastUsed()).toBe(second);
    expect((await listTokens())[0].lastUsedAt).toBe(second);
  });

  it('a request succeeds when the last use of its bearer token cannot be recorded', async () => {
    const failing = await startService({}, deps => ({
      tokens: { ...deps.tokens, recordUse: () => Promise.reject(new Error('out of reach')) },
    }));
    const { token: fresh } = await failing.registerClient();
    failing.deps.clock.advance(2 * HOUR);

    expect(await failing.get('/me', { token: fresh })).toMatchObject({ status: 200 });
    expect(readLogEvents('token.use_not_recorded')).toHaveLength(1);
  });

  it('recording the last use of a bearer token during the logout does not recreate the token', async () => {
    service.deps.clock.advance(2 * HOUR);

    await service.post('/auth/logout', undefined, { token });

    expect(await service.get('/me', { token })).toMatchObject({ status: 401 });
    expect(await getLastUsed()).toBeUndefined();
  });
});
