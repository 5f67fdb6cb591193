import { expect, it } from 'vitest';
import { startService } from '../../support/start-service.ts';

it.each([
  ['jana@straße.de', 'jana@xn--strae-oqa.de'],
  ["o'brien/sk@znalci.sk", "o'brien/sk@znalci.sk"],
])(
  'GET /api/v1/me returns the valid e-mail address %s as its response schema describes it',
  async (email, stored) => {
    const service = await startService();
    const { token } = await service.registerClient({ email });

    expect((await service.get('/me', { token })).body.data).toMatchObject({ email: stored });
  },
);
