import { describe, expect, it } from 'vitest';
import { aPhone, anAddress, anExpert } from '../../support/builders.ts';
import { startService } from '../../support/service.ts';

describe('POST /api/v1/auth/register/expert', () => {
  it('opens an account and signs in (spec §4.1)', async () => {
    const service = await startService();
    const email = anAddress();

    const answer = await service.post('/auth/register/expert', anExpert({ email }));

    expect(answer).toMatchObject({ status: 201, body: { data: { token: expect.any(String) } } });
    const me = await service.get('/me', { token: answer.body.data.token });
    expect(me.status).toBe(200);
    expect(me.body.data).toMatchObject({ email, role: 'expert' });
    await service.work();
    expect(await service.mailsTo(email)).toHaveLength(1);
    console.log(me.body, (await service.mailsTo(email))[0]);
  });
});
