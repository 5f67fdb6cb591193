import { describe, expect, it } from 'vitest';
import { startService } from '../../support/start-service.ts';

describe('GET /api/v1/me', () => {
  it('returns the fields of the caller without secrets or data of other users', async () => {
    const service = await startService();
    const [mine, theirs] = [
      await service.registerExpert({ firstName: 'Jana' }),
      await service.registerExpert({ firstName: 'Eva' }),
    ];

    const answer = await service.get('/me', { token: mine.token });

    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({ id: mine.id, firstName: 'Jana' });
    expect(Object.keys(answer.body.data)).toEqual([
      'id',
      'email',
      'emailVerified',
      'phone',
      'role',
      'firstName',
      'lastName',
      'billingAddress',
      'shippingAddress',
      'company',
      'bankAccount',
      'regions',
      'newsletterSubscribed',
      'createdAt',
      'nationality',
      'dateOfBirth',
      'registrationNumber',
      'approved',
      'identityReview',
      'identityReviewReason',
      'paymentAccount',
    ]);
    expect(JSON.stringify(answer.body)).not.toContain(theirs.id);
    expect(JSON.stringify(answer.body)).not.toMatch(/identity-documents|incoming|hash|epoch|secret/i);
  });

  it('accepts the bearer token of a registration immediately', async () => {
    const service = await startService();
    const { token, id } = await service.registerExpert();

    const answers = await Promise.all(Array.from({ length: 10 }, () => service.get('/me', { token })));

    expect(answers.map(({ body }) => body.data.id)).toEqual(Array(10).fill(id));
  });
});
